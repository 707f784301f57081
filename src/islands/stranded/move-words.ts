import type { Alternative, StrandedAppointment } from '#lib/contract/stranded.ts'
import { formatDateTime } from '#lib/format-date-time.ts'

/** Whether a place is before the time that the patient knows: they may come too late for it. */
export const isEarlier = (place: Alternative, { start }: Pick<StrandedAppointment, 'start'>) =>
  Date.parse(place.start) < Date.parse(start)

/** Where an appointment has been moved to: "10am on …, Amara Okafor, Harbour Street". */
export const placeWords = (place: Alternative, timeZone: string) =>
  [formatDateTime(place.start, timeZone), place.staff_name, place.site_name].join(', ')

/** What moves an appointment to a place: "Move to 10am on …", "Move earlier, to 9am on …". */
export const moveWords = (
  place: Alternative,
  appointment: Pick<StrandedAppointment, 'start'>,
  timeZone: string,
) => {
  const where = [place.staff_name, place.room_name, place.site_name].join(', ')
  const move = isEarlier(place, appointment) ? 'Move earlier to' : 'Move to'
  return `${move} ${formatDateTime(place.start, timeZone)}, ${where}`
}
