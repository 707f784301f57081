import { ErrorResponse, ErrorTimeout, type User, type UserManager } from 'oidc-client-ts'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { silentRenewMachine } from '#machines/identity/silent-renew.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { identityUserText, removeIdentityUser, watchIdentityUser } from './identity-user.ts'
import { checkLogin } from './login.actors.ts'
import { AnotherSubjectError, EXPIRING_NOTICE_SECONDS } from './user-manager.ts'

export type SilentRenewDeps = {
  settings: PublicSettings
  manager: Pick<UserManager, 'events' | 'getUser' | 'removeUser' | 'signinSilent'>
  api: ApiClient
  hasUnsavedWork: () => boolean
  reload: () => void
}

export function silentRenewWithActors(deps: SilentRenewDeps) {
  return silentRenewMachine.provide({
    actors: {
      readUser: fromPromise(() => readUser(deps)),
      renewToken: fromPromise(() => inTurn(deps.settings, () => renew(deps))),
      removeUser: fromPromise(async () => {
        await deps.manager.removeUser()
        removeIdentityUser()
      }),
      checkSignedIn: fromPromise(async () => ({ kind: (await checkLogin(deps.api)).kind })),
      reloadPage: fromPromise(async ({ input }) => reloadPage(deps, input.isRequested)),
    },
  })
}

/** Undefined where the provider did not say how long the token lasts: it never ends then. */
const secondsLeft = ({ expires_in }: User) => expires_in ?? Number.POSITIVE_INFINITY

async function readUser({
  manager,
}: SilentRenewDeps): Promise<ActorResult<typeof silentRenewMachine, 'readUser'>> {
  // This is also what sets up the client's notices.
  const user = await manager.getUser()
  if (!user) return { kind: 'absent' }
  return { kind: secondsLeft(user) > 0 ? 'present' : 'expired' }
}

const LOCK = 'carelane.silentRenew'
/** A tab that renews for longer than this has gone to sleep over it. */
const LONGEST_TURN_MS = 60_000
/** What one tab stores can reach another after the turn that stored it. */
const HANDING_OVER_MS = 1_000

async function inTurn(
  settings: PublicSettings,
  work: () => Promise<ActorResult<typeof silentRenewMachine, 'renewToken'>>,
): Promise<ActorResult<typeof silentRenewMachine, 'renewToken'>> {
  // There is no lock without TLS; two tabs then may renew twice.
  if (!('locks' in navigator)) return work()
  const { locks } = navigator
  const signal = AbortSignal.timeout(LONGEST_TURN_MS)
  let stopWatching = () => {}
  const handedOver = new Promise<void>((resolve) => {
    stopWatching = watchIdentityUser(settings, () => resolve())
  })
  const workNext = async () => {
    await Promise.race([handedOver, new Promise((next) => setTimeout(next, HANDING_OVER_MS))])
    return await work()
  }
  try {
    const first = await locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : null))
    return first ?? (await locks.request(LOCK, { signal }, workNext))
  } catch (error) {
    if (error === signal.reason) return { kind: 'timedOut' }
    throw error
  } finally {
    stopWatching()
  }
}

async function renew({
  manager,
  settings,
}: SilentRenewDeps): Promise<ActorResult<typeof silentRenewMachine, 'renewToken'>> {
  const before = identityUserText(settings)
  const user = await manager.getUser()
  if (!user) return { kind: 'userChanged' }
  if (secondsLeft(user) > EXPIRING_NOTICE_SECONDS) return { kind: 'renewed' }
  const { sub } = user.profile
  let subject: string | null = sub
  const stopWatching = watchIdentityUser(settings, (now) => {
    subject = now?.subject ?? null
  })
  try {
    const renewed = await manager.signinSilent()
    if (subject !== sub) {
      // Whoever signed out in between stays signed out: the client has just stored them again.
      await manager.removeUser()
      return { kind: 'userChanged' }
    }
    const isLasting = renewed !== null && secondsLeft(renewed) > EXPIRING_NOTICE_SECONDS
    return isLasting ? { kind: 'renewed' } : { kind: 'failed', code: 'short_lived' }
  } catch (error) {
    // It was said of somebody who is not here any more.
    if (identityUserText(settings) !== before) return { kind: 'userChanged' }
    return explain(error)
  } finally {
    stopWatching()
  }
}

/** These codes mean that the provider knows nobody here. */
const ANONYMOUS = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
])

/** The client says these in words. */
const CODES: Record<string, string> = {
  'State does not match': 'state_mismatch',
  'No matching state found in storage': 'state_not_found',
  'subject from UserInfo response does not match subject in ID Token': 'user_info_mismatch',
}
const OTHER_SUBJECT = 'sub in id_token does not match current sub'

/**
 * @throws unexpected errors. Only words of the protocol are passed on: others may name a person.
 */
function explain(error: unknown): ActorResult<typeof silentRenewMachine, 'renewToken'> {
  if (error instanceof ErrorTimeout) return { kind: 'timedOut' }
  if (error instanceof AnotherSubjectError) return { kind: 'anotherSubject' }
  if (error instanceof ErrorResponse) {
    const code = error.error ?? ''
    if (ANONYMOUS.has(code)) return { kind: 'anonymous' }
    return { kind: 'failed', code: /^[a-z_]{1,40}$/.test(code) ? code : 'provider_error' }
  }
  if (error instanceof TypeError) return { kind: 'failed', code: 'network' }
  const message = error instanceof Error ? error.message : ''
  if (message === OTHER_SUBJECT) return { kind: 'anotherSubject' }
  const code = CODES[message]
  if (!code) throw error
  return { kind: 'failed', code }
}

const RELOADED_AT = 'carelane.silentRenewReload'
/** A page that needs loading again again within this time would not be helped by it. */
const LATELY_MS = 60_000

function reloadPage(
  deps: SilentRenewDeps,
  isRequested: boolean,
): ActorResult<typeof silentRenewMachine, 'reloadPage'> {
  if (!isRequested && deps.hasUnsavedWork()) return { kind: 'unsavedWork' }
  if (!isRequested && !noteReload()) return { kind: 'reloadedLately' }
  deps.reload()
  return { kind: 'reloading' }
}

/** Is false too where it cannot be noted: nothing then would stop the next reload. */
function noteReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT))
    if (Math.abs(Date.now() - last) < LATELY_MS) return false
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    return true
  } catch {
    return false
  }
}
