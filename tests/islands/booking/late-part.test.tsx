import '../ui/island-setup.ts'

import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LatePart } from '#islands/booking/LatePart.tsx'
import { attempt, draft, guest } from '../../machines/booking/booking-samples.ts'
import { until } from '../settled.ts'
import { chooseTime } from './booking-journey.ts'
import { HOLD } from './booking-screens.ts'
import { answers, openBooking } from './booking-stage.tsx'

function Missing(): never {
  throw new TypeError('Failed to fetch dynamically imported module')
}

test('a part that does not arrive offers to load the page again', () => {
  render(
    <LatePart>
      <Missing />
    </LatePart>,
    { onCaughtError: () => undefined },
  )
  expect(screen.getByRole('alert').textContent).toMatch(/Anything you entered is kept/)
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeTruthy()
})

test('a checkout that does not arrive leaves a time that can be asked for again', async () => {
  const checkout = '#islands/booking/checkout.actors.ts'
  vi.doMock(checkout, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const stage = await openBooking()
  await chooseTime(stage)
  const shows = (heading: string) => until(() => stage.heading().textContent === heading)
  await shows('We are no longer holding your time')
  vi.doUnmock(checkout)
  await stage.press('Try to get this time back')
  await stage.answer(HOLD, answers.hold)
  await shows('Your details')
})

test('a submission that was not answered is kept while the checkout does not arrive', async () => {
  const checkout = '#islands/booking/checkout.actors.ts'
  vi.doMock(checkout, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const stage = await openBooking({ draft: { ...draft, attempt }, guest })
  await until(() => stage.button('Finish booking') !== undefined)
  expect(storedAttempt()).toEqual(attempt)
  vi.doUnmock(checkout)
  expect(screen.getByText('You may already have booked')).toBeTruthy()
  await stage.press('Finish booking')
  await until(() => stage.api.isWaiting('POST public/appointments/'))
  const sent = stage.api.sent.find(({ key }) => key === 'POST public/appointments/')
  expect(JSON.stringify(sent)).toContain(attempt.idempotencyKey)
})

/** The only draft of the browser. */
function storedAttempt() {
  const key = Object.keys(localStorage).find((name) => name.startsWith('bookingDraft:')) ?? ''
  return JSON.parse(localStorage.getItem(key) ?? '{}').attempt
}
