import type { KeyboardEvent } from 'react'
import type { MovedAppointment } from '#machines/schedule/appointment-move.machine.ts'
import type { EditedHours } from '../../availability/availability-draft.ts'
import { blockAt, hoursAt } from '../empty-time.ts'
import { type HoursBlock, isOpenable, type ScheduleLayout } from '../schedule-layout.ts'
import { type ScheduleRights, toEditedDayOff } from '../schedule-rights.ts'
import { type DrawnTime, drawnFrom } from './drawn-time.ts'
import { type Cursor, moved } from './grid-cursor.ts'
import { takenFrom } from './move-target.ts'

export type GridCommand =
  | { kind: 'goTo'; cursor: Cursor }
  | { kind: 'open'; appointmentId: number }
  | { kind: 'take'; appointment: MovedAppointment }
  | { kind: 'draw'; drawn: DrawnTime }
  | { kind: 'book'; hours: HoursBlock; at: number }
  | { kind: 'hours'; of: EditedHours }

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey'>

export function findGridCommand(
  layout: ScheduleLayout,
  rights: ScheduleRights,
  cursor: Cursor,
  pressed: Pressed,
): GridCommand | null {
  const { key, ctrlKey, shiftKey } = pressed
  const isArrow = key === 'ArrowDown' || key === 'ArrowUp'
  if (isArrow && shiftKey && !ctrlKey) {
    const drawn = drawnFrom(layout, rights, cursor)
    return drawn && { kind: 'draw', drawn }
  }
  const here = ctrlKey ? null : commandHere(layout, rights, cursor, key)
  if (here) return here
  const next = moved(layout, cursor, key, ctrlKey)
  return next && { kind: 'goTo', cursor: next }
}

function commandHere(
  { columns }: ScheduleLayout,
  rights: ScheduleRights,
  { column: index, at }: Cursor,
  key: string,
): GridCommand | null {
  const column = columns[index]
  if (!column) return null
  const block = blockAt(column, at)
  const toHours = () => {
    const of = rights.hoursToChange(column, at)
    return of && ({ kind: 'hours', of } as const)
  }
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'a':
      return toHours()
    case 'm':
      return block && rights.mayMove(block) ? { kind: 'take', appointment: takenFrom(block) } : null
    case 'Delete': {
      const hours = rights.isOfHours ? hoursAt(column, at) : undefined
      return hours && rights.mayTakeOff(hours) ? { kind: 'hours', of: toEditedDayOff(hours) } : null
    }
    case 'Enter':
      if (block)
        return isOpenable(block) ? { kind: 'open', appointmentId: block.appointment.id } : null
      return commandAtEmpty(column, at, rights) ?? (rights.isOfHours ? toHours() : null)
    case 'n':
      return block ? null : commandAtEmpty(column, at, rights)
    default:
      return null
  }
}

export function commandAtEmpty(
  column: ScheduleLayout['columns'][number],
  at: number,
  rights: ScheduleRights,
): GridCommand | null {
  const hours = rights.bookableAt(column, at)
  if (hours) return { kind: 'book', hours, at }
  const of = hoursAt(column, at) ? null : rights.newHours(column, at)
  return of && { kind: 'hours', of }
}
