import { can } from '#lib/policy/policy.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { Refusal } from '../refusal.ts'

/** The only clinician whose schedule the viewer sees; null is everybody, 0 is nobody. */
export const onlyStaffIdFor = (viewer: SignedIn): number | null =>
  can(viewer, 'schedule.see') ? null : (viewer.staffId ?? 0)

/** @throws Refusal `not_allowed` for another clinician. */
export function checkMayChangeOf({ viewer }: SignedInCall, staffId: number): void {
  if (can(viewer, 'schedule.see', { staffId })) return
  throw new Refusal('not_allowed', 'You can only see and change your own appointments.')
}

/** The requested clinician, or the caller. @throws Refusal `not_allowed` for another clinician. */
export function clinicianFor(
  { viewer }: SignedInCall,
  requested: number | undefined,
  refusal = 'You can only book appointments with yourself.',
): number | undefined {
  const staffId = requested ?? onlyStaffIdFor(viewer) ?? undefined
  if (staffId === undefined || can(viewer, 'schedule.see', { staffId })) return staffId
  throw new Refusal('not_allowed', refusal)
}
