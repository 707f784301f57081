import { createHash } from 'node:crypto'
import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Redirect } from '#lib/contract/operation.ts'
import { audit, toAuditActor } from '../audit/audit.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { isFromElsewhere } from '../http/request-context.ts'
import { Claims, findOrCreateAccount } from './accounts.ts'
import {
  hostCookie,
  providerTextCookie,
  readHostCookie,
  sessionCookie,
  sessionToken,
} from './cookies.ts'
import { endSessionByToken, readSession, startSession } from './sessions.ts'

export const signInRoutes = {
  'GET private/login-callback/': async ({ query }, call) => {
    const answer = new URLSearchParams(query as Record<string, string>)
    try {
      // The answer counts by the state in a cookie, because the provider may be anywhere.
      if (answer.has('code') || answer.has('error')) return await finishSignIn(call, answer)
      if (isFromElsewhere(call.fetchSite)) return { to: '/login', cookies: [] }
      const { db, settings } = call.services
      const viewer = await readSession(db, settings, sessionToken(settings, call.cookies))
      if (viewer?.isFresh) return { to: '/callback', cookies: [] }
      return await beginSignIn(call, viewer !== null)
    } catch (error) {
      // Logs the kind of fault only, because the rest can name people.
      const { settings, log } = call.services
      const explained = explainSignIn(error)
      const { code, name } = error as { code?: unknown; name?: unknown }
      log.warn(
        { requestId: call.requestId, error: explained.code, reason: code ?? name },
        'sign-in failed',
      )
      return {
        to: `/callback?${new URLSearchParams({ error: explained.code })}`,
        cookies: explained.text
          ? [providerTextCookie(settings, explained.code, explained.text)]
          : [],
      }
    }
  },
} satisfies Handlers

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b((Headless)?Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Nothing of interest comes later, and a pattern for it takes longer and longer. */
const READ = 500

export function browserName(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, READ) ?? ''
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '')
}

const STALE_SECONDS = 900
const CALLBACK_PATH = '/api/private/login-callback/'

/**
 * An older sign-in at the provider does not count. Asked for an age, a provider says when it was
 * (OpenID Connect Core, section 3.1.2.1).
 */
const LONGEST_SINGLE_SIGN_ON_SECONDS = 30 * 24 * 60 * 60

/**
 * A cookie keeps what recognises the provider's answer.
 * @param isAgain the provider asks who they are, unless they have just shown it.
 */
async function beginSignIn(call: Call, isAgain: boolean): Promise<Redirect> {
  const { settings, provider } = call.services
  const configuration = await provider.configuration()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const verifier = oidc.randomPKCECodeVerifier()
  const maxAge = isAgain ? settings.SIGN_IN_AGAIN_MINUTES * 60 : LONGEST_SINGLE_SIGN_ON_SECONDS
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: `${settings.publicUrl}${CALLBACK_PATH}`,
    response_type: 'code',
    scope: settings.OIDC_SCOPE,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    max_age: String(maxAge),
  })
  return {
    to: address.href,
    cookies: [
      attemptCookie(
        call,
        state,
        [nonce, verifier, ...(isAgain ? [maxAge] : [])].join('.'),
        STALE_SECONDS,
      ),
    ],
  }
}

/** Always starts a new session. @throws the provider's error, or an answer that does not match. */
async function finishSignIn(call: Call, answer: URLSearchParams): Promise<Redirect> {
  const { db, settings, provider } = call.services
  const state = answer.get('state') ?? ''
  const [nonce, verifier, maxAge] = (readAttempt(call, state) ?? '').split('.')
  if (!nonce || !verifier) throw new SignInError('state_mismatch')
  const refused = answer.get('error')
  if (refused) throw new SignInError(knownCode(refused), answer.get('error_description') ?? '')
  const configuration = await provider.configuration()
  const tokens = await oidc.authorizationCodeGrant(
    configuration,
    new URL(`${settings.publicUrl}${CALLBACK_PATH}?${answer}`),
    {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(maxAge && { maxAge: Number(maxAge) }),
    },
  )
  const idClaims = tokens.claims()
  if (!idClaims) throw new SignInError('invalid_response')
  const info = configuration.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(configuration, tokens.access_token, idClaims.sub)
    : {}
  const claims = Claims.parse({ ...idClaims, ...info, sub: idClaims.sub })

  const token = await db.transaction().execute(async (tx) => {
    const account = await findOrCreateAccount(tx, call, provider.issuer, claims, settings)
    await endSessionByToken(tx, sessionToken(settings, call.cookies))
    const started = await startSession(tx, settings, {
      accountId: account.accountId,
      idToken: tokens.id_token ?? '',
      authenticatedAt: authenticatedAt(idClaims.auth_time),
      browser: browserName(call.userAgent),
      source: call.source,
    })
    const person = await readSession(tx, settings, started)
    if (!person) throw new SignInError('account_closed')
    await audit(tx, call, {
      actor: toAuditActor(person),
      action: 'session.started',
      subjectType: 'person',
      subjectId: account.personId,
      patientId: account.personId,
    })
    return started
  })
  return {
    to: '/callback',
    cookies: [attemptCookie(call, state, '', 0), sessionCookie(settings, token)],
  }
}

/** Not in the future, whatever the provider's clock says. */
const authenticatedAt = (seconds: number | undefined) =>
  seconds === undefined ? null : new Date(Math.min(seconds * 1000, Date.now()))

class SignInError extends Error {
  readonly code: string
  readonly text: string

  constructor(code: string, text = '') {
    super(code)
    this.name = 'SignInError'
    this.code = code
    this.text = text
  }
}

/** openid-client uses these codes for an answer that is not valid. */
const INVALID = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

function explainSignIn(error: unknown): { code: string; text: string } {
  if (error instanceof SignInError) return { code: knownCode(error.code), text: error.text }
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return { code: knownCode(error.error), text: error.error_description ?? '' }
  }
  const isInvalid =
    error instanceof z.ZodError ||
    (error instanceof oidc.ClientError && INVALID.has(error.code ?? ''))
  return { code: isInvalid ? 'invalid_response' : 'temporarily_unavailable', text: '' }
}

/**
 * They are those of OAuth 2.0 (section 4.1.2.1) and OpenID Connect (section 3.1.2.6), with those of
 * a token.
 */
const PROTOCOL_CODES = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'login_required',
  'registration_not_supported',
  'request_not_supported',
  'request_uri_not_supported',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unmet_authentication_requirements',
  'unsupported_grant_type',
  'unsupported_response_type',
])
const KNOWN_CODES = new Set([
  ...PROTOCOL_CODES,
  'account_closed',
  'invalid_response',
  'state_mismatch',
])

/** A provider, or anybody, could write anything into the address and the log. */
const knownCode = (text: string) => (KNOWN_CODES.has(text) ? text : 'unknown_error')

// One for each attempt, so that two windows do not interfere.
function attemptName(state: string): string {
  return `carelane-sign-in-${createHash('sha256').update(state).digest('hex').slice(0, 16)}`
}

const attemptCookie = (call: Call, state: string, value: string, maxAge: number) =>
  hostCookie(call.services.settings, attemptName(state), value, maxAge)

const readAttempt = (call: Call, state: string) =>
  readHostCookie(call.services.settings, call.cookies, attemptName(state))
