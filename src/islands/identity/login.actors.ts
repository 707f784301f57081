import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { ownPath } from '#lib/page/own-path.ts'
import { loginMachine } from '#machines/identity/login.machine.ts'
import type { LookAtPopupResult, OpenPopupResult } from '#machines/identity/popup.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import { guestSession } from '../booking/details/guest-session.ts'
import { pagePerson } from './account-element.ts'
import { refreshAccount } from './refresh-account.ts'
import { noteArrival, storeReturnPath } from './return-path.ts'
import { hasUnsavedWork } from './unsaved-work.ts'

export type Navigation = Pick<Location, 'assign' | 'replace' | 'reload'>

export type LoginDeps = {
  /** Its refusals are part of the flow: nothing else hears of them. */
  api: ApiClient
  address: string
  popup: SessionPopup
  navigation: Navigation
  keepSignedIn: () => void
  afterSignIn: {
    loadLatestReleaseNote: () => Promise<ActorResult<typeof loginMachine, 'loadLatestReleaseNote'>>
    loadExpiringCompetencies: (staffId: number) => Promise<void>
  }
}

export function loginWithActors(deps: LoginDeps) {
  const { popup, afterSignIn } = deps
  return loginMachine.provide({
    actors: {
      openPopup: fromPromise(async () => popup.open()),
      lookAtPopup: fromPromise(async () => popup.look()),
      leaveForSignIn: fromPromise(async ({ input }) => {
        const { pathname, search, hash } = location
        storeReturnPath(input.redirect ?? pathname + search + hash)
        deps.navigation.assign(deps.address)
      }),
      checkLogin: fromPromise(({ input }) => checkLogin(deps.api, input)),
      loadUserDetails: fromPromise(() => loadUserDetails(deps.api)),
      followRedirect: fromPromise(({ input }) => followRedirect(deps, input)),
      loadLatestReleaseNote: fromPromise(() => afterSignIn.loadLatestReleaseNote()),
      loadExpiringCompetencies: fromPromise(({ input }) =>
        afterSignIn.loadExpiringCompetencies(input.staffId),
      ),
    },
    actions: {
      raisePopup: popup.raise,
      closePopup: popup.close,
      forgetGuest: () => guestSession().forget(),
    },
  })
}

export async function checkLogin(
  api: ApiClient,
  { isAgain }: ActorInput<typeof loginMachine, 'checkLogin'> = { isAgain: false },
): Promise<ActorResult<typeof loginMachine, 'checkLogin'>> {
  try {
    const viewer = await api.call('GET private/is-logged-in/')
    return isAgain && !viewer.is_fresh ? { kind: 'signedOut' } : { kind: 'signedIn', viewer }
  } catch (error) {
    if (isNotSignedIn(error)) return { kind: 'signedOut' }
    throw error
  }
}

async function loadUserDetails(
  api: ApiClient,
): Promise<ActorResult<typeof loginMachine, 'loadUserDetails'>> {
  try {
    await api.call('GET private/user-auth/user_details/')
    return { kind: 'loaded' }
  } catch (error) {
    if (isNotSignedIn(error)) return { kind: 'signedOut' }
    throw error
  }
}

const isNotSignedIn = (error: unknown) => error instanceof ApiError && error.status === 401

async function followRedirect(
  { navigation, keepSignedIn }: LoginDeps,
  { redirect, viewer, started }: ActorInput<typeof loginMachine, 'followRedirect'>,
): Promise<ActorResult<typeof loginMachine, 'followRedirect'>> {
  if (redirect !== null) {
    const path = ownPath(redirect)
    if (path === null) throw new Error('The redirect does not lead to a page of this site.')
    noteArrival()
    navigation.replace(path)
    return { kind: 'leaving' }
  }
  // What was made for one person is not left on the screen for another.
  const isAnothers = pagePerson() !== null && pagePerson() !== viewer?.uuid
  const isInterrupted = started === 'interrupted' || started === 'again'
  if (isAnothers || !(isInterrupted || hasUnsavedWork())) {
    if (started !== 'elsewhere') noteArrival()
    navigation.reload()
    return { kind: 'leaving' }
  }
  keepSignedIn()
  await refreshAccount()
  return { kind: 'staying' }
}

export type SessionPopup = {
  /** It was opened by the click itself, or is null where the browser did not; used by `open`. */
  hand: (opened: Window | null) => void
  open: () => OpenPopupResult
  look: () => LookAtPopupResult
  raise: () => void
  close: () => void
}
