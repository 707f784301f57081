import { Refusal } from '../refusals/refusal.ts'
import type { SignedIn } from './sessions.ts'

/**
 * For what somebody at a computer that was left open must not do: export, merge, change access, or
 * make what opens something by itself (docs/decisions/0116).
 * @throws Refusal `sign_in_again`.
 */
export function checkFreshSignIn({ isFresh }: Pick<SignedIn, 'isFresh'>): void {
  if (!isFresh) throw new Refusal('sign_in_again', 'Sign in again to do this.')
}
