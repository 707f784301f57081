import type { SignedInCall } from '../http/implement.ts'
import { Refusal } from '../refusal.ts'

/** Whose appointments the caller sees and changes: null is everybody's, else one clinician's. */
function ownOnly({ viewer }: SignedInCall): { staffId: number | null } | null {
  return viewer.permissions.has('clinic.view_other_appointments')
    ? null
    : { staffId: viewer.staffId }
}

/** @throws Refusal `not_allowed` for a clinician's appointments, unless they are the caller's own. */
export function checkMayChangeOf(call: SignedInCall, staffId: number): void {
  const own = ownOnly(call)
  if (own && own.staffId !== staffId) {
    throw new Refusal('not_allowed', 'You can only see and change your own appointments.')
  }
}

/**
 * The clinician to book with: the one of the request, or the caller.
 * @throws Refusal `not_allowed` with another clinician, for callers who see their own appointments only.
 */
export function clinicianFor(call: SignedInCall, staffId: number | undefined): number | undefined {
  const own = ownOnly(call)
  if (!own) return staffId
  if (own.staffId === null || (staffId ?? own.staffId) !== own.staffId) {
    throw new Refusal('not_allowed', 'You can only book appointments with yourself.')
  }
  return own.staffId
}
