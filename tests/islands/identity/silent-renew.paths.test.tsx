import { act, fireEvent, screen } from '@testing-library/react'
import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import '#islands/identity/SilentRenewNotice.tsx'
import { startSilentRenew } from '#islands/identity/start-silent-renew.ts'
import { AnotherSubjectError } from '#islands/identity/user-manager.ts'
import { RETRY_AFTER_MS, silentRenewMachine } from '#machines/identity/silent-renew.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { silentRenewCatalogue } from '../../machines/identity/silent-renew.catalogue.ts'
import { type Path, shortWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'
import { fakeUserManager, userWith } from './fake-user-manager.ts'

const SIGNED_IN = ['GET private/is-logged-in/']

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

let stop = () => {}
afterEach(() => act(async () => stop()))

/** A signed-in page as it comes up, with the identity provider and the API at its edges. */
function openPage() {
  const provider = fakeUserManager()
  const api = fakeApi()
  const page = { hasUnsavedWork: false, cannotReload: false, reloads: 0 }
  sessionStorage.clear()
  stop = startSilentRenew(settings, {
    manager: provider.manager,
    api: api.client,
    hasUnsavedWork: () => page.hasUnsavedWork,
    reload: () => {
      if (page.cannotReload) throw new Error('The page does not go')
      page.reloads += 1
    },
  })
  return { provider, api, page }
}

type Page = ReturnType<typeof openPage>

const broken = new Error('Something nobody expected')
const reads: Record<string, (page: Page) => void> = {
  absent: ({ provider }) => provider.answer('getUser', null),
  present: ({ provider }) => provider.answer('getUser', userWith(300)),
  expired: ({ provider }) => provider.answer('getUser', userWith(0)),
  error: ({ provider }) => provider.fail('getUser', broken),
}

const providerSays: Record<string, (page: Page) => void> = {
  renewed: ({ provider }) => provider.answer('signinSilent', userWith(300)),
  anonymous: ({ provider }) =>
    provider.fail('signinSilent', new ErrorResponse({ error: 'login_required' })),
  anotherSubject: ({ provider }) => provider.fail('signinSilent', new AnotherSubjectError()),
  timedOut: ({ provider }) => provider.fail('signinSilent', new ErrorTimeout('IFrame timed out')),
  failed: ({ provider }) =>
    provider.fail('signinSilent', new ErrorResponse({ error: 'invalid_grant' })),
  error: ({ provider }) => provider.fail('signinSilent', broken),
}

async function renew(page: Page, kind: string) {
  if (kind === 'userChanged') return page.provider.answer('getUser', null)
  page.provider.answer('getUser', userWith(9))
  await settled()
  providerSays[kind]?.(page)
}

const session: Record<string, (page: Page) => void> = {
  signedIn: ({ api }) => api.answer(SIGNED_IN, () => ({})),
  signedOut: ({ api }) => api.fail(SIGNED_IN, refusal('not_signed_in')),
  error: ({ api }) => api.fail(SIGNED_IN, noAnswer),
}

const happens: Record<string, (page: Page) => void> = {
  'token.expiring': ({ provider }) => provider.expiring(),
  'token.expired': ({ provider }) => provider.expired(),
  'user.changed': () => dispatchEvent(new StorageEvent('storage', { key: null })),
  'connection.lost': () => dispatchEvent(new Event('offline')),
  'connection.restored': () => dispatchEvent(new Event('online')),
  'offer.accepted': () => void fireEvent.click(screen.getByText('Load the page again')),
  'offer.dismissed': () => void fireEvent.click(screen.getByText('Dismiss')),
}

async function drive(page: Page, event: Happening, { rest }: { rest: Path['steps'] }) {
  prepareReload(page, rest)
  const { type, actorId, output } = event
  if (actorId === 'reloadPage') return
  const kind = (output as { kind: string } | undefined)?.kind ?? 'error'
  await act(async () => {
    if (actorId === 'readUser') reads[kind]?.(page)
    else if (actorId === 'renewToken') await renew(page, kind)
    else if (actorId === 'checkSignedIn') session[kind]?.(page)
    else if (actorId === 'removeUser' && type.startsWith('xstate.error'))
      page.provider.fail('removeUser', broken)
    else if (actorId === 'removeUser') page.provider.answer('removeUser')
    else if (type.startsWith('xstate.after')) vi.advanceTimersByTime(RETRY_AFTER_MS)
    else happens[type]?.(page)
  })
  await settled()
}

/** Loading the page again is decided at once: what decides it must be so beforehand. */
function prepareReload({ page }: Page, rest: Path['steps']) {
  const next = rest.find(({ event }) => event.actorId === 'reloadPage')?.event
  const kind = (next?.output as { kind: string } | undefined)?.kind ?? 'error'
  page.hasUnsavedWork = kind === 'unsavedWork'
  page.cannotReload = next !== undefined && kind === 'error'
  const reloadedAt = kind === 'reloadedLately' ? Date.now() : 0
  sessionStorage.setItem('carelane.silentRenewReload', String(reloadedAt))
}

const offer = () => screen.queryByRole('alert')?.querySelector('p')?.textContent
const asks =
  (...calls: string[]) =>
  ({ provider }: Page) => {
    expect(provider.waiting()).toEqual(calls)
    expect(offer()).toBeUndefined()
  }

const screens: Record<string, (page: Page) => void> = {
  reading: ({ provider }) => expect(provider.waiting().at(-1)).toBe('getUser'),
  absent: asks(),
  watching: asks(),
  renewing: asks('getUser'),
  offline: asks(),
  waitingToRetry: asks(),
  failed: (page) => {
    asks()(page)
    expect(screen.getByText(/could not keep you signed in. Save/)).toBeTruthy()
  },
  forgetting: asks('removeUser'),
  checkingSession: (page) => {
    asks()(page)
    expect(page.api.isWaiting(...SIGNED_IN)).toBe(true)
  },
  signInOffered: () => {
    const way = screen.getByRole('link', { name: /Sign (in|out)/ })
    if (/^You have been signed out/.test(offer() ?? '')) {
      expect(way.getAttribute('href')).toBe('/api/private/login-callback/')
      expect(way.dataset['session']).toBe('sign-in')
    } else {
      expect(offer()).toMatch(/^Somebody else/)
      expect(way.getAttribute('href')).toBe('/api/private/logout')
      expect(way.dataset['session']).toBe('sign-out')
    }
  },
  clearing: asks('removeUser'),
  reloadOffered: ({ page }) => {
    expect(offer()).toMatch(/then load the page again/)
    expect(page.reloads).toBe(0)
  },
  reloaded: ({ page, provider }) => {
    expect(page.reloads).toBe(1)
    expect(provider.waiting()).toEqual([])
  },
}

describeScreens('every way through keeping a sign-in alive', {
  paths: shortWalks(silentRenewMachine, {
    events: happenings(silentRenewCatalogue),
    input: { online: true },
    distinguish: (context: object) => context,
  }),
  open: async () => {
    const page = openPage()
    await settled()
    return page
  },
  drive,
  screens,
  // It has been left by the time one can look.
  passing: ['reloading'],
})
