import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { mayChooseDuration } from './what-is-booked.ts'

/** What of an appointment somebody may change beside its time. */
export type MayChange = { chooseType: boolean; chooseDuration: boolean }

/** @param permissions of who looks at the appointment. */
export function mayChangeOf(permissions: readonly Permission[]): MayChange {
  const mayChange = permissions.includes('clinic.change_appointment')
  return {
    chooseType: mayChange && permissions.includes('clinic.view_appointmenttype'),
    chooseDuration: mayChange && mayChooseDuration(permissions),
  }
}

/**
 * How somebody can set an appointment back to booked: what they have just done they undo, else they
 * correct it with a reason; null where they may not, or it is booked.
 */
export function wayBackOf(
  { status, status_change }: Pick<ClinicAppointment, 'status' | 'status_change'>,
  permissions: readonly Permission[],
): 'undo' | 'correct' | null {
  if (status === 'booked' || !permissions.includes('clinic.change_appointment')) return null
  const until = status_change?.undo_until
  if (until && Date.now() < Date.parse(until)) return 'undo'
  return permissions.includes('clinic.change_outcome') ? 'correct' : null
}

/** What the control that does it is called; null where there is nothing that may be changed. */
export function changeWords({ chooseType, chooseDuration }: MayChange): string | null {
  if (chooseType) return chooseDuration ? 'Change type or duration' : 'Change type'
  return chooseDuration ? 'Change duration' : null
}
