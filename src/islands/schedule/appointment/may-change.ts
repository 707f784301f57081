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

/** What the control that does it is called; null where there is nothing that may be changed. */
export function changeWords({ chooseType, chooseDuration }: MayChange): string | null {
  if (chooseType) return chooseDuration ? 'Change type or duration' : 'Change type'
  return chooseDuration ? 'Change duration' : null
}
