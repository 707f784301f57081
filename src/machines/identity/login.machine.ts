import { and, assign, setup } from 'xstate'
import type { Viewer } from '#lib/contract/identity.ts'
import { can } from '#lib/policy/policy.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { type LookAtPopupResult, type OpenPopupResult, POPUP_POLL_MS } from './popup.ts'

/**
 * A person requested it; a call was refused in the midst of something, so that what is on the page
 * stays, because nobody was signed in or (`again`) too long ago for the step; this page was reached
 * by it; another tab or window has done it.
 */
type StartReason = 'requested' | 'interrupted' | 'again' | 'arrived' | 'elsewhere'

/** It is shown in the background; `notFinished`: the window was closed first. */
type Notice = 'notFinished' | 'signedIn'

type LoginContext = {
  isLoggedIn: boolean
  viewer: Viewer | null
  redirect: string | null
  started: StartReason
  notice: Notice | null
}

type LoginEvent =
  | { type: 'signIn.requested'; redirect: string | null }
  | { type: 'signIn.needed'; isAgain: boolean }
  | { type: 'signIn.arrived' }
  | { type: 'signIn.chosen' }
  | { type: 'signIn.declined' }
  | { type: 'signedIn.elsewhere' }
  | { type: 'popup.requested' }
  | { type: 'fullPage.chosen' }
  | { type: 'check.retried' }
  | { type: 'connection.restored' }
  | { type: 'releaseNotes.closed' }

type LoadLatestReleaseNoteResult = { kind: 'unread' } | { kind: 'nothingNew' }

type FollowRedirectResult = { kind: 'leaving' } | { kind: 'staying' }

type FollowRedirectInput = {
  redirect: string | null
  viewer: Viewer | null
  started: StartReason
}

type LoadUserDetailsResult = { kind: 'loaded' } | { kind: 'signedOut' }

type CheckLoginResult = { kind: 'signedIn'; viewer: Viewer } | { kind: 'signedOut' }

/** `isAgain`: a sign-in that is too old for the step is none. */
type CheckLoginInput = { isAgain: boolean }

const START_PAGE = '/'

const nobody = {
  isLoggedIn: false,
  viewer: null,
  redirect: null,
  started: 'elsewhere',
  notice: null,
} as const satisfies LoginContext

type Needed = Pick<Extract<LoginEvent, { type: 'signIn.needed' }>, 'isAgain'>
const startReason = ({ isAgain }: Needed) => (isAgain ? 'again' : 'interrupted')

const loginSetup = setup({
  types: { context: {} as LoginContext, events: {} as LoginEvent },
  actors: {
    openPopup: providedActor<OpenPopupResult>(),
    lookAtPopup: providedActor<LookAtPopupResult>(),
    leaveForSignIn: providedActor<void, { redirect: string | null }>(),
    checkLogin: providedActor<CheckLoginResult, CheckLoginInput>(),
    loadUserDetails: providedActor<LoadUserDetailsResult>(),
    followRedirect: providedActor<FollowRedirectResult, FollowRedirectInput>(),
    loadLatestReleaseNote: providedActor<LoadLatestReleaseNoteResult>(),
    loadExpiringCompetencies: providedActor<void, { staffId: number }>(),
  },
  actions: {
    raisePopup: () => undefined,
    closePopup: () => undefined,
    forgetGuest: () => undefined,
    noteRequested: assign((_, params: { redirect: string | null }) => ({
      ...nobody,
      started: 'requested' as const,
      redirect: params.redirect,
    })),
    noteInterrupted: assign((_, params: Needed) => ({ ...nobody, started: startReason(params) })),
    noteNeeded: assign({ started: (_, params: Needed) => startReason(params) }),
    noteArrived: assign({ ...nobody, started: 'arrived' }),
    noteElsewhere: assign(nobody),
    recogniseViewer: assign({
      isLoggedIn: true,
      viewer: (_, params: { viewer: Viewer }) => params.viewer,
    }),
    resetAuth: assign({ isLoggedIn: false, viewer: null }),
    fallBack: assign({ redirect: START_PAGE }),
    forgetViewer: assign({ viewer: null, redirect: null }),
    announceNotFinished: assign({ notice: 'notFinished' }),
    announceSignedIn: assign({ notice: 'signedIn' }),
    announceNothing: assign({ notice: null }),
  },
  guards: {
    isUnrequested: ({ context }) =>
      context.started === 'arrived' || context.started === 'elsewhere',
    isRequested: ({ context }) => context.started === 'requested',
    isMessageShown: ({ context }) => context.started === 'elsewhere' || context.started === 'again',
    hasArrived: ({ context }) => context.started === 'arrived',
    isInterrupted: ({ context }) =>
      context.started === 'interrupted' || context.started === 'again',
    hasRedirectAside: ({ context }) => context.redirect !== null && context.redirect !== START_PAGE,
    mayViewReleaseNotes: ({ context }) => can(context.viewer, 'releaseNotes.see'),
    isClinician: ({ context }) => typeof context.viewer?.staff_id === 'number',
  },
  delays: { popupPoll: POPUP_POLL_MS },
})

const nobodySignedIn = [
  { guard: 'isInterrupted', target: 'offering', actions: 'resetAuth' },
  { guard: 'isRequested', target: 'signedOut', actions: ['resetAuth', 'announceNotFinished'] },
  { target: 'signedOut', actions: 'resetAuth' },
] as const

const offer = {
  'signIn.chosen': 'openingPopup',
  'fullPage.chosen': 'leavingForSignIn',
  'signIn.declined': 'signedOut',
  'signedIn.elsewhere': 'checkingLogin',
} as const

const asSaid = ({ event }: { event: { isAgain: boolean } }) => event

const needed = {
  'signIn.needed': {
    target: 'offering',
    actions: { type: 'noteInterrupted', params: asSaid },
  },
} as const

const neededConcurrently = {
  'signIn.needed': {
    guard: 'isUnrequested',
    actions: { type: 'noteNeeded', params: asSaid },
  },
} as const

const requestedAgain = {
  'signIn.requested': {
    target: 'openingPopup',
    actions: {
      type: 'noteRequested',
      params: ({ event }: { event: { redirect: string | null } }) => event,
    },
  },
  ...needed,
} as const

/**
 * Signing in: a popup, then who it is, then where they were going, then
 * what staff should know. Without a popup the whole page goes to sign in, and arrives back.
 */
export const loginMachine = loginSetup.createMachine({
  id: 'login',
  context: nobody,
  initial: 'signedOut',
  states: {
    signedOut: {
      on: {
        ...requestedAgain,
        'signIn.arrived': { target: 'checkingLogin', actions: 'noteArrived' },
        'signedIn.elsewhere': { target: 'checkingLogin', actions: 'announceNothing' },
      },
    },
    offering: { on: offer },
    openingPopup: {
      invoke: {
        id: 'openPopup',
        src: 'openPopup',
        onDone: [{ guard: isKind('opened'), target: 'waiting' }, { target: 'popupBlocked' }],
        onError: 'popupBlocked',
      },
    },
    popupBlocked: { on: offer },
    waiting: {
      initial: 'pausing',
      on: {
        'popup.requested': { actions: 'raisePopup' },
        'fullPage.chosen': { target: 'leavingForSignIn', actions: 'closePopup' },
        'signIn.declined': { target: 'signedOut', actions: 'closePopup' },
        'signedIn.elsewhere': 'checkingLogin',
      },
      states: {
        pausing: { after: { popupPoll: 'looking' } },
        looking: {
          invoke: {
            id: 'lookAtPopup',
            src: 'lookAtPopup',
            onDone: [
              { guard: isKind('open'), target: 'pausing' },
              { target: '#login.checkingLogin' },
            ],
            onError: '#login.checkingLogin',
          },
        },
      },
    },
    checkingLogin: {
      on: neededConcurrently,
      invoke: {
        id: 'checkLogin',
        src: 'checkLogin',
        input: ({ context }) => ({ isAgain: context.started === 'again' }),
        onDone: [
          whenKind('signedIn', { target: 'loadingUserDetails', actions: 'recogniseViewer' }),
          ...nobodySignedIn,
        ],
        onError: { target: 'checkFailed', actions: 'resetAuth' },
      },
    },
    checkFailed: {
      on: {
        ...requestedAgain,
        'check.retried': 'checkingLogin',
        'connection.restored': 'checkingLogin',
        'signIn.declined': 'signedOut',
      },
    },
    loadingUserDetails: {
      on: neededConcurrently,
      invoke: {
        id: 'loadUserDetails',
        src: 'loadUserDetails',
        onDone: [
          {
            guard: and([isKind('loaded'), 'hasArrived']),
            target: 'arriving',
            actions: 'forgetGuest',
          },
          { guard: isKind('loaded'), target: 'followingRedirect', actions: 'forgetGuest' },
          ...nobodySignedIn,
        ],
        onError: { target: 'checkFailed', actions: 'resetAuth' },
      },
    },
    followingRedirect: {
      invoke: {
        id: 'followRedirect',
        src: 'followRedirect',
        input: ({ context: { redirect, viewer, started } }) => ({ redirect, viewer, started }),
        onDone: [
          { guard: isKind('leaving'), target: 'left' },
          { target: 'arriving', actions: 'announceSignedIn' },
        ],
        onError: [
          {
            guard: 'hasRedirectAside',
            target: 'followingRedirect',
            reenter: true,
            actions: 'fallBack',
          },
          { target: 'arriving', actions: 'announceSignedIn' },
        ],
      },
    },
    arriving: {
      always: [
        // The tab in which they signed in tells them, or told them when they first did.
        { guard: 'isMessageShown', target: 'signedIn' },
        { guard: 'mayViewReleaseNotes', target: 'loadingReleaseNote' },
        { target: 'caughtUp' },
      ],
    },
    loadingReleaseNote: {
      on: needed,
      invoke: {
        id: 'loadLatestReleaseNote',
        src: 'loadLatestReleaseNote',
        onDone: [
          { guard: isKind('unread'), target: 'showingReleaseNotes' },
          { target: 'caughtUp' },
        ],
        // A failed changelog fetch is ignored.
        onError: 'caughtUp',
      },
    },
    showingReleaseNotes: { on: { ...needed, 'releaseNotes.closed': 'caughtUp' } },
    caughtUp: {
      always: [{ guard: 'isClinician', target: 'loadingCompetencies' }, { target: 'signedIn' }],
    },
    loadingCompetencies: {
      on: needed,
      invoke: {
        id: 'loadExpiringCompetencies',
        src: 'loadExpiringCompetencies',
        input: ({ context }) => ({ staffId: context.viewer?.staff_id ?? 0 }),
        onDone: 'signedIn',
        onError: 'signedIn',
      },
    },
    signedIn: {
      entry: 'forgetViewer',
      on: {
        ...requestedAgain,
        'signedIn.elsewhere': { target: 'checkingLogin', actions: 'noteElsewhere' },
      },
    },
    leavingForSignIn: {
      invoke: {
        id: 'leaveForSignIn',
        src: 'leaveForSignIn',
        input: ({ context }) => ({ redirect: context.redirect }),
        onDone: 'left',
        onError: 'popupBlocked',
      },
    },
    left: { entry: 'forgetViewer', on: requestedAgain },
  },
})
