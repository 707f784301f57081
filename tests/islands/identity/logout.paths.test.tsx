import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { SignOutDialogs } from '#islands/identity/SessionDialogs.tsx'
import { logoutMachine } from '#machines/identity/logout.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { logoutCatalogue } from '../../machines/identity/logout.catalogue.ts'
import { longWalks, runMachine, stateName } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { buttons, showsNothing, title } from './shown-dialog.ts'

async function begin() {
  const run = runMachine(logoutMachine, {
    actors: Object.keys(logoutCatalogue.results),
    delays: { 'logout.waiting.pausing': 500 },
  })
  const user = userEvent.setup()
  render(<SignOutDialogs logout={run.actor} />)
  return { run, user }
}

type Stage = Awaited<ReturnType<typeof begin>>

const pressed: Record<string, string> = {
  'signOut.declined': 'Close',
  'popup.requested': 'Show the window',
  'fullPage.chosen': 'Sign out on this page',
  'check.retried': 'Try again',
}

async function drive(
  { run, user }: Stage,
  event: Happening,
  { from, to }: { from: string; to: string },
) {
  const name =
    event.type === 'signOut.requested' && from === 'stillSignedIn'
      ? 'Try again'
      : pressed[event.type]
  if (name) await user.click(screen.getByRole('button', { name }))
  else await act(() => run.happen(event))
  expect(stateName(run.snapshot().value)).toBe(to)
}

const signingOut = () => {
  expect(title()).toBe('Signing you out')
  expect(screen.getByRole('status').textContent).toBe('Checking that you are signed out')
  expect(buttons()).toEqual([])
}
const waiting = () => {
  expect(title()).toBe('Sign out')
  expect(buttons()).toEqual(['Show the window', 'Sign out on this page'])
}

const screens: Record<string, () => void> = {
  signedIn: showsNothing,
  openingPopup: showsNothing,
  'waiting.pausing': waiting,
  'waiting.looking': waiting,
  checkingLogout: signingOut,
  stillSignedIn: () => {
    expect(title()).toBe('You are still signed in')
    expect(buttons()).toEqual(['Close', 'Try again', 'Sign out on this page'])
  },
  checkFailed: () => {
    expect(title()).toBe('We could not finish signing you out')
    expect(buttons()).toEqual(['Close', 'Try again', 'Sign out on this page'])
  },
  forgetting: signingOut,
  goingToStart: signingOut,
  leavingForSignOut: showsNothing,
  left: showsNothing,
}

describeScreens('every way through signing out', {
  paths: longWalks(logoutMachine, { events: happenings(logoutCatalogue) }),
  open: begin,
  drive,
  screens,
})
