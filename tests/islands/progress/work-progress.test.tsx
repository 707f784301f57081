import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { hearProgress, receiveProgress } from '#islands/progress/own-progress.ts'

/* The bar in the frame of every signed-in page: for work that nothing else on the page shows. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
const tell = (progress: number, name = 'letter.pdf') =>
  act(() => receiveProgress({ type: 'progress', progress, name }))
const bar = () => screen.queryByRole<HTMLProgressElement>('progressbar')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('it shows how far work is, and goes a moment after the end', async () => {
  await tell(40)
  expect(bar()).toMatchObject({ value: 0.4 })
  await pass(101)
  expect(screen.getByRole('status').textContent).toBe('40%')
  await tell(100)
  expect(screen.getByRole('status').textContent).toBe('100%')
  await pass(2_000)
  expect(bar()).toBeNull()
})

test('work that says nothing any more does not stay', async () => {
  await tell(40)
  await pass(60_000)
  expect(bar()).toBeNull()
})

test('what a screen shows itself is not shown twice', async () => {
  const hear = vi.fn()
  const stop = hearProgress('Importing', hear)
  await tell(10, 'Importing')
  expect([hear.mock.calls.length, bar()]).toEqual([1, null])
  stop()
  await tell(20, 'Importing')
  expect([hear.mock.calls.length, bar()?.value]).toEqual([1, 0.2])
  await tell(100, 'Importing')
  await pass(2_000)
})

test('what is no such message is ignored', async () => {
  for (const odd of [null, 'x', { type: 'other' }, { type: 'progress', progress: 900, name: '' }]) {
    await act(() => receiveProgress(odd))
  }
  expect(bar()).toBeNull()
})
