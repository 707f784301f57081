import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useReconnection } from '#islands/own-appointments/appointment/use-reconnection.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
function begin() {
  const send = vi.fn()
  const view = renderHook(({ isUnanswered }) => useReconnection(send, isUnanswered), {
    initialProps: { isUnanswered: true },
  })
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
  return { ...view, send, pass }
}

test('an unanswered request is looked at after 5 seconds, then each time after twice as long', () => {
  const { send, pass, rerender } = begin()
  pass(4_999)
  expect(send).not.toHaveBeenCalled()
  pass(1)
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'connection.restored' })
  // It was looked at, and still nobody knows.
  rerender({ isUnanswered: false })
  rerender({ isUnanswered: true })
  pass(9_999)
  expect(send).toHaveBeenCalledTimes(1)
  pass(1)
  expect(send).toHaveBeenCalledTimes(2)
})

test('nothing is looked at without a network, or where nothing is unanswered', () => {
  const { send, pass, rerender } = begin()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  pass(60_000)
  rerender({ isUnanswered: false })
  vi.restoreAllMocks()
  pass(60_000)
  expect(send).not.toHaveBeenCalled()
  act(() => void dispatchEvent(new Event('online')))
  expect(send).toHaveBeenCalledOnce()
})
