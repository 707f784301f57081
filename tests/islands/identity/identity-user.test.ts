import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guestSession } from '#islands/booking/details/guest-session.ts'
import {
  readIdentityUser,
  removeIdentityUser,
  signOutLocally,
  watchIdentityUser,
} from '#islands/identity/identity-user.ts'
import { announce, listen, type TabMessage } from '#islands/identity/tab-channel.ts'
import { userManager } from '#islands/identity/user-manager.ts'
import { eventually } from '../../eventually.ts'
import { settings } from '../public-settings.ts'

const KEY = `carelane.identity.user:${settings.identity.authority}:${settings.identity.clientId}`
const STORED = JSON.stringify({
  access_token: 'access-1',
  expires_at: 1_800_000_000,
  profile: { sub: 'subject-1', email: 'ada@example.test' },
})
const subject1 = { subject: 'subject-1', expiresAt: 1_800_000_000 }

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function hearing(): TabMessage[] {
  const heard: TabMessage[] = []
  ends.push(listen((message) => heard.push(message)))
  return heard
}

describe('the identity-provider user', () => {
  test('is where the provider’s client keeps it', async () => {
    localStorage.setItem(KEY, STORED)
    expect((await userManager(settings).getUser())?.profile.sub).toBe('subject-1')
    await userManager(settings).removeUser()
    expect(readIdentityUser(settings)).toBe(null)
  })

  test.each([
    ['local', () => localStorage],
    ['session', () => sessionStorage],
  ])('is found in %s storage and removed from it, of whichever provider', (_name, storage) => {
    storage().setItem(KEY, STORED)
    storage().setItem('carelane.identity.user:https://former.example:other', STORED)
    storage().setItem('secretKey', 'kept')
    expect(readIdentityUser(settings)).toEqual(subject1)
    removeIdentityUser()
    expect(readIdentityUser(settings)).toBe(null)
    expect(Object.keys(storage())).toEqual(['secretKey'])
  })

  test.each(['', 'no JSON', '{}', '{"profile":{}}', 'null', '[]'])('is nobody in %j', (text) => {
    localStorage.setItem(KEY, text)
    expect(readIdentityUser(settings)).toBe(null)
  })

  test('need not say when its token ends', () => {
    localStorage.setItem(KEY, '{"profile":{"sub":"subject-1"}}')
    expect(readIdentityUser(settings)).toEqual({ subject: 'subject-1', expiresAt: null })
  })

  test('is nobody where the browser keeps nothing, and nothing breaks', () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Denied', 'SecurityError')
    })
    expect(readIdentityUser(settings)).toBe(null)
    expect(() => signOutLocally()).not.toThrow()
  })

  test('that another tab stores, removes or clears is heard of, and nothing else', () => {
    const heard = vi.fn()
    ends.push(watchIdentityUser(settings, heard))
    dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: STORED }))
    dispatchEvent(new StorageEvent('storage', { key: 'secretKey', newValue: STORED }))
    dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null }))
    dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(heard.mock.calls).toEqual([[subject1], [null], [null]])
  })
})

test('a local sign-out leaves nothing of the person, and tells every tab', async () => {
  const heard = hearing()
  localStorage.setItem(KEY, STORED)
  sessionStorage.setItem(KEY, STORED)
  localStorage.setItem('carelane.signIn.4f1e', '{"code_verifier":"secret"}')
  localStorage.setItem('bookingDraft:flu-jab:uuid', '{"notes":"Needs a ramp"}')
  sessionStorage.setItem('appointmentAccess:41', 'token')
  sessionStorage.setItem('secretKey', 'kept')
  guestSession().keep({ id: 7, first_name: 'Ada', guest_access_token: 'token' } as never)
  signOutLocally()
  expect(Object.keys(localStorage)).toEqual([])
  expect(Object.keys(sessionStorage)).toEqual(['secretKey'])
  await eventually(() => expect(heard).toEqual([{ type: 'signed-out' }]))
})

describe.each([
  ['a channel', () => undefined],
  ['storage alone', () => vi.stubGlobal('BroadcastChannel', undefined)],
])('tabs that share %s', (_name, arrange) => {
  beforeEach(arrange)

  test('hear who signed in and that somebody signed out, until they stop listening', async () => {
    const heard = hearing()
    const signedIn = { type: 'signed-in', person: 'b1f6a2de-0000-4000-8000-000000000001' } as const
    announce(signedIn)
    announce({ type: 'signed-out' })
    await eventually(() => expect(heard).toEqual([signedIn, { type: 'signed-out' }]))
    expect(Object.keys(localStorage)).toEqual([])
    for (const end of ends.splice(0)) end()
    const others = hearing()
    announce({ type: 'signed-out' })
    await eventually(() => expect(others).toHaveLength(1))
    expect(heard).toHaveLength(2)
  })
})

test('what is no message of ours is not heard', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const heard = hearing()
  for (const newValue of ['no JSON', 'null', '{"type":"signed-in"}', '{"type":"else"}']) {
    dispatchEvent(new StorageEvent('storage', { key: 'carelane.session', newValue }))
  }
  expect(heard).toEqual([])
})
