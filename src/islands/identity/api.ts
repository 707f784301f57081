import { type ApiClient, createApiClient } from '#lib/api/client.ts'
import type { ErrorCode } from '#lib/contract/errors.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'

/**
 * A call of signed-in people that is answered with 401 offers to sign in, and is rejected all the
 * same. A guest's token that is no longer known is no matter of signing in, so public calls offer
 * nothing.
 */
export function sessionApi(settings: PublicSettings, send?: typeof fetch): ApiClient {
  return createApiClient(settings.apiBase, send, (key, code) => {
    if (!/^\w+ public\//.test(key)) void offerSignIn(code, settings)
  })
}

export async function offerSignIn(code: ErrorCode, settings?: PublicSettings): Promise<void> {
  const { pageSession } = await import('./page-session.tsx')
  pageSession(settings).needSignIn({ isAgain: code === 'sign_in_again' })
}
