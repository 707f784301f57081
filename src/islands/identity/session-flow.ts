import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import type { loginMachine } from '#machines/identity/login.machine.ts'
import { logoutMachine } from '#machines/identity/logout.machine.ts'
import { notify } from '../ui/feedback/notify.ts'
import { pagePerson } from './account-element.ts'
import { signOutLocally } from './identity-user.ts'
import {
  checkLogin,
  type LoginDeps,
  loginWithActors,
  type Navigation,
  type SessionPopup,
} from './login.actors.ts'
import { openPopup } from './popup.ts'
import { refreshAccount } from './refresh-account.ts'
import type { TabMessage } from './tab-channel.ts'
import { hasUnsavedWork } from './unsaved-work.ts'

type SessionDeps = Omit<LoginDeps, 'address' | 'popup'> & { settings: PublicSettings }

export type SessionFlow = ReturnType<typeof startSessionFlow>

export function startSessionFlow({ settings, ...deps }: SessionDeps) {
  const { api, navigation } = deps
  const signInAddress = `${settings.apiBase}/private/login-callback/`
  const signOutAddress = `${settings.apiBase}/private/logout`
  const signInPopup = sessionPopup(signInAddress)
  const signOutPopup = sessionPopup(signOutAddress)
  const login = createActor(
    loginWithActors({ ...deps, address: signInAddress, popup: signInPopup }),
  ).start()
  const logout = createActor(
    logoutWithActors({ api, address: signOutAddress, popup: signOutPopup, navigation }),
  ).start()
  showNotices(login)
  addEventListener('online', () => {
    login.send({ type: 'connection.restored' })
    logout.send({ type: 'connection.restored' })
  })

  return {
    login,
    logout,
    /**
     * @param opened the popup that the click itself has opened; null where the browser did not.
     * @param redirect path to go to afterwards; null to go on here.
     */
    signIn(opened: Window | null, redirect: string | null) {
      signInPopup.hand(opened)
      login.send({ type: 'signIn.requested', redirect })
    },
    signOut(opened: Window | null) {
      signOutPopup.hand(opened)
      logout.send({ type: 'signOut.requested' })
    },
    /** @param isAgain who is signed in shows once more who they are, as a step asks for. */
    needSignIn: ({ isAgain = false } = {}) => login.send({ type: 'signIn.needed', isAgain }),
    arrive: () => login.send({ type: 'signIn.arrived' }),
    hear(message: TabMessage) {
      if (message.type === 'signed-out') {
        const isOurs = !logout.getSnapshot().matches('signedIn')
        if (!isOurs && pagePerson() !== null) void showSignedOut(navigation)
        return
      }
      const isIdle =
        login.getSnapshot().matches('signedOut') || login.getSnapshot().matches('signedIn')
      if (isIdle && message.person === pagePerson()) return
      login.send({ type: 'signedIn.elsewhere' })
    },
  }
}

/** A page with nothing to lose shows itself again; another says so and waits. */
async function showSignedOut(navigation: Navigation) {
  if (!hasUnsavedWork()) return navigation.reload()
  notify('You have been signed out in another tab. Anything you had not saved yet is not saved.', {
    kind: 'warning',
    action: { label: 'Load the page again', run: () => navigation.reload() },
  })
  await refreshAccount()
}

const TEXTS = {
  notFinished: 'You are not signed in.',
  signedIn: 'You are signed in.',
}

function showNotices(login: ActorRefFrom<typeof loginMachine>) {
  let said: keyof typeof TEXTS | null = null
  login.subscribe(({ context: { notice } }) => {
    if (notice && notice !== said) notify(TEXTS[notice])
    said = notice
  })
}

type LogoutDeps = {
  api: ApiClient
  address: string
  popup: SessionPopup
  navigation: Navigation
}

function logoutWithActors({ api, address, popup, navigation }: LogoutDeps) {
  return logoutMachine.provide({
    actors: {
      openPopup: fromPromise(async () => popup.open()),
      lookAtPopup: fromPromise(async () => popup.look()),
      leaveForSignOut: fromPromise(async () => {
        popup.close()
        navigation.assign(address)
      }),
      checkLogout: fromPromise(async () => ({ kind: (await checkLogin(api)).kind })),
      signOutLocally: fromPromise(async () => signOutLocally()),
      goToStart: fromPromise(async () => navigation.replace('/')),
    },
    actions: { raisePopup: popup.raise },
  })
}

function sessionPopup(address: string): SessionPopup {
  let popup: Window | null = null
  let handed: Window | null | undefined
  return {
    hand(opened) {
      handed = opened
    },
    open() {
      try {
        popup = handed === undefined ? openPopup(address) : handed
      } catch {
        popup = null
      }
      handed = undefined
      return { kind: popup ? 'opened' : 'blocked' }
    },
    look: () => ({ kind: popup && !popup.closed ? 'open' : 'closed' }),
    raise: () => popup?.focus(),
    close() {
      popup?.close()
      popup = null
    },
  }
}
