import type { SignedInCall } from '../http/implement.ts'
import { Refusal } from '../refusal.ts'

/** Whose appointments somebody sees and changes: null is everybody's, else the clinician's of this id. */
function ownOnly({ viewer }: SignedInCall): { staffId: number | null } | null {
  return viewer.permissions.has('clinic.view_other_appointments')
    ? null
    : { staffId: viewer.staffId }
}

/** @throws Refusal `not_allowed` for a clinician's appointments, unless they are one's own. */
export function checkMayChangeOf(call: SignedInCall, staffId: number): void {
  const own = ownOnly(call)
  if (own && own.staffId !== staffId) {
    throw new Refusal('not_allowed', 'You can only see and change your own appointments.')
  }
}

/**
 * With whom somebody books: whoever is asked for, or oneself.
 * @throws Refusal `not_allowed` with another clinician, for who sees their own appointments only.
 */
export function clinicianFor(call: SignedInCall, staffId: number | undefined): number | undefined {
  const own = ownOnly(call)
  if (!own) return staffId
  if (own.staffId === null || (staffId ?? own.staffId) !== own.staffId) {
    throw new Refusal('not_allowed', 'You can only book appointments with yourself.')
  }
  return own.staffId
}
