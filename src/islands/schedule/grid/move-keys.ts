import type { EventFromLogic } from 'xstate'
import { SLOT_MARK_MS } from '#lib/scheduling/slot-mark.ts'
import type {
  appointmentMoveMachine,
  MovedAppointment,
  MoveTarget,
} from '#machines/schedule/appointment-move.machine.ts'
import type { ScheduleLayout } from '../schedule-layout.ts'
import { instantOnAxis, placeOnAxis } from '../time-axis.ts'
import { findMoveColumn, targetIn } from './move-target.ts'

const HOUR = 60 * 60_000
const BY_KEY: Record<string, number> = {
  ArrowUp: -SLOT_MARK_MS,
  ArrowDown: SLOT_MARK_MS,
  PageUp: -HOUR,
  PageDown: HOUR,
}

export const findMoveStep = (key: string): number | undefined => BY_KEY[key]

type Carried = { appointment: MovedAppointment; to: MoveTarget }
type Pressed = { key: string; shiftKey: boolean }

/**
 * Arrows carry the appointment on, with Shift they make it longer or shorter, Enter drops it and
 * Escape leaves it. Null for a key that does nothing.
 */
export function carriedByKey(
  layout: ScheduleLayout,
  isStaff: boolean,
  mayResize: boolean,
  { appointment, to }: Carried,
  { key, shiftKey }: Pressed,
): EventFromLogic<typeof appointmentMoveMachine> | null {
  if (key === 'Enter') return { type: 'appointment.dropped' }
  if (key === 'Escape') return { type: 'move.abandoned' }
  const index = findMoveColumn(layout, isStaff, to)
  const step = findMoveStep(key)
  const aside = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  if (step === undefined && aside === 0) return null
  const [from, column] = [layout.columns[index], layout.columns[index + aside]]
  if (!from || !column) return null
  const { start, end } = to
  if (step !== undefined && shiftKey) {
    if (!mayResize) return null
    const span = { start, end: Math.max(end + step, start + SLOT_MARK_MS) }
    return { type: 'appointment.carried', ...targetIn(column, isStaff, appointment, span) }
  }
  const begins =
    step === undefined
      ? instantOnAxis(layout.axis, column.date, placeOnAxis(layout.axis, from.date, start))
      : start + step
  const isThere = layout.axis.days.some(
    (day) => begins !== null && day.date === column.date && day.start <= begins && begins < day.end,
  )
  if (begins === null || !isThere) return null
  const span = { start: begins, end: begins + end - start }
  return { type: 'appointment.carried', ...targetIn(column, isStaff, appointment, span) }
}
