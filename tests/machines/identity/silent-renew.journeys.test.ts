import { expect, test } from 'vitest'
import type { ActorRefFrom } from 'xstate'
import { RETRY_AFTER_MS, silentRenewMachine } from '#machines/identity/silent-renew.machine.ts'
import { answered, broken, findLeaf, runMachine } from '../walk-machine.ts'
import { silentRenewCatalogue } from './silent-renew.catalogue.ts'

/** A run of the machine, and the codes of the failures it raised. */
function begin({ online = true } = {}) {
  const run = runMachine(silentRenewMachine, {
    actors: Object.keys(silentRenewCatalogue.results),
    input: { online },
  })
  const failures: string[] = []
  const actor = run.actor as ActorRefFrom<typeof silentRenewMachine>
  actor.on('silentRenew.failed', ({ code }) => failures.push(code))
  const answer = (actorId: string, output?: unknown) => run.happen(answered(actorId, output))
  return {
    failures,
    answer,
    happen: (...types: string[]) =>
      types.reduce<Promise<void>>(
        (before, type) => before.then(() => run.happen({ type })),
        Promise.resolve(),
      ),
    breakDown: (actorId: string) => run.happen(broken(actorId)),
    wait: async (milliseconds: number) => {
      run.clock.increment(milliseconds)
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
    },
    state: () => findLeaf(run.snapshot()),
    asked: () => run.inputs.map(({ actor: name }) => name),
    lastInput: () => run.inputs.at(-1)?.input,
  }
}

/** A signed-in page whose token is about to end. */
async function beginRenewing(options?: { online: boolean }) {
  const run = begin(options)
  await run.answer('readUser', { kind: 'present' })
  expect(run.state()).toBe('watching')
  await run.happen('token.expiring')
  return run
}

test('a token is renewed when its end is near, again and again', async () => {
  const run = await beginRenewing()
  await run.answer('renewToken', { kind: 'renewed' })
  expect(run.state()).toBe('watching')
  await run.happen('token.expiring')
  await run.answer('renewToken', { kind: 'renewed' })
  expect(run.state()).toBe('watching')
  expect(run.asked()).toEqual(['readUser', 'renewToken', 'renewToken'])
})

test('a time-out is tried again after five seconds, not before', async () => {
  const run = await beginRenewing()
  await run.answer('renewToken', { kind: 'timedOut' })
  await run.wait(RETRY_AFTER_MS - 1)
  expect(run.state()).toBe('waitingToRetry')
  await run.wait(1)
  expect(run.state()).toBe('renewing')
  await run.answer('renewToken', { kind: 'renewed' })
  expect(run.state()).toBe('watching')
  expect(RETRY_AFTER_MS).toBe(5_000)
  expect(run.failures).toEqual([])
})

test('while the token is good, time-outs are tried again for ever', async () => {
  const run = await beginRenewing()
  for (let tries = 0; tries < 5; tries += 1) {
    await run.answer('renewToken', { kind: 'timedOut' })
    await run.wait(RETRY_AFTER_MS)
  }
  expect(run.state()).toBe('renewing')
})

test('a token that ends amid time-outs is tried once more, then cleared, and the page reloads', async () => {
  const run = await beginRenewing()
  await run.happen('token.expired')
  await run.answer('renewToken', { kind: 'timedOut' })
  await run.wait(RETRY_AFTER_MS)
  await run.answer('renewToken', { kind: 'timedOut' })
  expect(run.state()).toBe('clearing')
  await run.answer('removeUser')
  expect(run.lastInput()).toEqual({ isRequested: false })
  await run.answer('reloadPage', { kind: 'reloading' })
  expect(run.state()).toBe('reloaded')
})

test('a laptop that wakes up after the end hears both notices, and renews all the same', async () => {
  const run = begin()
  await run.answer('readUser', { kind: 'present' })
  await run.happen('token.expiring', 'token.expired')
  await run.answer('renewToken', { kind: 'timedOut' })
  await run.wait(RETRY_AFTER_MS)
  await run.answer('renewToken', { kind: 'renewed' })
  expect(run.state()).toBe('watching')
  expect(run.asked()).not.toContain('removeUser')
})

test('a page that is opened after the end tries to renew first', async () => {
  const run = begin()
  await run.answer('readUser', { kind: 'expired' })
  expect(run.state()).toBe('renewing')
  await run.answer('renewToken', { kind: 'failed', code: 'server_error' })
  expect(run.state()).toBe('clearing')
})

test('nobody at the provider: the stored user goes, and who is signed in here is not troubled', async () => {
  const run = await beginRenewing()
  await run.answer('renewToken', { kind: 'anonymous' })
  expect(run.state()).toBe('forgetting')
  await run.answer('removeUser')
  await run.answer('checkSignedIn', { kind: 'signedIn' })
  expect(run.state()).toBe('absent')
  expect(run.failures).toEqual([])
})

test('nobody at the provider and nobody here: sign-in is offered until somebody signs in', async () => {
  const run = await beginRenewing()
  await run.answer('renewToken', { kind: 'anonymous' })
  await run.answer('removeUser')
  await run.answer('checkSignedIn', { kind: 'signedOut' })
  expect(run.state()).toBe('signInOffered')
  await run.happen('user.changed')
  await run.answer('readUser', { kind: 'present' })
  expect(run.state()).toBe('watching')
})

test('for somebody else at the provider the stored user goes and sign-in is offered', async () => {
  const run = await beginRenewing()
  await run.answer('renewToken', { kind: 'anotherSubject' })
  await run.answer('removeUser')
  expect(run.state()).toBe('signInOffered')
  expect(run.asked()).not.toContain('checkSignedIn')
})

test('any other error is raised by its code, once; the end of the token then clears and reloads', async () => {
  const run = await beginRenewing()
  await run.answer('renewToken', { kind: 'failed', code: 'invalid_grant' })
  expect(run.state()).toBe('failed')
  await run.happen('token.expiring')
  expect(run.state()).toBe('failed')
  await run.happen('token.expired')
  expect(run.state()).toBe('clearing')
  expect(run.failures).toEqual(['invalid_grant'])
})

test('what nobody expected is raised as just that', async () => {
  const run = await beginRenewing()
  await run.breakDown('renewToken')
  expect(run.state()).toBe('failed')
  expect(run.failures).toEqual(['unexpected'])
})

test('half-filled: the reload is offered, not done, until it is asked for', async () => {
  const run = await beginRenewing()
  await run.happen('token.expired')
  await run.breakDown('renewToken')
  await run.answer('removeUser')
  await run.answer('reloadPage', { kind: 'unsavedWork' })
  expect(run.state()).toBe('reloadOffered')
  await run.happen('offer.accepted')
  expect(run.lastInput()).toEqual({ isRequested: true })
  await run.answer('reloadPage', { kind: 'reloading' })
  expect(run.state()).toBe('reloaded')
})

test('a page that was reloaded a moment ago, or cannot forget the user, is not reloaded again', async () => {
  const lately = await beginRenewing()
  await lately.happen('token.expired')
  await lately.breakDown('renewToken')
  await lately.answer('removeUser')
  await lately.answer('reloadPage', { kind: 'reloadedLately' })
  expect(lately.state()).toBe('reloadOffered')

  const stuck = await beginRenewing()
  await stuck.happen('token.expired')
  await stuck.breakDown('renewToken')
  await stuck.breakDown('removeUser')
  expect(stuck.state()).toBe('reloadOffered')
  expect(stuck.asked()).not.toContain('reloadPage')
})

test('offline, nothing is tried, cleared or reloaded; back online it renews', async () => {
  const run = await beginRenewing({ online: false })
  expect(run.state()).toBe('offline')
  await run.happen('token.expired')
  expect(run.state()).toBe('offline')
  await run.happen('connection.restored')
  await run.answer('renewToken', { kind: 'renewed' })
  expect(run.state()).toBe('watching')
  expect(run.asked()).toEqual(['readUser', 'renewToken'])
})

test.each([
  ['during a try', ['connection.lost'], []],
  ['between tries', [], ['connection.lost']],
])(
  'a network that goes away %s is waited for, and nothing is raised',
  async (_when, before, after) => {
    const run = await beginRenewing()
    await run.happen(...before)
    await run.answer('renewToken', { kind: 'timedOut' })
    await run.happen(...after)
    expect(run.state()).toBe('offline')
    await run.wait(10 * RETRY_AFTER_MS)
    expect(run.state()).toBe('offline')
    expect(run.failures).toEqual([])
  },
)

test('after a failure the return of the network is a reason to try again', async () => {
  const run = await beginRenewing()
  await run.answer('renewToken', { kind: 'failed', code: 'network' })
  await run.happen('connection.lost', 'token.expired')
  expect(run.state()).toBe('offline')
  await run.happen('connection.restored')
  expect(run.state()).toBe('renewing')
})

test('another tab that renews, or signs out, is followed', async () => {
  const run = begin()
  await run.answer('readUser', { kind: 'present' })
  await run.happen('user.changed')
  await run.answer('readUser', { kind: 'present' })
  expect(run.state()).toBe('watching')
  await run.happen('user.changed')
  await run.answer('readUser', { kind: 'absent' })
  expect(run.state()).toBe('absent')
  await run.happen('token.expiring', 'token.expired')
  expect(run.state()).toBe('absent')
})
