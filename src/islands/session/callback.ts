import type { UserManager } from 'oidc-client-ts'
import { signInErrorCode } from '#lib/sign-in-problem.ts'

type Client = Pick<UserManager, 'signinRedirect' | 'signinCallback'>

export type CallbackOutcome =
  /** The window is on its way to the identity provider. */
  { kind: 'leaving' } | { kind: 'signedIn' } | { kind: 'failed'; code: string }

/**
 * The browser's own part of a sign-in, once the API has signed the person in: without an answer in
 * the address it asks the identity provider, whose session answers without asking again; with one
 * it stores the identity-provider user.
 */
export async function runCallback(client: Client, address: string): Promise<CallbackOutcome> {
  try {
    if (!new URL(address).searchParams.has('code')) {
      // This page is not one to come back to.
      await client.signinRedirect({ redirectMethod: 'replace' })
      return { kind: 'leaving' }
    }
    await client.signinCallback(address)
    return { kind: 'signedIn' }
  } catch (error) {
    return { kind: 'failed', code: signInErrorCode(error) }
  }
}
