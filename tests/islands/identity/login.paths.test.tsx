import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, vi } from 'vitest'
import type { ContextFrom } from 'xstate'
import { SignInDialogs } from '#islands/identity/SignInDialogs.tsx'
import { loginMachine } from '#machines/identity/login.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { loginCatalogue } from '../../machines/identity/login.catalogue.ts'
import { runMachine, shortWalks, stateName } from '../../machines/walk-machine.ts'
import { describeScreens, notOffered } from '../describe-screens.ts'
import { buttons, showsNothing, title } from './shown-dialog.ts'

const CHANGELOG = '# Release [1.2.0] (August)\n\n- Sign in with a popup\n'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(CHANGELOG))
})

async function begin() {
  const run = runMachine(loginMachine, {
    actors: Object.keys(loginCatalogue.results),
    delays: { 'login.waiting.pausing': 500 },
  })
  const user = userEvent.setup()
  render(<SignInDialogs login={run.actor} />)
  return { run, user }
}

type Stage = Awaited<ReturnType<typeof begin>>

/** What a person presses to bring an event about. */
const pressed: Record<string, string> = {
  'signIn.declined': 'Close',
  'popup.requested': 'Show the window',
  'fullPage.chosen': 'Sign in on this page',
  'check.retried': 'Try again',
  'releaseNotes.closed': 'Done',
}
const chosen: Record<string, string> = { offering: 'Sign in', popupBlocked: 'Try again' }

async function drive(
  { run, user }: Stage,
  event: Happening,
  { from, to }: { from: string; to: string },
) {
  const name = event.type === 'signIn.chosen' ? chosen[from] : pressed[event.type]
  const button = name && screen.queryByRole('button', { name })
  if (name && !button) return notOffered
  await (button ? user.click(button) : act(() => run.happen(event)))
  return expect(stateName(run.snapshot().value)).toBe(to)
}

type Context = ContextFrom<typeof loginMachine>

const isQuiet = ({ started }: Context) => started === 'arrived' || started === 'elsewhere'
const signingIn = (context: Context) => {
  if (isQuiet(context)) return showsNothing()
  expect(title()).toBe('Signing you in')
  expect(screen.getByRole('status').textContent).toBe('Checking your sign-in')
  expect(buttons()).toEqual([])
}
const waiting = () => {
  expect(title()).toBe('Sign in')
  expect(buttons()).toEqual(['Close', 'Show the window', 'Sign in on this page'])
}

const screens: Record<string, (context: Context) => unknown> = {
  signedOut: showsNothing,
  offering: () => {
    expect(title()).toBe('Sign in to continue')
    expect(screen.getByText(/Everything you entered is still here/)).toBeTruthy()
    expect(screen.getByText(/you may lose what you have entered/)).toBeTruthy()
    expect(buttons()).toEqual(['Close', 'Sign in', 'Sign in on this page'])
  },
  openingPopup: showsNothing,
  popupBlocked: ({ started }) => {
    expect(title()).toBe('The window did not open')
    expect(screen.queryAllByText(/you may lose what you have entered/)).toHaveLength(
      ['interrupted', 'again'].includes(started) ? 1 : 0,
    )
    expect(buttons()).toEqual(['Close', 'Try again', 'Sign in on this page'])
  },
  'waiting.pausing': waiting,
  'waiting.looking': waiting,
  checkingLogin: signingIn,
  checkFailed: (context) => {
    if (isQuiet(context)) return showsNothing()
    expect(title()).toBe('We could not finish signing you in')
    expect(buttons()).toEqual(['Close', 'Try again'])
  },
  loadingUserDetails: signingIn,
  followingRedirect: signingIn,
  loadingReleaseNote: showsNothing,
  showingReleaseNotes: async () => {
    await screen.findByText('Sign in with a popup')
    expect(title()).toBe('What’s new')
  },
  loadingCompetencies: showsNothing,
  signedIn: showsNothing,
  leavingForSignIn: showsNothing,
  left: showsNothing,
}

describeScreens('every way through signing in', {
  paths: shortWalks(loginMachine, {
    events: happenings(loginCatalogue),
    distinguish: ({ started, viewer }: Context) => [started, viewer?.id],
    // Nobody has asked there to sign in.
    offeredNowhere: (context: Context) =>
      isQuiet(context) ? ['checkFailed: check.retried', 'checkFailed: signIn.declined'] : [],
  }),
  open: begin,
  drive,
  screens: Object.fromEntries(
    Object.entries(screens).map(([state, look]) => [
      state,
      ({ run }: Stage) => look(run.snapshot().context),
    ]),
  ),
})
