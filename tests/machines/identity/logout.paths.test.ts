import { expect, test } from 'vitest'
import { logoutMachine } from '#machines/identity/logout.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answered, broken, runMachine } from '../walk-machine.ts'
import { logoutCatalogue } from './logout.catalogue.ts'

const offers = offering(logoutCatalogue.events)

describePaths(logoutMachine, {
  catalogue: logoutCatalogue,
  states: {
    signedIn: offers('signOut.requested'),
    openingPopup: offers(),
    'waiting.pausing': offers('popup.requested', 'fullPage.chosen'),
    'waiting.looking': offers('popup.requested', 'fullPage.chosen'),
    checkingLogout: offers(),
    stillSignedIn: offers('signOut.requested', 'signOut.declined', 'fullPage.chosen'),
    checkFailed: offers(
      'signOut.declined',
      'fullPage.chosen',
      'check.retried',
      'connection.restored',
    ),
    forgetting: offers(),
    goingToStart: offers(),
    leavingForSignOut: offers(),
    left: offers('signOut.requested'),
  },
})

const actors = Object.keys(logoutCatalogue.results)

function begin() {
  const run = runMachine(logoutMachine, { actors })
  const answer = (actorId: string, output?: unknown) => run.happen(answered(actorId, output))
  const asked = () => run.inputs.map(({ actor }) => actor)
  return { ...run, answer, asked, state: () => run.snapshot().value }
}

test('whatever breaks on the way, the person gets signed out or is told that they are not', async () => {
  const run = begin()
  const fail = (actorId: string) => run.happen(broken(actorId))
  await run.happen({ type: 'signOut.requested' })
  await fail('openPopup')
  expect(run.state()).toBe('leavingForSignOut')
  await fail('leaveForSignOut')
  expect(run.state()).toBe('stillSignedIn')
  await run.happen({ type: 'signOut.requested' })
  await run.answer('openPopup', { kind: 'opened' })
  run.clock.increment(500)
  await fail('lookAtPopup')
  expect(run.state()).toBe('checkingLogout')
  await fail('checkLogout')
  expect(run.state()).toBe('checkFailed')
  await run.happen({ type: 'check.retried' })
  await run.answer('checkLogout', { kind: 'signedOut' })
  await fail('signOutLocally')
  expect(run.state()).toBe('goingToStart')
  await fail('goToStart')
  expect(run.state()).toBe('left')
})
