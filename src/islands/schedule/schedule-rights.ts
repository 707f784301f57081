import { clockAt } from '#lib/dates/format-date-time.ts'
import { can, permits } from '#lib/policy/policy.ts'
import type { EditedHours } from '../availability/availability-draft.ts'
import type { IslandViewer } from '../identity/island-context.ts'
import { hoursAt } from './empty-time.ts'
import type { SchedulePlace } from './schedule-address.ts'
import type { Block, GridColumn, HoursBlock } from './schedule-layout.ts'

type Looking = {
  place: Pick<SchedulePlace, 'by' | 'action'>
  today: string
  timeZone: string
}

export type ScheduleRights = ReturnType<typeof scheduleRights>

export function scheduleRights(viewer: IslandViewer, looking: Looking) {
  const { place, today, timeZone } = looking
  const ownBooked = { staffId: viewer.staff_id, status: 'booked' } as const
  const isStaff = place.by === 'staff'
  const isOfHours = place.action === 'your-availability'
  const mayMoveAny = !isOfHours && can(viewer, 'appointment.reschedule', ownBooked)
  const mayBookAny = !isOfHours && can(viewer, 'appointment.book', ownBooked)
  const mayHours = (action: 'create' | 'change' | 'delete', staffId: number | null) =>
    permits(viewer, `availability.${action}`, { staffId }) !== 'no'
  const mayChangeHours = ({ staffId, date }: Pick<HoursBlock, 'staffId' | 'date'>) =>
    date >= today && mayHours('change', staffId)
  const mayAddHours = (staffId: number | null) => mayHours('create', staffId ?? viewer.staff_id)
  /** New hours of a column, from an instant or, without one, of its day; null for who may not. */
  const newHours = ({ id, date }: Pick<GridColumn, 'id' | 'date'>, from?: number, to?: number) => {
    if (date < today || !mayAddHours(isStaff ? id : null)) return null
    return {
      kind: 'new',
      ...(isStaff ? { staffId: id } : { roomId: id }),
      date,
      ...(from !== undefined && { startTime: clockAt(from, timeZone) }),
      ...(to !== undefined && { endTime: clockAt(to, timeZone) }),
    } satisfies EditedHours
  }
  return {
    today,
    isOfHours,
    mayMoveAny,
    mayBookAny,
    mayChangeHours,
    mayTakeOff: ({ staffId, date }: HoursBlock) => date >= today && mayHours('delete', staffId),
    mayChangeSomeHours: mayHours('change', viewer.staff_id) || mayAddHours(null),
    mayAddSomeHours: mayAddHours(null),
    mayResize: !isOfHours && can(viewer, 'appointment.changeDuration', ownBooked),
    mayMove: ({ appointment, whole, start, end }: Block) =>
      !isOfHours &&
      can(viewer, 'appointment.reschedule', {
        staffId: appointment.staff_id,
        status: appointment.status,
      }) &&
      start === whole.start &&
      end === whole.end,
    newHours,
    bookableAt(column: GridColumn, at: number): HoursBlock | null {
      if (!mayBookAny || column.date < today) return null
      const here = hoursAt(column, at)
      return here && can(viewer, 'appointment.book', { staffId: here.staffId }) ? here : null
    },
    hoursToChange(column: GridColumn, at: number): EditedHours | null {
      const here = hoursAt(column, at)
      if (!here) return newHours(column, at)
      return mayChangeHours(here) ? toEditedHours(here) : null
    },
  }
}

export const toEditedHours = ({ availabilityId, date }: HoursBlock) =>
  ({ kind: 'existing', id: availabilityId, date }) satisfies EditedHours

export const toEditedDayOff = ({ availabilityId, date }: HoursBlock) =>
  ({
    kind: 'existing',
    id: availabilityId,
    date,
    scope: 'one',
    isDeletion: true,
  }) satisfies EditedHours
