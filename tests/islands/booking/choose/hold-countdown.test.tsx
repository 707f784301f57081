import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { HoldCountdown } from '#islands/booking/choose/HeldTime.tsx'
import { LONDON } from '../samples.ts'

type HoldCountdownProps = ComponentProps<typeof HoldCountdown>

const START = '2026-08-05T08:30:00Z'
const NOW = Date.parse('2026-08-01T10:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))
const shown = () => screen.getByRole('timer').textContent
const said = () => screen.getByRole('status').textContent

function show(seconds: number, more: Partial<HoldCountdownProps> = {}) {
  const calls = { onExpired: vi.fn(), onExtend: vi.fn() }
  const countdown = (changes: Partial<HoldCountdownProps>) => (
    <>
      <HoldCountdown
        start={START}
        place="Harbour Street, Whitport"
        timeZone={LONDON}
        expiresAt={NOW + seconds * 1000}
        isExtending={false}
        isNotExtended={false}
        {...calls}
        {...changes}
      />
      <input aria-label="First name" />
    </>
  )
  const { rerender } = render(countdown(more))
  return {
    ...calls,
    change: (changes: Partial<HoldCountdownProps>) => rerender(countdown(changes)),
  }
}

const longer = () => screen.queryByRole('button', { name: 'Get more time' })

it('counts every second for the eye', () => {
  show(600)
  expect(shown()).toBe(
    'We are holding 9:30am on Wednesday 5\u00a0August 2026 for you for 10 minutes.',
  )
  pass(30)
  expect(shown()).toBe(
    'We are holding 9:30am on Wednesday 5\u00a0August 2026 for you for 9 minutes 30 seconds.',
  )
})

it('speaks at 5, 2 and 1 minute and at 30 seconds only', () => {
  show(600)
  const heard = new Set<string | null>()
  for (let second = 0; second < 599; second += 1) {
    pass(1)
    heard.add(said())
  }
  const what = 'left to book 9:30am on Wednesday 5\u00a0August 2026'
  expect([...heard]).toEqual([
    '',
    `5 minutes ${what}`,
    `2 minutes ${what}`,
    `1 minute ${what}`,
    `30 seconds ${what}`,
  ])
})

it('says nothing on arrival, also with little time left', () => {
  show(45)
  expect(said()).toBe('')
})

it('says what is left after the computer has slept through a mark', () => {
  show(600)
  vi.setSystemTime(NOW + 560_000)
  pass(1)
  expect(said()).toBe('39 seconds left to book 9:30am on Wednesday 5\u00a0August 2026')
})

it('says where it is', () => {
  show(600)
  expect(screen.getByText('Harbour Street, Whitport')).toBeTruthy()
})

it('offers to keep the time longer from two minutes before the end', () => {
  const { onExtend } = show(600)
  pass(479)
  expect(longer()).toBeNull()
  pass(1)
  fireEvent.click(longer() as HTMLElement)
  expect(onExtend).toHaveBeenCalledOnce()
})

it('asks once, and gives the focus back to the answer it came from', async () => {
  const { change } = show(100)
  const field = screen.getByLabelText('First name')
  field.focus()
  act(() => longer()?.focus())
  change({ isExtending: true })
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true')
  change({ expiresAt: NOW + 600_000 })
  pass(0)
  await act(async () => undefined)
  expect(longer()).toBeNull()
  expect(document.activeElement).toBe(field)
  expect(said()).toBe('10 minutes left to book 9:30am on Wednesday 5\u00a0August 2026')
})

it('tells once that the time is over', () => {
  const { onExpired } = show(2)
  pass(1)
  expect(onExpired).not.toHaveBeenCalled()
  pass(60)
  expect(onExpired).toHaveBeenCalledOnce()
  expect(shown()).toContain('We are no longer holding')
})
