import { expect, test } from 'vitest'
import type { EventFrom } from 'xstate'
import { loginMachine } from '#machines/identity/login.machine.ts'
import { answered, broken, runMachine } from '../walk-machine.ts'
import { clinician, loginCatalogue, patient } from './login.catalogue.ts'

const actors = Object.keys(loginCatalogue.results)

/** The login flow whose outside answers when told to; `done` notes the actions of the island. */
function begin() {
  const done: string[] = []
  const note = (name: string) => () => void done.push(name)
  const machine = loginMachine.provide({
    actions: {
      raisePopup: note('raisePopup'),
      closePopup: note('closePopup'),
      forgetGuest: note('forgetGuest'),
    },
  })
  const run = runMachine(machine, { actors })
  const answer = (actorId: string, output?: unknown) => run.happen(answered(actorId, output))
  const fail = (actorId: string) => run.happen(broken(actorId))
  return {
    ...run,
    happen: (event: EventFrom<typeof loginMachine>) => run.happen(event),
    answer,
    fail,
    done,
    state: () => run.snapshot().value,
    context: () => run.snapshot().context,
    asked: (name: string) => run.inputs.filter(({ actor }) => actor === name),
    /** Until the popup is seen to be closed. */
    popupCloses: async () => {
      run.clock.increment(500)
      await answer('lookAtPopup', { kind: 'closed' })
    },
  }
}

async function signInAs(viewer: typeof patient, redirect: string | null = null) {
  const run = begin()
  await run.happen({ type: 'signIn.requested', redirect })
  await run.answer('openPopup', { kind: 'opened' })
  await run.popupCloses()
  await run.answer('checkLogin', { kind: 'signedIn', viewer })
  await run.answer('loadUserDetails', { kind: 'loaded' })
  return run
}

test('the popup is looked at every 500 ms until it closes, and only then who it is', async () => {
  const run = begin()
  await run.happen({ type: 'signIn.requested', redirect: null })
  await run.answer('openPopup', { kind: 'opened' })
  for (let looks = 1; looks <= 3; looks += 1) {
    run.clock.increment(499)
    expect(run.asked('lookAtPopup')).toHaveLength(looks - 1)
    run.clock.increment(1)
    expect(run.asked('lookAtPopup')).toHaveLength(looks)
    await run.answer('lookAtPopup', { kind: 'open' })
  }
  expect(run.asked('checkLogin')).toEqual([])
  await run.popupCloses()
  expect(run.state()).toBe('checkingLogin')
})

test('a redirect that cannot be followed falls back to the start page, once', async () => {
  const run = await signInAs(patient, '/user/appointments')
  await run.fail('followRedirect')
  expect(run.asked('followRedirect').at(-1)).toMatchObject({ input: { redirect: '/' } })
  await run.fail('followRedirect')
  expect(run.state()).toBe('signedIn')
  expect(run.asked('followRedirect')).toHaveLength(2)
})

test('a clinician reads what is new, then hears which competencies expire', async () => {
  const run = await signInAs(clinician)
  await run.answer('followRedirect', { kind: 'staying' })
  expect(run.state()).toBe('loadingReleaseNote')
  await run.answer('loadLatestReleaseNote', { kind: 'unread' })
  expect(run.state()).toBe('showingReleaseNotes')
  expect(run.asked('loadExpiringCompetencies')).toEqual([])
  await run.happen({ type: 'releaseNotes.closed' })
  expect(run.asked('loadExpiringCompetencies')).toMatchObject([{ input: { staffId: 3 } }])
  await run.answer('loadExpiringCompetencies')
  expect(run.state()).toBe('signedIn')
  expect(JSON.stringify(run.actor.getPersistedSnapshot())).not.toContain('Asha')
})

test('a changelog that cannot be read holds nobody up', async () => {
  const run = await signInAs(clinician)
  await run.answer('followRedirect', { kind: 'staying' })
  await run.fail('loadLatestReleaseNote')
  await run.fail('loadExpiringCompetencies')
  expect(run.state()).toBe('signedIn')
})

test('a patient is asked about neither', async () => {
  const run = await signInAs(patient)
  await run.answer('followRedirect', { kind: 'staying' })
  expect(run.state()).toBe('signedIn')
  expect(run.context()).toMatchObject({ isLoggedIn: true, notice: 'signedIn' })
})

test('a step that wants a fresh sign-in goes on asking until there is one', async () => {
  const run = begin()
  await run.happen({ type: 'signIn.needed', isAgain: true })
  await run.happen({ type: 'signIn.chosen' })
  await run.answer('openPopup', { kind: 'opened' })
  await run.popupCloses()
  expect(run.asked('checkLogin')).toMatchObject([{ input: { isAgain: true } }])
  await run.answer('checkLogin', { kind: 'signedOut' })
  expect(run.state()).toBe('offering')
  await run.happen({ type: 'signIn.declined' })
  await run.happen({ type: 'signIn.requested', redirect: null })
  await run.answer('openPopup', { kind: 'opened' })
  await run.popupCloses()
  expect(run.asked('checkLogin').at(-1)).toMatchObject({ input: { isAgain: false } })
})

test('a popup that the browser cut loose and that ends later is still this tab’s sign-in', async () => {
  const run = begin()
  await run.happen({ type: 'signIn.requested', redirect: '/dashboard' })
  await run.answer('openPopup', { kind: 'opened' })
  await run.popupCloses()
  await run.answer('checkLogin', { kind: 'signedOut' })
  await run.happen({ type: 'signedIn.elsewhere' })
  await run.answer('checkLogin', { kind: 'signedIn', viewer: clinician })
  await run.answer('loadUserDetails', { kind: 'loaded' })
  expect(run.asked('followRedirect')).toMatchObject([
    { input: { redirect: '/dashboard', started: 'requested' } },
  ])
})

test('a page that comes back and finds nobody signed in says nothing', async () => {
  const run = begin()
  await run.happen({ type: 'signedIn.elsewhere' })
  await run.answer('checkLogin', { kind: 'signedOut' })
  expect(run.state()).toBe('signedOut')
  expect(run.context().notice).toBeNull()
})

test('whatever breaks on the way, there is another way to sign in', async () => {
  const run = begin()
  await run.happen({ type: 'signIn.requested', redirect: null })
  await run.fail('openPopup')
  expect(run.state()).toBe('popupBlocked')
  await run.happen({ type: 'fullPage.chosen' })
  await run.fail('leaveForSignIn')
  expect(run.state()).toBe('popupBlocked')
  await run.happen({ type: 'signIn.chosen' })
  await run.answer('openPopup', { kind: 'opened' })
  run.clock.increment(500)
  await run.fail('lookAtPopup')
  expect(run.state()).toBe('checkingLogin')
  await run.fail('checkLogin')
  expect(run.state()).toBe('checkFailed')
  expect(run.context()).toMatchObject({ isLoggedIn: false, viewer: null })
  await run.happen({ type: 'check.retried' })
  expect(run.state()).toBe('checkingLogin')
})

test('a call that is refused while staff read what is new is not forgotten', async () => {
  const run = begin()
  await run.happen({ type: 'signIn.arrived' })
  await run.answer('checkLogin', { kind: 'signedIn', viewer: clinician })
  await run.answer('loadUserDetails', { kind: 'loaded' })
  await run.answer('loadLatestReleaseNote', { kind: 'unread' })
  await run.happen({ type: 'signIn.needed', isAgain: false })
  expect(run.state()).toBe('offering')
  expect(run.context()).toMatchObject({ isLoggedIn: false, viewer: null })
})

test('nor is one that is refused while a page finds out who has signed in', async () => {
  const run = begin()
  await run.happen({ type: 'signIn.arrived' })
  await run.happen({ type: 'signIn.needed', isAgain: false })
  expect(run.state()).toBe('checkingLogin')
  await run.answer('checkLogin', { kind: 'signedOut' })
  expect(run.state()).toBe('offering')
})
