import type { Alternative, OrphanedAppointment } from '#lib/contract/orphaned-appointments.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import type { FormatMove } from '#machines/schedule/format-move.ts'
import { mentionsTime, type Sends } from '../identity/sends-context.ts'

export const MOST_NAMED = 5

export const isEarlier = (place: Alternative, { start }: OrphanedAppointment) =>
  Date.parse(place.start) < Date.parse(start)

export const isElsewhere = (place: Alternative, { site }: OrphanedAppointment) =>
  place.site_id !== site.id

/** Is null for a place at the same branch. */
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

/** Is null where neither time nor branch changes. */
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

export const formatResolvedTime = (
  place: Alternative,
  appointment: OrphanedAppointment,
  timeZone: string,
) => {
  const move = isEarlier(place, appointment) ? 'Move earlier to' : 'Move to'
  const when = formatDateTime(place.start, timeZone)
  const who = `${place.staff_name}, ${place.room_name}`
  return isElsewhere(place, appointment)
    ? `${move} ${place.site_name}, ${when}, ${who}`
    : `${move} ${when}, ${who}, ${place.site_name}`
}
