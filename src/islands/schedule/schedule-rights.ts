import type { Viewer } from '#lib/contract/identity.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { clockAt } from '#lib/format-date-time.ts'
import type { AvailabilityDialogProps } from '../availability/AvailabilityDialog.tsx'
import { hoursAt } from './empty-time.ts'
import type { SchedulePlace } from './schedule-address.ts'
import type { Block, GridColumn, HoursBlock } from './schedule-layout.ts'

export type HoursToChange = AvailabilityDialogProps['of']

type Looking = {
  place: Pick<SchedulePlace, 'by' | 'action'>
  /** The clinic's date. */
  today: string
  timeZone: string
}

export type ScheduleRights = ReturnType<typeof rightsOf>

/** What of what is shown somebody may change; the server asks again. */
export function rightsOf({ permissions, staff_id }: Viewer, looking: Looking) {
  const { place, today, timeZone } = looking
  const holds = (permission: Permission) => permissions.includes(permission)
  const isStaff = place.by === 'staff'
  const isOfHours = place.action === 'your-availability'
  const mayMoveAny = holds('clinic.change_appointment') && !isOfHours
  const mayBookAny = holds('clinic.add_appointment') && !isOfHours
  const seesOthers = holds('clinic.view_other_appointments')
  // For another clinician by a permission of its own or, for who may choose them, by their PIN.
  const mayOfHours = (own: Permission, others: Permission, staffId: number) =>
    holds(own) && (staffId === staff_id || holds(others) || holds('clinic.select_user'))
  const mayChangeHours = ({ staffId }: Pick<HoursBlock, 'staffId'>) =>
    mayOfHours('clinic.change_availability', 'clinic.edit_other_availability', staffId)
  const mayAddHours = (staffId: number | null) =>
    holds('clinic.add_availability') &&
    (holds('clinic.select_user') ||
      (staff_id !== null && (staffId === null || staffId === staff_id)))
  /** New hours of a column, from an instant or, without one, of its day; null for who may not. */
  const newHours = ({ id, date }: Pick<GridColumn, 'id' | 'date'>, from?: number, to?: number) => {
    if (date < today || !mayAddHours(isStaff ? id : null)) return null
    return {
      kind: 'new',
      ...(isStaff ? { staffId: id } : { roomId: id }),
      date,
      ...(from !== undefined && { startTime: clockAt(from, timeZone) }),
      ...(to !== undefined && { endTime: clockAt(to, timeZone) }),
    } satisfies HoursToChange
  }
  return {
    today,
    isOfHours,
    mayMoveAny,
    mayBookAny,
    mayChangeHours,
    /** A day of them may be taken off. */
    mayTakeOff: ({ staffId, date }: HoursBlock) =>
      date >= today &&
      mayOfHours('clinic.delete_availability', 'clinic.delete_other_availability', staffId),
    mayChangeSomeHours: mayChangeHours({ staffId: staff_id ?? 0 }) || mayAddHours(staff_id),
    mayAddSomeHours: mayAddHours(null),
    mayResize: mayMoveAny && holds('clinic.override_appointment_duration'),
    mayMove: ({ appointment, whole, start, end }: Block) =>
      mayMoveAny &&
      appointment.status === 'booked' &&
      (seesOthers || appointment.staff_id === staff_id) &&
      // Of what lies over midnight only a part is in sight.
      start === whole.start &&
      end === whole.end,
    newHours,
    /** The hours in which somebody may be booked at an instant of a column; null where nobody may. */
    bookableAt(column: GridColumn, at: number): HoursBlock | null {
      if (!mayBookAny || column.date < today) return null
      const here = hoursAt(column, at)
      return here && (seesOthers || here.staffId === staff_id) ? here : null
    },
    /** The hours at an instant of a column, else new ones from there; null for who may not. */
    hoursToChange(column: GridColumn, at: number): HoursToChange | null {
      const here = hoursAt(column, at)
      if (!here) return newHours(column, at)
      return mayChangeHours(here) ? hoursOf(here) : null
    },
  }
}

export const hoursOf = ({ availabilityId, date }: HoursBlock) =>
  ({ kind: 'existing', id: availabilityId, date }) satisfies HoursToChange

/** These hours, to be taken away on their day alone. */
export const dayOffOf = ({ availabilityId, date }: HoursBlock) =>
  ({
    kind: 'existing',
    id: availabilityId,
    date,
    scope: 'one',
    isDeletion: true,
  }) satisfies HoursToChange
