import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DuplicatesApp } from '#islands/merging/DuplicatesApp.tsx'
import { receiveProgress } from '#islands/progress/own-progress.ts'
import { fakeApi, noAnswer } from '../fake-api.ts'
import { settings } from '../public-settings.ts'

const GROUPS = ['GET admin/potential-duplicate-users/']
const OTHERS = [
  'GET admin/potential-duplicate-users/merges/',
  'GET admin/potential-duplicate-users/not-the-same/',
]
const SEARCH = ['GET admin/potential-duplicate-users/search/']
const START = ['POST admin/potential-duplicate-users/search/']
const NAME = 'Search for duplicates'
const ASKED_AGAIN_MS = 2_000

const idle = { is_running: false, progress: 0, ended: null, failed: false }
const running = (progress: number) => ({ ...idle, is_running: true, progress })
const over = { ...idle, progress: 100, ended: '2026-08-05T08:30:00.000Z' }

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The screen, and the channel as whoever listens to it has it. */
async function open() {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
  vi.useFakeTimers({ toFake: [...toFake] })
  const api = fakeApi()
  render(<DuplicatesApp settings={settings} search="" api={api.client} />)
  const answer = async (keys: string[], given: unknown) => {
    await pass(1)
    api.answer(keys, () => given)
    await pass(1)
  }
  const nothing = { count: 0, results: [] }
  await answer(GROUPS, nothing)
  for (const key of OTHERS) await answer([key], nothing)
  await answer(SEARCH, idle)
  const press = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Search all records' }))
    await pass(1)
  }
  const hear = async (progress: number) => {
    await act(() => receiveProgress({ type: 'progress', progress, name: NAME }))
    // The label follows after a moment.
    await pass(101)
  }
  return { api, answer, press, hear }
}
const section = () => within(screen.getByRole('region', { name: NAME }))
const said = () => section().queryByRole('status')?.textContent
const bar = () => section().queryByRole<HTMLProgressElement>('progressbar')

test('how far it is is announced as it is heard, and at the end the list is read anew', async () => {
  const { api, answer, press, hear } = await open()
  await press()
  await answer(START, running(0))
  await hear(42)
  expect([said(), bar()?.value]).toEqual(['42%', 0.42])
  expect(section().getByRole('button', { name: 'Searching' })).toBeTruthy()

  await hear(100)
  expect(said()).toBe('100%')
  await answer(SEARCH, over)
  expect(bar()).toBeNull()
  expect(section().getByText(/^Last searched at 9:30am on Wednesday 5 August 2026\./)).toBeTruthy()
  expect(api.isWaiting(...GROUPS)).toBe(true)
})

test('the end is said at once, before the label of the step before it', async () => {
  const { answer, press, hear } = await open()
  await press()
  await answer(START, running(0))
  await hear(100)
  expect(said()).toBe('100%')
})

test('while the channel is lost it is asked for, and the end is not missed', async () => {
  const { api, answer, press, hear } = await open()
  await press()
  await answer(START, running(0))
  await hear(42)
  // From here on nothing is heard any more.
  await pass(ASKED_AGAIN_MS)
  await answer(SEARCH, running(63))
  await pass(101)
  expect([said(), bar()?.value]).toEqual(['63%', 0.63])
  await pass(ASKED_AGAIN_MS)
  await answer(SEARCH, over)
  expect(bar()).toBeNull()
  expect(section().getByText(/^Last searched at/)).toBeTruthy()
  expect(api.isWaiting(...GROUPS)).toBe(true)
})

test('where nothing is heard, it is shown all the same; one that does not start is said', async () => {
  const { api, answer, press } = await open()
  await press()
  api.fail(START, noAnswer)
  await pass(1)
  expect(section().getByRole('alert').textContent).toContain('could not be started')
  await press()
  await answer(START, running(7))
  await pass(101)
  expect(section().queryByRole('alert')).toBeNull()
  expect(said()).toBe('7%')
})
