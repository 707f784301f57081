import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { MovedAppointment } from '#machines/schedule/appointment-move.machine.ts'
import type { EditedHours } from '../../availability/availability-draft.ts'
import { findTabStop } from '../../ui/dialog/find-tab-stop.ts'
import { blockAt, emptyFrom, hoursAt } from '../empty-time.ts'
import {
  type GridColumn,
  type HoursBlock,
  isOpenable,
  type ScheduleLayout,
} from '../schedule-layout.ts'
import { type ScheduleRights, toEditedDayOff } from '../schedule-rights.ts'
import { instantOnAxis, placeOnAxis, shownSpan } from '../time-axis.ts'
import { takenFrom } from './move-target.ts'
import { type DrawnTime, drawnFrom } from './use-drawing.ts'

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

export type Cursor = { column: number; at: number }

/** It goes with its appointment wherever that is moved, else stays with the column. */
type HeldCursor = Cursor & {
  columnKey: string | undefined
  appointmentId: number | undefined
}

export function heldAt({ columns }: ScheduleLayout, cursor: Cursor): HeldCursor {
  const column = columns[cursor.column]
  const block = column && blockAt(column, cursor.at)
  return { ...cursor, columnKey: column?.key, appointmentId: block?.appointment.id }
}

/** Is where it is now; where its column is gone, in the one that has taken its place. */
export function cursorIn({ columns }: ScheduleLayout, held: HeldCursor): Cursor {
  const blockIn = ({ blocks }: GridColumn) =>
    blocks.find(({ appointment }) => appointment.id === held.appointmentId)
  const index = columns.findIndex(({ key }) => key === held.columnKey)
  const here = columns[index]
  const home = here && blockIn(here) ? index : columns.findIndex(blockIn)
  const block = columns[home] && blockIn(columns[home])
  if (block) return { column: home, at: block.start }
  return { column: index >= 0 ? index : Math.min(held.column, columns.length - 1), at: held.at }
}

const STEP = 15 * 60_000
const HOUR = 60 * 60_000

const isToday = ({ axis }: ScheduleLayout, { date }: GridColumn, now: number) =>
  axis.days.some((day) => day.date === date && day.start <= now && now < day.end)

/** Starts today at the present, else where the work of the first column starts. */
export function firstCursor(layout: ScheduleLayout, now: number): Cursor {
  const { axis, columns } = layout
  const index = columns.findIndex((column) => isToday(layout, column, now))
  const today = columns[index]
  if (today) return { column: index, at: emptyFrom(today, shownTime(layout, today, now)) }
  const first = columns[0]
  const at = first?.blocks[0]?.start ?? first?.hoursBlocks[0]?.start ?? axis.days[0]?.start ?? 0
  return { column: 0, at }
}

export function firstPlace(layout: ScheduleLayout, now: number): number {
  const { axis, columns } = layout
  const today = columns.find((column) => isToday(layout, column, now))
  if (today) return placeOnAxis(axis, today.date, now)
  const begins = columns.flatMap(({ date, blocks, hoursBlocks }) =>
    [blocks[0], hoursBlocks[0]].flatMap((first) =>
      first ? placeOnAxis(axis, date, first.start) : [],
    ),
  )
  return begins.length > 0 ? Math.min(...begins) : 0
}

function shownTime({ axis }: ScheduleLayout, { date }: GridColumn, at: number): number {
  const { start, end } = shownSpan(axis, date)
  return Math.min(Math.max(at, start), end - STEP)
}

export function moved(layout: ScheduleLayout, cursor: Cursor, key: string, isFar: boolean) {
  const column = layout.columns[cursor.column]
  if (!column) return null
  const shown = shownSpan(layout.axis, column.date)
  const inColumn = (at: number): Cursor => ({
    column: cursor.column,
    at: shownTime(layout, column, at),
  })
  switch (key) {
    case 'ArrowDown':
      return inColumn(below(column, cursor.at))
    case 'ArrowUp':
      return inColumn(above(column, cursor.at))
    case 'PageDown':
      return inColumn(cursor.at + HOUR)
    case 'PageUp':
      return inColumn(cursor.at - HOUR)
    case 'ArrowRight':
      return into(layout, cursor, cursor.column + 1)
    case 'ArrowLeft':
      return into(layout, cursor, cursor.column - 1)
    case 'Home':
      return isFar ? into(layout, cursor, 0) : inColumn(shown.start)
    case 'End':
      return isFar ? into(layout, cursor, layout.columns.length - 1) : inColumn(shown.end)
    default:
      return null
  }
}

function below(column: GridColumn, at: number): number {
  const here = blockAt(column, at)
  if (here) return here.end
  const next = Math.floor(at / STEP) * STEP + STEP
  const nearest = column.blocks.find(({ start }) => start > at && start < next)
  return nearest?.start ?? next
}

function above(column: GridColumn, at: number): number {
  const from = blockAt(column, at)?.start ?? at
  const touching = blockAt(column, from - 1)
  if (touching) return touching.start
  const next = Math.ceil(from / STEP) * STEP - STEP
  const nearest = column.blocks.findLast(({ end }) => end > next && end < from)
  return nearest?.end ?? next
}

function into({ columns, axis }: ScheduleLayout, { column, at }: Cursor, to: number) {
  const [from, next] = [columns[column], columns[to]]
  if (!from || !next) return null
  const instant = instantOnAxis(axis, next.date, placeOnAxis(axis, from.date, at))
  return { column: to, at: instant ?? shownSpan(axis, next.date).start }
}

type GridFocus = {
  frame: RefObject<HTMLElement | null>
  cursor: HeldCursor
  column: number
  showColumn: (index: number) => void
}

/**
 * Keeps the focus on the cell at the cursor: it goes there when `wantFocus` was called, and takes the
 * place of a cell that had it and is gone.
 */
export function useGridFocus({ frame, cursor, column, showColumn }: GridFocus) {
  const shouldFocus = useRef(false)
  const isInside = useRef(false)
  const tabStop = () => frame.current && findTabStop(frame.current)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the cursor
  useLayoutEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    showColumn(column)
    const cell = tabStop()
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [cursor])

  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) {
      tabStop()?.focus({ preventScroll: true })
    }
  })

  return {
    wantFocus: () => {
      shouldFocus.current = true
    },
    watch: {
      onFocus: () => {
        isInside.current = true
      },
      onBlur: ({ target }: { target: Element }) => {
        isInside.current = !target.isConnected
      },
    },
  }
}
