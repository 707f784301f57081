import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { type CheckLogoutResult, logoutMachine } from '#machines/identity/logout.machine.ts'
import type { LookAtPopupResult, OpenPopupResult } from '#machines/identity/popup.ts'
import { signOutLocally } from './identity-user.ts'
import { checkLogin, type Navigation } from './login.actors.ts'
import type { SessionPopup } from './session-popup.ts'

type LogoutDeps = {
  api: ApiClient
  address: string
  popup: SessionPopup
  navigation: Navigation
}

export function logoutWithActors({ api, address, popup, navigation }: LogoutDeps) {
  return logoutMachine.provide({
    actors: {
      openPopup: fromPromise<OpenPopupResult, undefined>(async () => popup.open()),
      lookAtPopup: fromPromise<LookAtPopupResult, undefined>(async () => popup.look()),
      leaveForSignOut: fromPromise<void, undefined>(async () => {
        popup.close()
        navigation.assign(address)
      }),
      checkLogout: fromPromise<CheckLogoutResult, undefined>(() => checkLogin(api)),
      signOutLocally: fromPromise<void, undefined>(async () => signOutLocally()),
      goToStart: fromPromise<void, undefined>(async () => navigation.replace('/')),
    },
    actions: { raisePopup: popup.raise },
  })
}
