import type { UserManager } from 'oidc-client-ts'
import { isAnonymous, signInErrorCode, signInErrorTexts } from '#lib/identity/sign-in-problem.ts'

type Client = Pick<UserManager, 'signinRedirect' | 'signinCallback' | 'removeUser'>

export type CallbackOutcome =
  | { kind: 'leaving' }
  | { kind: 'signedIn' }
  | { kind: 'anonymous'; code: string }
  | { kind: 'failed'; code: string; text: string }

/**
 * Runs once the API has signed the person in: without an answer in the address it asks the identity
 * provider, whose session answers without asking again; with one it stores the identity-provider
 * user.
 */
export async function runCallback(client: Client, address: string): Promise<CallbackOutcome> {
  try {
    const answer = new URL(address).searchParams
    if (!answer.has('code') && !answer.has('error')) {
      // This page is not one to come back to.
      await client.signinRedirect({ redirectMethod: 'replace' })
      return { kind: 'leaving' }
    }
    await client.signinCallback(address)
    return { kind: 'signedIn' }
  } catch (error) {
    const code = signInErrorCode(error)
    if (!isAnonymous(code)) return { kind: 'failed', code, text: signInErrorTexts(error) }
    await client.removeUser()
    return { kind: 'anonymous', code }
  }
}
