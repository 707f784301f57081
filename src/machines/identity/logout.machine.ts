import { setup } from 'xstate'
import { isKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { type LookAtPopupResult, type OpenPopupResult, POPUP_POLL_MS } from './popup.ts'

type CheckLogoutResult = { kind: 'signedOut' } | { kind: 'signedIn' }

type LogoutEvent =
  | { type: 'signOut.requested' }
  | { type: 'signOut.declined' }
  | { type: 'popup.requested' }
  | { type: 'fullPage.chosen' }
  | { type: 'check.retried' }
  | { type: 'connection.restored' }

const logoutSetup = setup({
  types: { events: {} as LogoutEvent },
  actors: {
    openPopup: providedActor<OpenPopupResult>(),
    lookAtPopup: providedActor<LookAtPopupResult>(),
    leaveForSignOut: providedActor<void>(),
    checkLogout: providedActor<CheckLogoutResult>(),
    signOutLocally: providedActor<void>(),
    goToStart: providedActor<void>(),
  },
  actions: {
    raisePopup: () => undefined,
  },
  delays: { popupPoll: POPUP_POLL_MS },
})

const goOn = {
  'fullPage.chosen': 'leavingForSignOut',
  'signOut.declined': 'signedIn',
} as const

/**
 * Signing out: a popup signs out at the API and at the identity
 * provider; once nobody is signed in there, this browser forgets the person too.
 */
export const logoutMachine = logoutSetup.createMachine({
  id: 'logout',
  initial: 'signedIn',
  states: {
    signedIn: { on: { 'signOut.requested': 'openingPopup' } },
    openingPopup: {
      invoke: {
        id: 'openPopup',
        src: 'openPopup',
        onDone: [{ guard: isKind('opened'), target: 'waiting' }, { target: 'leavingForSignOut' }],
        onError: 'leavingForSignOut',
      },
    },
    waiting: {
      initial: 'pausing',
      on: {
        'popup.requested': { actions: 'raisePopup' },
        'fullPage.chosen': 'leavingForSignOut',
      },
      states: {
        pausing: { after: { popupPoll: 'looking' } },
        looking: {
          invoke: {
            id: 'lookAtPopup',
            src: 'lookAtPopup',
            onDone: [
              { guard: isKind('open'), target: 'pausing' },
              { target: '#logout.checkingLogout' },
            ],
            onError: '#logout.checkingLogout',
          },
        },
      },
    },
    checkingLogout: {
      invoke: {
        id: 'checkLogout',
        src: 'checkLogout',
        onDone: [{ guard: isKind('signedOut'), target: 'forgetting' }, { target: 'stillSignedIn' }],
        onError: 'checkFailed',
      },
    },
    stillSignedIn: { on: { ...goOn, 'signOut.requested': 'openingPopup' } },
    checkFailed: {
      on: { ...goOn, 'check.retried': 'checkingLogout', 'connection.restored': 'checkingLogout' },
    },
    forgetting: {
      invoke: {
        id: 'signOutLocally',
        src: 'signOutLocally',
        onDone: 'goingToStart',
        onError: 'goingToStart',
      },
    },
    goingToStart: {
      invoke: { id: 'goToStart', src: 'goToStart', onDone: 'left', onError: 'left' },
    },
    leavingForSignOut: {
      invoke: {
        id: 'leaveForSignOut',
        src: 'leaveForSignOut',
        onDone: 'left',
        onError: 'stillSignedIn',
      },
    },
    left: { on: { 'signOut.requested': 'openingPopup' } },
  },
})
