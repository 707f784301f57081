import {
  ErrorResponse,
  type SigninResponse,
  type User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { SIGN_IN_PREFIX, USER_PREFIX } from './identity-user.ts'

const STALE_STATE_SECONDS = 900
export const EXPIRING_NOTICE_SECONDS = 10
const SILENT_REQUEST_SECONDS = 10
const SESSION_CHECK_SECONDS = 2
const CLOCK_SKEW_SECONDS = 300

export class AnotherSubjectError extends Error {
  override readonly name = 'AnotherSubjectError'
}

/**
 * An ID token has been issued and has not expired, by a clock that may be wrong by 300 s.
 * @param claims are in seconds since 1970.
 */
export const isValidAt = ({ iat, exp }: { iat: number; exp: number }, milliseconds: number) =>
  iat - CLOCK_SKEW_SECONDS <= milliseconds / 1000 && milliseconds / 1000 < exp + CLOCK_SKEW_SECONDS

/** Adds two checks that the client leaves out. */
class CheckingUserManager extends UserManager {
  protected override async _buildUser(response: SigninResponse, subject?: string): Promise<User> {
    const { profile } = response
    // The client itself calls this `login_required`, as it calls a provider that knows nobody.
    if (subject && subject !== profile.sub) throw new AnotherSubjectError()
    // The person stays signed in at the API; only the provider's tokens are not kept.
    if (!isValidAt(profile, Date.now())) throw new ErrorResponse({ error: 'login_required' })
    return super._buildUser(response, subject)
  }
}

let known: { settings: string; manager: UserManager } | null = null

/**
 * The browser uses the authorization code with PKCE, and stores the user in local storage. There is
 * one for each page. The silent-renew machine renews the tokens.
 */
export function userManager({ identity }: PublicSettings): UserManager {
  const settings = JSON.stringify(identity)
  if (known?.settings !== settings) known = { settings, manager: createUserManager(identity) }
  return known.manager
}

function createUserManager({ authority, clientId, scope }: PublicSettings['identity']) {
  const { origin } = location
  return new CheckingUserManager({
    authority,
    client_id: clientId,
    scope,
    // The authorization-code flow is the only one that is accepted, and
    // S256 the only challenge that this client makes.
    response_type: 'code',
    disablePKCE: false,
    redirect_uri: `${origin}/callback`,
    silent_redirect_uri: `${origin}/silent-renew`,
    post_logout_redirect_uri: `${origin}/logout-success`,
    loadUserInfo: true,
    staleStateAgeInSeconds: STALE_STATE_SECONDS,
    accessTokenExpiringNotificationTimeInSeconds: EXPIRING_NOTICE_SECONDS,
    silentRequestTimeoutInSeconds: SILENT_REQUEST_SECONDS,
    requestTimeoutInSeconds: SILENT_REQUEST_SECONDS,
    checkSessionIntervalInSeconds: SESSION_CHECK_SECONDS,
    automaticSilentRenew: false,
    stateStore: new WebStorageStateStore({ prefix: SIGN_IN_PREFIX, store: localStorage }),
    userStore: new WebStorageStateStore({ prefix: USER_PREFIX, store: localStorage }),
  })
}
