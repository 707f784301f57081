import type { Viewer } from '#lib/contract/identity.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { clockAt } from '#lib/format-date-time.ts'
import type { AvailabilityDialogProps } from './availability/AvailabilityDialog.tsx'
import type { Block, Column, Ground } from './schedule-layout.ts'

export type HoursToChange = AvailabilityDialogProps['of']

export type ScheduleRights = ReturnType<typeof rightsOf>

/** What of the grid somebody may change; the server asks again. */
export function rightsOf({ permissions, staff_id }: Viewer) {
  const holds = (permission: Permission) => permissions.includes(permission)
  const mayMoveAny = holds('clinic.change_appointment')
  const seesOthers = holds('clinic.view_other_appointments')
  const mayChangeHours = ({ staffId }: Pick<Ground, 'staffId'>) =>
    holds('clinic.change_availability') &&
    (staffId === staff_id || holds('clinic.edit_other_availability'))
  const mayAddHours = (staffId: number | null) =>
    holds('clinic.add_availability') &&
    (holds('clinic.create_other_availability') ||
      (staff_id !== null && (staffId === null || staffId === staff_id)))
  const mayBookAny = holds('clinic.add_appointment')
  return {
    mayMoveAny,
    mayBookAny,
    /** The hours in which somebody may be booked at an instant of a column; null where nobody may. */
    bookableAt({ date, ground }: Column, at: number, today: string): Ground | null {
      if (!mayBookAny || date < today) return null
      const here = ground.find(({ start, end }) => start <= at && at < end)
      return here && (seesOthers || here.staffId === staff_id) ? here : null
    },
    mayChangeHours,
    mayChangeSomeHours: mayChangeHours({ staffId: staff_id ?? 0 }) || mayAddHours(staff_id),
    mayResize: mayMoveAny && holds('clinic.override_appointment_duration'),
    mayMove: ({ appointment, whole, start, end }: Block) =>
      mayMoveAny &&
      appointment.status === 'booked' &&
      (seesOthers || appointment.staff_id === staff_id) &&
      // Of what lies over midnight only a part is in sight.
      start === whole.start &&
      end === whole.end,
    /** The hours at an instant of a column, else new ones from there; null for who may not. */
    hoursAt({ id, date, ground }: Column, at: number, isStaff: boolean, timeZone: string) {
      const here = ground.find(({ start, end }) => start <= at && at < end)
      if (here) return mayChangeHours(here) ? hoursOf(here) : null
      if (!mayAddHours(isStaff ? id : null)) return null
      const place = isStaff ? { staffId: id } : { roomId: id }
      const startTime = clockAt(at, timeZone)
      return { kind: 'new', ...place, date, startTime } satisfies HoursToChange
    },
  }
}

export const hoursOf = ({ availabilityId, date }: Ground) =>
  ({ kind: 'existing', id: availabilityId, date }) satisfies HoursToChange
