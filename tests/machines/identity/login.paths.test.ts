import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { loginMachine } from '#machines/identity/login.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { loginCatalogue } from './login.catalogue.ts'

type Snapshot = SnapshotFrom<typeof loginMachine>

const offers = offering(loginCatalogue.events)
const isNobody = ({ context }: Snapshot) =>
  expect(context).toMatchObject({ isLoggedIn: false, viewer: null })
const isKnown = ({ context }: Snapshot) => {
  expect(context.isLoggedIn).toBe(true)
  expect(context.viewer?.full_name).toBeTruthy()
}
const all =
  (...checks: ((snapshot: Snapshot) => void)[]) =>
  (snapshot: Snapshot) => {
    for (const check of checks) check(snapshot)
  }

const offer = ['fullPage.chosen', 'signIn.chosen', 'signIn.declined', 'signedIn.elsewhere']
const wait = ['fullPage.chosen', 'popup.requested', 'signIn.declined', 'signedIn.elsewhere']

/** Who asked to sign in is on the way to it; others are told when a call needs it. */
const offersUnlessAsked = (snapshot: Snapshot) => {
  const { started } = snapshot.context
  const isUnrequested = started === 'arrived' || started === 'elsewhere'
  offers(...(isUnrequested ? ['signIn.needed'] : []))(snapshot)
}

describePaths(loginMachine, {
  catalogue: loginCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    signedOut: all(
      isNobody,
      offers('signIn.requested', 'signIn.needed', 'signIn.arrived', 'signedIn.elsewhere'),
    ),
    offering: all(isNobody, offers(...offer), ({ context }) =>
      expect(['interrupted', 'again']).toContain(context.started),
    ),
    openingPopup: all(isNobody, offers()),
    popupBlocked: all(isNobody, offers(...offer)),
    'waiting.pausing': all(isNobody, offers(...wait)),
    'waiting.looking': all(isNobody, offers(...wait)),
    checkingLogin: offersUnlessAsked,
    checkFailed: all(
      isNobody,
      offers(
        'check.retried',
        'connection.restored',
        'signIn.requested',
        'signIn.declined',
        'signIn.needed',
      ),
    ),
    loadingUserDetails: all(isKnown, offersUnlessAsked),
    followingRedirect: all(isKnown, offers(), ({ context }) =>
      expect(context.started).not.toBe('arrived'),
    ),
    loadingReleaseNote: all(isKnown, offers('signIn.needed'), ({ context }) => {
      expect(context.viewer?.permissions).toContain('clinic.view_release_notes')
      expect(['elsewhere', 'again']).not.toContain(context.started)
    }),
    showingReleaseNotes: all(isKnown, offers('releaseNotes.closed', 'signIn.needed')),
    loadingCompetencies: all(isKnown, offers('signIn.needed'), ({ context }) =>
      expect(context.viewer?.staff_id).toBe(3),
    ),
    signedIn: all(
      offers('signIn.requested', 'signIn.needed', 'signedIn.elsewhere'),
      ({ context }) =>
        expect(context).toMatchObject({ isLoggedIn: true, viewer: null, redirect: null }),
    ),
    leavingForSignIn: all(isNobody, offers()),
    left: all(offers('signIn.requested', 'signIn.needed'), ({ context }) =>
      expect(context).toMatchObject({ viewer: null, redirect: null }),
    ),
  },
})
