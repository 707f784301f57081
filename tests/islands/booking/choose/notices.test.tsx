import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { HoldExpiredNotice } from '#islands/booking/choose/later-notices.tsx'
import { SlotTakenNotice } from '#islands/booking/choose/taken-notices.tsx'
import { LONDON } from '../samples.ts'

const start = '2026-08-05T08:30:00Z'
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('brings the page’s heading into view, which says what has happened', () => {
  const seen = vi.fn()
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen(this.id)
  })
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
  const notice = screen.getByRole('region', { name: 'This time is no longer free' })
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
