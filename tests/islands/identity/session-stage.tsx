import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { SessionDialogs } from '#islands/identity/SessionDialogs.tsx'
import { startSessionFlow } from '#islands/identity/session-flow.ts'
import { fakeApi } from '../fake-api.ts'
import { settings } from '../public-settings.ts'

export const CHECK = ['GET private/is-logged-in/']
export const DETAILS = ['GET private/user-auth/user_details/']

/** What a popup is to the page that opened it. */
export function fakeWindow() {
  const popup = { closed: false, focus: vi.fn(), close: vi.fn() }
  popup.close.mockImplementation(() => {
    popup.closed = true
  })
  return popup
}

/**
 * The session island on a page made for `person`, in front of an API that waits; navigation is
 * only noted, and time stands still.
 */
export function openPage(person = '') {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  localStorage.clear()
  history.replaceState(null, '', '/services/flu-jab?site=harbour-street#times')
  document.body.innerHTML = `<header><div data-account="${person}"></div></header>`
  const api = fakeApi()
  const left: [how: string, where?: string][] = []
  const told: string[] = []
  const flow = startSessionFlow({
    settings,
    api: api.client,
    navigation: {
      assign: (address) => left.push(['assign', String(address)]),
      replace: (address) => left.push(['replace', String(address)]),
      reload: () => left.push(['reload']),
    },
    keepSignedIn: () => told.push('keepSignedIn'),
    afterSignIn: {
      loadLatestReleaseNote: async () => {
        told.push('release notes')
        return { kind: 'nothingNew' }
      },
      loadExpiringCompetencies: async (staffId) => void told.push(`competencies of ${staffId}`),
    },
  })
  const user = userEvent.setup({ delay: null })
  render(<SessionDialogs flow={flow} />)
  const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  return {
    api,
    flow,
    left,
    told,
    settle,
    login: () => flow.login.getSnapshot().value,
    logout: () => flow.logout.getSnapshot().value,
    /** Does something from outside the island, and lets what follows happen. */
    async happen(event: () => void) {
      await act(async () => event())
      await settle()
    },
    async press(name: string) {
      await user.click(screen.getByRole('button', { name }))
      await settle()
    },
    notice: () =>
      screen
        .queryByRole('button', { name: 'Dismiss' })
        ?.closest('.notification')
        ?.querySelector('p')?.textContent ?? null,
    async answer(keys: string[], answer: unknown) {
      await act(async () => api.answer(keys, () => answer))
      await settle()
    },
    async fail(keys: string[], error: unknown) {
      await act(async () => api.fail(keys, error))
      await settle()
    },
    showsNoDialog: () => expect(screen.queryByRole('dialog')).toBeNull(),
  }
}
