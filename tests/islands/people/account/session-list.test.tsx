import { onlineManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { noAnswer, refusal, unsent } from '../../fake-api.ts'
import { settled } from '../../settled.ts'
import { elsewhere, here, openProfile, there } from './profile-stage.tsx'

const ONE = ['DELETE private/sessions/{id}/']
const OTHERS = ['DELETE private/sessions/']
const LIST = ['GET private/sessions/']

const section = () => within(screen.getByRole('region', { name: 'Where you are signed in' }))
const places = () =>
  section()
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent?.trim())
const firefox = /^Sign out Firefox on Windows, last used at 10am on Monday 3\u00a0August 2026$/

describe('where one is signed in', () => {
  test('is listed, this browser marked and without a button', async () => {
    await openProfile({ sessions: [here, there, elsewhere] })
    expect(places()).toEqual([
      'Chrome on Android This browser',
      'Firefox on Windows',
      'Unknown browser',
    ])
    expect(
      section()
        .getAllByText(/^Last used/)
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Last used at 10am on Monday 3\u00a0August 2026',
      'Last used at 10am on Monday 3\u00a0August 2026',
      'Last used at 10am on Monday 3\u00a0August 2026',
    ])
    const names = section()
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.split(',')[0])
    expect(names).toEqual([
      'Sign out Firefox on Windows',
      'Sign out Unknown browser',
      'Sign out everywhere else',
    ])
  })

  test('here alone offers nothing to end', async () => {
    await openProfile({ sessions: [here] })
    expect(section().queryByRole('button')).toBeNull()
  })

  test('is ended in one place, once', async () => {
    const { api, user, press } = await openProfile({ sessions: [here, there, elsewhere] })
    const button = screen.getByRole('button', { name: firefox })
    await user.dblClick(button)
    await settled()
    await press('Sign out everywhere else')
    expect(api.sent).toEqual([{ key: ONE[0], options: { params: { id: 2 } } }])
    await api.answered(ONE, () => undefined)
    await api.answered(LIST, () => ({ count: 2, results: [here, elsewhere] }))
    expect(places()).toHaveLength(2)
    expect(screen.getByText('Signed out: Firefox on Windows')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Where you are signed in')
  })

  test('is ended everywhere else', async () => {
    const { api, press } = await openProfile({ sessions: [here, there, elsewhere] })
    await press('Sign out everywhere else')
    expect(api.sent.map(({ key }) => key)).toEqual(OTHERS)
    await api.answered(OTHERS, () => undefined)
    await api.answered(LIST, () => ({ count: 1, results: [here] }))
    expect(places()).toEqual(['Chrome on Android This browser'])
    expect(section().queryByRole('button')).toBeNull()
  })

  test('that has ended meanwhile is as good', async () => {
    const { api, press } = await openProfile({ sessions: [here, there] })
    await press(firefox)
    await api.failed(ONE, refusal('not_found'))
    await api.answered(LIST, () => ({ count: 1, results: [here] }))
    expect(places()).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is not ended later by itself: without a network it says so at once', async () => {
    vi.spyOn(onlineManager, 'isOnline').mockReturnValue(false)
    const { api, press } = await openProfile({ sessions: [here, there] })
    await press(firefox)
    await api.failed(ONE, unsent)
    expect(screen.getByRole('alert').textContent).toBe(
      'You are offline, so nothing was signed out. Try again when you have a connection.',
    )
    act(() => void dispatchEvent(new Event('online')))
    expect(screen.getByRole('alert').textContent).toBe(
      'You have a connection again. Try again now.',
    )
    expect(document.activeElement).toBe(screen.getByRole('alert'))
  })

  test('that could not be ended says so, and can be tried again', async () => {
    const { api, press } = await openProfile({ sessions: [here, there] })
    await press(firefox)
    await api.failed(ONE, noAnswer)
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toMatch(/We do not know if that worked/)
    expect(document.activeElement).toBe(alert)
    await press(firefox)
    expect(api.sent.filter(({ key }) => key === ONE[0])).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
