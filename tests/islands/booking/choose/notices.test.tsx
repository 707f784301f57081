import '../../ui/island-setup.ts'

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import {
  ConnectionLostNotice,
  HoldExpiredNotice,
  ResumeNotice,
} from '#islands/booking/choose/later-notices.tsx'
import { RefusedNotice } from '#islands/booking/choose/notices.tsx'
import { SlotTakenNotice } from '#islands/booking/choose/taken-notices.tsx'
import { LONDON } from '../samples.ts'

const start = '2026-08-05T08:30:00Z'
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('brings the page’s heading into view, which says what has happened', () => {
  const seen = vi.fn()
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    seen(this.id)
  }
  const props = { start, timeZone: LONDON, isEntered: false, pending: false }
  render(
    <>
      <h1 id="booking-step">We are no longer holding your time</h1>
      <HoldExpiredNotice {...props} onHoldAgain={vi.fn()} onChooseAnother={vi.fn()} />
    </>,
  )
  expect(seen).toHaveBeenLastCalledWith('booking-step')
})

it('takes the focus, says what happened and leads on: slot taken', async () => {
  const onChooseAnother = vi.fn()
  const props = { start, timeZone: LONDON, isEntered: true, onChooseAnother }
  const { rerender } = render(<SlotTakenNotice {...props} />)
  const notice = screen.getByRole('region', { name: 'This time has just been taken' })
  expect(document.activeElement).toBe(notice)
  expect(notice.textContent).toContain('9:30am on Wednesday 5\u00a0August 2026')
  expect(notice.textContent).toContain('Everything you entered is kept.')
  rerender(<SlotTakenNotice {...props} isEntered={false} />)
  expect(notice.textContent).not.toContain('you entered')
  await press('Choose another time')
  expect(onChooseAnother).toHaveBeenCalledOnce()
})

it('offers an expired hold anew, or another time, and asks once', async () => {
  const calls = { onHoldAgain: vi.fn(), onChooseAnother: vi.fn() }
  const props = { start, timeZone: LONDON, isEntered: false, ...calls }
  const { rerender } = render(<HoldExpiredNotice {...props} pending={false} />)
  expect(document.body.textContent).not.toContain('you entered')
  await press('Try to get this time back')
  rerender(<HoldExpiredNotice {...props} pending />)
  await press('Checking this time')
  await press('Choose another time')
  expect(calls.onHoldAgain).toHaveBeenCalledOnce()
  expect(calls.onChooseAnother).not.toHaveBeenCalled()
})

it('says that trying again is safe when no answer came', async () => {
  const onRetry = vi.fn()
  const props = { pending: false, waitSeconds: null, isSentAgain: false, onRetry }
  render(<ConnectionLostNotice {...props} />)
  expect(document.body.textContent).toContain('you will not be booked twice')
  await press('Try again')
  expect(onRetry).toHaveBeenCalledOnce()
})

it('gives the reason of a refusal and its ways forward', async () => {
  const onSelect = vi.fn()
  render(
    <RefusedNotice
      heading="We could not book this appointment"
      reason="You already have an appointment at this time."
      actions={[{ label: 'Choose another time', onSelect }]}
    />,
  )
  expect(screen.getByText('You already have an appointment at this time.')).toBeTruthy()
  await press('Choose another time')
  expect(onSelect).toHaveBeenCalledOnce()
})

it('reminds of what was begun, to continue or to start again', async () => {
  const calls = { onContinue: vi.fn(), onStartAgain: vi.fn() }
  const slot = {
    service: 'Flu jab',
    duration: 30,
    start,
    place: ['Harbour Street', '12 Harbour Street'],
  }
  render(
    <ResumeNotice
      slot={slot}
      timeZone={LONDON}
      mayBeBooked={false}
      pending={false}
      problem={null}
      {...calls}
    />,
  )
  expect(document.body.textContent).toContain(
    'You were booking Flu jab at 9:30am on Wednesday 5\u00a0August 2026, Harbour Street.',
  )
  await press('Continue')
  await press('Start again')
  expect(calls.onContinue).toHaveBeenCalledOnce()
  expect(calls.onStartAgain).toHaveBeenCalledOnce()
})

it('offers only to find out where a booking may have been made', async () => {
  const calls = { onContinue: vi.fn(), onStartAgain: vi.fn() }
  const slot = {
    service: 'Flu jab',
    duration: 30,
    start,
    place: ['Harbour Street', '12 Harbour Street'],
  }
  render(
    <ResumeNotice
      slot={slot}
      timeZone={LONDON}
      mayBeBooked
      pending={false}
      problem={null}
      {...calls}
    />,
  )
  expect(screen.getByRole('region', { name: 'You may already have booked' })).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Finish booking',
  ])
  await press('Finish booking')
  expect(calls.onContinue).toHaveBeenCalledOnce()
})
