import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useHoldRefusalReason } from '#islands/booking/choose/hold-refusal-reason.ts'

const holdFailed = { kind: 'holdFailed' } as const
const whyNotHeld = () => renderHook(() => useHoldRefusalReason(holdFailed, '9:50am')).result

test('a time that could not be held offline is named, until the connection is back', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const why = whyNotHeld()
  expect(why.current).toBe('You are offline, so we could not hold 9:50am.')
  act(() => void dispatchEvent(new Event('online')))
  expect(why.current).toBe('You are online again. We are not holding 9:50am yet.')
})

test('a time for which no answer came is named', () => {
  expect(whyNotHeld().current).toBe('We did not get an answer, so we could not hold 9:50am.')
})
