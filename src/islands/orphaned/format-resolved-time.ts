import type { Alternative, OrphanedAppointment } from '#lib/contract/orphaned-appointments.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { FormatMove } from '#machines/schedule/format-move.ts'
import { mentionsTime, type Sends } from '../identity/sends-context.ts'

/** More appointments than these are counted, not named one by one. */
export const MOST_NAMED = 5

/** Whether a place is before the time that the patient knows: they may come too late for it. */
export const isEarlier = (place: Alternative, { start }: OrphanedAppointment) =>
  Date.parse(place.start) < Date.parse(start)

export const isElsewhere = (place: Alternative, { site }: OrphanedAppointment) =>
  place.site_id !== site.id

/** What to ask before the patient has to go to another branch; null for a place at the same one. */
export const formatBranchChange = (
  place: Alternative,
  appointment: OrphanedAppointment,
  timeZone: string,
): FormatMove | null =>
  isElsewhere(place, appointment)
    ? {
        from: appointment.site.name,
        to: place.site_name,
        place: `${formatDateTime(place.start, timeZone)}, ${place.staff_name}`,
      }
    : null

/** What to ask before the patient has to come at another time, or to another branch; null for neither. */
export const questionAbout = (
  place: Alternative,
  appointment: OrphanedAppointment,
  { sends, timeZone }: { sends: Sends; timeZone: string },
): FormatMove | null => {
  const branchChange = formatBranchChange(place, appointment, timeZone)
  if (
    branchChange ||
    !mentionsTime(sends, Date.parse(appointment.start), Date.parse(place.start))
  ) {
    return branchChange
  }
  return {
    from: formatDateTime(appointment.start, timeZone),
    to: formatDateTime(place.start, timeZone),
    place: `${place.staff_name}, ${place.room_name}`,
  }
}

/** What moves an appointment to a place: "Move to 10am on …", "Move to Quay Lane, 9am on …". */
export const formatResolvedTime = (
  place: Alternative,
  appointment: OrphanedAppointment,
  timeZone: string,
) => {
  const move = isEarlier(place, appointment) ? 'Move earlier to' : 'Move to'
  const when = formatDateTime(place.start, timeZone)
  const who = `${place.staff_name}, ${place.room_name}`
  // Another branch comes first: a narrow list cuts the end off.
  return isElsewhere(place, appointment)
    ? `${move} ${place.site_name}, ${when}, ${who}`
    : `${move} ${when}, ${who}, ${place.site_name}`
}
