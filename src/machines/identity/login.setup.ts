import { assign, setup } from 'xstate'
import type { Viewer } from '#lib/contract/identity.ts'
import { can } from '#lib/policy/policy.ts'
import { providedActor } from '../provided-actor.ts'
import type {
  CheckLoginInput,
  CheckLoginResult,
  FollowRedirectInput,
  FollowRedirectResult,
  LoadLatestReleaseNoteResult,
  LoadUserDetailsResult,
  LoginContext,
  LoginEvent,
} from './login.types.ts'
import { type LookAtPopupResult, type OpenPopupResult, POPUP_POLL_MS } from './popup.ts'

const START_PAGE = '/'

export const nobody = {
  isLoggedIn: false,
  viewer: null,
  redirect: null,
  started: 'elsewhere',
  notice: null,
} as const satisfies LoginContext

type Needed = Pick<Extract<LoginEvent, { type: 'signIn.needed' }>, 'isAgain'>
const startReason = ({ isAgain }: Needed) => (isAgain ? 'again' : 'interrupted')

export const loginSetup = setup({
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
