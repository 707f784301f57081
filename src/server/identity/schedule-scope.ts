import { can, type PolicyAction, permits } from '#lib/policy/policy.ts'
import type { SignedInCall } from '../http/implement.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { SignedIn } from './sessions.ts'

/** It is the only clinician whose schedule the viewer sees; null is everybody, 0 is nobody. */
export const onlyStaffIdFor = (viewer: SignedIn): number | null =>
  can(viewer, 'schedule.see') ? null : (viewer.staffId ?? 0)

export function checkMay({ viewer }: SignedInCall, action: PolicyAction, staffId: number): void {
  if (permits(viewer, action, { staffId }) === 'yes') return
  throw new Refusal(
    'not_allowed',
    can(viewer, 'schedule.see', { staffId })
      ? 'You do not have permission to change this appointment.'
      : 'You can only see and change your own appointments.',
  )
}

export function clinicianFor(
  { viewer }: SignedInCall,
  action: 'appointment.book' | 'schedule.see',
  requested: number | undefined,
): number | undefined {
  if (requested === undefined && can(viewer, action)) return undefined
  const staffId = requested ?? viewer.staffId ?? 0
  if (can(viewer, action, { staffId })) return staffId
  throw new Refusal(
    'not_allowed',
    action === 'schedule.see'
      ? 'You can only see your own appointments.'
      : 'You can only book appointments with yourself.',
  )
}
