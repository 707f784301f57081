import { act, screen } from '@testing-library/react'
import { ErrorResponse } from 'oidc-client-ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import {
  type SilentRenewDeps,
  silentRenewWithActors,
} from '#islands/identity/silent-renew.actors.ts'
import '#islands/identity/SilentRenewNotice.tsx'
import { startSilentRenew } from '#islands/identity/start-silent-renew.ts'
import { announce } from '#islands/identity/tab-channel.ts'
import { eventually } from '../../eventually.ts'
import { fakeApi } from '../fake-api.ts'
import { settings } from '../public-settings.ts'
import { type FakeUserManager, fakeUserManager, userWith } from './fake-user-manager.ts'

const KEY = `carelane.identity.user:${settings.identity.authority}:${settings.identity.clientId}`
const stored = (subject: string) => JSON.stringify({ profile: { sub: subject } })

/** As another tab writes it. */
function storedElsewhere(newValue: string | null) {
  if (newValue === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, newValue)
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue }))
}

const ends: (() => void)[] = []
beforeEach(() => localStorage.setItem(KEY, stored('subject-1')))
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** One tab: the machine with its real actors, and the provider's client at its edge. */
function openTab(deps: Partial<SilentRenewDeps> = {}) {
  const provider = fakeUserManager()
  const actor = createActor(
    silentRenewWithActors({
      settings,
      manager: provider.manager,
      api: fakeApi().client,
      hasUnsavedWork: () => false,
      reload: () => undefined,
      ...deps,
    }),
    { input: { online: true } },
  ).start()
  ends.push(() => actor.stop())
  return { provider, actor, state: () => actor.getSnapshot().value }
}

const until = (check: () => void) => eventually(check, { interval: 1 })
const turn = () => new Promise((next) => setImmediate(next))
const becomes = (tab: { state: () => unknown }, state: string) =>
  until(() => expect(tab.state()).toBe(state))
const isAsked = ({ provider }: { provider: FakeUserManager }, call: 'getUser' | 'signinSilent') =>
  until(() => expect(provider.waiting()).toEqual([call]))

/** A tab whose token is about to end, and which has read whose it is. */
async function openRenewing(deps?: Partial<SilentRenewDeps>) {
  const tab = openTab(deps)
  tab.provider.answer('getUser', userWith(300))
  await becomes(tab, 'watching')
  tab.actor.send({ type: 'token.expiring' })
  return tab
}

async function openAsking() {
  const tab = await openRenewing()
  await isAsked(tab, 'getUser')
  tab.provider.answer('getUser', userWith(9))
  await isAsked(tab, 'signinSilent')
  return tab
}

describe('what the provider answers', () => {
  test.each([
    'login_required',
    'consent_required',
    'interaction_required',
    'account_selection_required',
  ])('%s means that it knows nobody here', async (error) => {
    const tab = await openAsking()
    tab.provider.fail('signinSilent', new ErrorResponse({ error }))
    await becomes(tab, 'forgetting')
    expect(tab.actor.getSnapshot().context.refusal).toBe('anonymous')
  })

  test.each([
    [new ErrorResponse({ error: 'invalid_grant', error_description: 'Ada Rowe' }), 'invalid_grant'],
    [new ErrorResponse({ error: 'No: ada@example.test' }), 'provider_error'],
    [new TypeError('Failed to fetch https://id.example/?login_hint=ada'), 'network'],
    [new Error('State does not match'), 'state_mismatch'],
    [new Error('No matching state found in storage'), 'state_not_found'],
    [
      new Error('subject from UserInfo response does not match subject in ID Token'),
      'user_info_mismatch',
    ],
    [new Error('Something about Ada Rowe'), 'unexpected'],
  ])('%s is raised by its code alone', async (error, code) => {
    const tab = await openAsking()
    const raised: unknown[] = []
    tab.actor.on('silentRenew.failed', (event) => raised.push(event))
    tab.provider.fail('signinSilent', error)
    await becomes(tab, 'failed')
    expect(raised).toEqual([{ type: 'silentRenew.failed', code }])
    expect(JSON.stringify(tab.actor.getPersistedSnapshot())).not.toMatch(/ada/i)
  })

  test('a refresh token that turns out to be of another subject', async () => {
    const tab = await openAsking()
    tab.provider.fail('signinSilent', new Error('sub in id_token does not match current sub'))
    await becomes(tab, 'forgetting')
    expect(tab.actor.getSnapshot().context.refusal).toBe('anotherSubject')
  })

  test('tokens that are about to end already are not renewed without a pause', async () => {
    const tab = await openAsking()
    tab.provider.answer('signinSilent', userWith(10))
    await becomes(tab, 'failed')
  })

  test('a token of which nobody says when it ends is left alone', async () => {
    const tab = openTab()
    tab.provider.answer('getUser', userWith(undefined))
    await becomes(tab, 'watching')
  })
})

describe('several tabs', () => {
  /** Web Locks as far as one name is concerned. */
  function stubLocks() {
    let last: Promise<unknown> = Promise.resolve()
    let held = 0
    const request = vi.fn(
      async (
        _name: string,
        { ifAvailable = false }: { ifAvailable?: boolean },
        work: (lock: object | null) => Promise<unknown>,
      ) => {
        if (ifAvailable && held > 0) return work(null)
        held += 1
        const nextTurn = last.then(() => work({}))
        last = nextTurn.catch(() => undefined).then(() => (held -= 1))
        return nextTurn
      },
    )
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
    return request
  }

  async function openTwo() {
    stubLocks()
    const first = await openRenewing()
    const second = await openRenewing()
    await isAsked(first, 'getUser')
    first.provider.answer('getUser', userWith(9))
    await isAsked(first, 'signinSilent')
    expect(second.provider.waiting()).toEqual([])
    return { first, second }
  }

  test('one renews, the other waits for it and takes what it got', async () => {
    const { first, second } = await openTwo()
    first.provider.answer('signinSilent', userWith(300))
    await becomes(first, 'watching')
    // The other may read only once the browser has told it what was stored.
    for (let count = 0; count < 5; count += 1) await turn()
    expect(second.provider.waiting()).toEqual([])
    storedElsewhere(`${stored('subject-1')} `)
    await isAsked(second, 'getUser')
    second.provider.answer('getUser', userWith(300))
    await becomes(second, 'watching')
    expect(second.provider.calls).not.toContain('signinSilent')
  })

  test('one fails to renew, the other then tries', async () => {
    const { first, second } = await openTwo()
    first.provider.fail('signinSilent', new TypeError('offline'))
    await eventually(() => expect(second.provider.waiting()).toEqual(['getUser']))
    second.provider.answer('getUser', userWith(9))
    await isAsked(second, 'signinSilent')
  })

  test('one that has gone to sleep over its turn is waited for no longer than a minute', async () => {
    const request = stubLocks()
    const over = AbortSignal.abort(new DOMException('The turn took too long', 'TimeoutError'))
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over)
    request.mockResolvedValueOnce(null).mockRejectedValueOnce(over.reason)
    const tab = await openRenewing()
    await becomes(tab, 'waitingToRetry')
    expect(timeout).toHaveBeenCalledWith(60_000)
  })

  test('who signs out in one while another renews stays signed out', async () => {
    const tab = await openAsking()
    storedElsewhere(null)
    tab.provider.answer('signinSilent', userWith(300))
    await until(() => expect(tab.provider.waiting()).toEqual(['removeUser']))
    tab.provider.answer('removeUser')
    await isAsked(tab, 'getUser')
    tab.provider.answer('getUser', null)
    await becomes(tab, 'absent')
  })

  test('the same, announced in the tab itself', async () => {
    const tab = await openAsking()
    announce({ type: 'signed-out' })
    await turn()
    await turn()
    tab.provider.answer('signinSilent', userWith(300))
    await until(() => expect(tab.provider.waiting()).toEqual(['removeUser']))
  })

  test('somebody else who signs in meanwhile is not overwritten, nor blamed', async () => {
    const overwritten = await openAsking()
    storedElsewhere(stored('subject-2'))
    overwritten.provider.answer('signinSilent', userWith(300))
    await until(() => expect(overwritten.provider.waiting()).toEqual(['removeUser']))

    const blamed = await openAsking()
    localStorage.setItem(KEY, stored('subject-3'))
    blamed.provider.fail('signinSilent', new ErrorResponse({ error: 'login_required' }))
    await becomes(blamed, 'reading')
  })

  test('a renewal by another tab is no reason to undo one’s own', async () => {
    const tab = await openAsking()
    storedElsewhere(`${stored('subject-1')} `)
    tab.provider.answer('signinSilent', userWith(300))
    await becomes(tab, 'watching')
  })
})

describe('loading the page anew', () => {
  async function openEnded(deps: Partial<SilentRenewDeps>) {
    const tab = openTab(deps)
    tab.provider.answer('getUser', userWith(0))
    await isAsked(tab, 'getUser')
    tab.provider.answer('getUser', userWith(0))
    await isAsked(tab, 'signinSilent')
    tab.provider.fail('signinSilent', new TypeError('offline'))
    await until(() => expect(tab.provider.waiting()).toEqual(['removeUser']))
    tab.provider.answer('removeUser')
    return tab
  }

  test('happens once; the next time within a minute it is offered', async () => {
    const reload = vi.fn()
    await becomes(await openEnded({ reload }), 'reloaded')
    await becomes(await openEnded({ reload }), 'reloadOffered')
    expect(reload).toHaveBeenCalledTimes(1)
    sessionStorage.setItem('carelane.silentRenewReload', String(Date.now() - 60_000))
    await becomes(await openEnded({ reload }), 'reloaded')
  })

  test('is only offered where nothing can be noted', async () => {
    const reload = vi.fn()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await becomes(await openEnded({ reload }), 'reloadOffered')
    expect(reload).not.toHaveBeenCalled()
  })

  test('leaves no user of the provider in either storage', async () => {
    sessionStorage.setItem(KEY, stored('subject-1'))
    await becomes(await openEnded({}), 'reloaded')
    expect(localStorage.getItem(KEY)).toBe(null)
    expect(sessionStorage.getItem(KEY)).toBe(null)
  })
})

describe('a page', () => {
  function open() {
    const provider = fakeUserManager()
    const stop = startSilentRenew(settings, { manager: provider.manager, api: fakeApi().client })
    ends.push(stop)
    return { provider, stop }
  }

  test('runs one, and none once it is told to stop', () => {
    const first = open()
    const second = open()
    expect(second.provider.calls).toEqual([])
    expect(first.provider.listeners()).toBe(2)
    first.stop()
    expect(first.provider.listeners()).toBe(0)
    expect(open().provider.calls).toEqual(['getUser'])
  })

  test('that comes back from the browser’s cache reads again who is signed in', async () => {
    const { provider } = open()
    provider.answer('getUser', null)
    await turn()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    expect(provider.waiting()).toEqual([])
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(provider.waiting()).toEqual(['getUser'])
  })

  test('tells the window of a failure, by its code', async () => {
    const details: unknown[] = []
    const hear = (event: Event) => details.push((event as CustomEvent).detail)
    addEventListener('silentRenew.failed', hear)
    ends.push(() => removeEventListener('silentRenew.failed', hear))
    const { provider, stop } = open()
    provider.answer('getUser', userWith(9))
    await turn()
    provider.expiring()
    await isAsked({ provider }, 'getUser')
    provider.answer('getUser', userWith(9))
    await isAsked({ provider }, 'signinSilent')
    await act(async () => {
      provider.fail('signinSilent', new ErrorResponse({ error: 'server_error' }))
      for (let count = 0; count < 3; count += 1) await turn()
    })
    expect(details).toEqual([{ code: 'server_error' }])
    expect(screen.getByRole('status').textContent).toMatch(/could not keep you signed in/)
    await act(async () => stop())
    expect(document.body.textContent).toBe('')
  })
})
