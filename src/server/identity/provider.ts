import * as oidc from 'openid-client'
import { limitedText } from '../http/limited-text.ts'
import { DEMO_PROVIDER_PATH, type Settings } from '../settings.ts'

const CLOCK_SKEW_SECONDS = 300
const TIMEOUT_SECONDS = 10
const LARGEST_ANSWER_BYTES = 1024 * 1024

export type ProviderClient = {
  configuration: () => Promise<oidc.Configuration>
  /** Accounts are filed under it. The demonstration's address changes with the port. */
  issuer: string
}

export function createProviderClient(settings: Settings): ProviderClient {
  const isDemo = settings.OIDC_ISSUER === `${settings.publicUrl}${DEMO_PROVIDER_PATH}`
  let known: Promise<oidc.Configuration> | null = null
  return {
    issuer: isDemo ? 'demo' : settings.OIDC_ISSUER,
    configuration: () => {
      known ??= discover(settings).catch((error: unknown) => {
        // Tries again next time, because the provider may be back.
        known = null
        throw error
      })
      return known
    },
  }
}

async function discover(settings: Settings): Promise<oidc.Configuration> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = settings
  const issuer = new URL(OIDC_ISSUER)
  return await oidc.discovery(
    issuer,
    OIDC_CLIENT_ID,
    { [oidc.clockTolerance]: CLOCK_SKEW_SECONDS },
    OIDC_CLIENT_SECRET ? oidc.ClientSecretBasic(OIDC_CLIENT_SECRET) : oidc.None(),
    {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: limitedFetch,
      // Checks the signature of id tokens, not only the connection.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
}

/** The client has a timeout, but no limit of size. */
const limitedFetch: oidc.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  const text = await limitedText(response, LARGEST_ANSWER_BYTES, options.signal)
  const { status, headers } = response
  const hasBody = status !== 204 && status !== 304
  return new Response(hasBody ? text : null, { status, headers })
}
