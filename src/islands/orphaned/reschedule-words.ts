import type { Alternative, OrphanedAppointment } from '#lib/contract/orphaned-appointments.ts'
import { formatDateTime } from '#lib/format-date-time.ts'
import type { SiteCrossing } from '#machines/schedule/site-crossing.ts'

/** Whether a place is before the time that the patient knows: they may come too late for it. */
export const isEarlier = (place: Alternative, { start }: OrphanedAppointment) =>
  Date.parse(place.start) < Date.parse(start)

export const isElsewhere = (place: Alternative, { site }: OrphanedAppointment) =>
  place.site_id !== site.id

/** What to ask before the patient has to go to another branch; null for a place at the same one. */
export const crossingTo = (
  place: Alternative,
  appointment: OrphanedAppointment,
  timeZone: string,
): SiteCrossing | null =>
  isElsewhere(place, appointment)
    ? {
        from: appointment.site.name,
        to: place.site_name,
        place: `${formatDateTime(place.start, timeZone)}, ${place.staff_name}`,
      }
    : null

/** What moves an appointment to a place: "Move to 10am on …", "Move earlier, to 9am on …". */
export const rescheduleWords = (
  place: Alternative,
  appointment: OrphanedAppointment,
  timeZone: string,
) => {
  const where = [place.staff_name, place.room_name, place.site_name].join(', ')
  const move = isEarlier(place, appointment) ? 'Move earlier to' : 'Move to'
  return `${move} ${formatDateTime(place.start, timeZone)}, ${where}`
}
