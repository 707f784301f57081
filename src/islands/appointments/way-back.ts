import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'

/**
 * Gives the way in which an appointment can be set back to booked: the viewer undoes what they have
 * just done, or corrects it with a reason. Null where they may not.
 */
export function parseWayBack({
  status_change,
  may,
}: Pick<ClinicAppointment, 'status_change' | 'may'>): 'undo' | 'correct' | null {
  const until = status_change?.undo_until
  if (may.undo && until && Date.now() < Date.parse(until)) return 'undo'
  return may.correct ? 'correct' : null
}

/** Is null where neither type nor duration may be changed. */
export function formatChange({ change_type, change_duration }: ClinicAppointment['may']) {
  if (change_type) return change_duration ? 'Change type or duration' : 'Change type'
  return change_duration ? 'Change duration' : null
}
