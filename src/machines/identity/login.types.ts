import type { Viewer } from '#lib/contract/identity.ts'

/** `isAgain`: a sign-in that is too old for the step is none. */
export type CheckLoginInput = { isAgain: boolean }
export type CheckLoginResult = { kind: 'signedIn'; viewer: Viewer } | { kind: 'signedOut' }
export type LoadUserDetailsResult = { kind: 'loaded' } | { kind: 'signedOut' }

/**
 * A person requested it; a call was refused in the midst of something, so that what is on the page
 * stays, because nobody was signed in or (`again`) too long ago for the step; this page was reached
 * by it; another tab or window has done it.
 */
type StartReason = 'requested' | 'interrupted' | 'again' | 'arrived' | 'elsewhere'

export type FollowRedirectInput = {
  redirect: string | null
  viewer: Viewer | null
  started: StartReason
}
export type FollowRedirectResult = { kind: 'leaving' } | { kind: 'staying' }
export type LoadLatestReleaseNoteResult = { kind: 'unread' } | { kind: 'nothingNew' }

/** It is shown in the background; `notFinished`: the window was closed first. */
type Notice = 'notFinished' | 'signedIn'

export type LoginContext = {
  isLoggedIn: boolean
  viewer: Viewer | null
  redirect: string | null
  started: StartReason
  notice: Notice | null
}

export type LoginEvent =
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
