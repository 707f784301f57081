import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LatePart } from '#islands/booking/BookingApp.tsx'
import { attempt, draft, guest } from '../../machines/booking/booking-samples.ts'
import { until } from '../settled.ts'
import { chooseTime } from './booking-journey.ts'
import { HOLD } from './booking-screens.ts'
import { mountBooking, openBooking } from './booking-stage.tsx'

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
  const notice = screen.getByRole('region', { name: 'This part of the page could not be loaded' })
  expect(notice.textContent).toContain('Anything you entered is kept')
  expect(document.activeElement).toBe(notice)
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeTruthy()
})

describe('a checkout that does not arrive', () => {
  const checkout = '#islands/booking/checkout.actors.ts'
  beforeEach(() => {
    vi.doMock(checkout, () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
  })
  afterEach(() => vi.doUnmock(checkout))

  const offersReload = async () => {
    const name = 'This part of the page could not be loaded'
    await until(() => screen.queryByRole('region', { name }) !== null)
    // The button that was pressed is gone.
    expect(document.activeElement).toBe(screen.getByRole('region', { name }))
  }
  /** What a reload does: the browser asks for every part again. */
  const reload = () => {
    vi.doUnmock(checkout)
    cleanup()
    return mountBooking()
  }

  test('offers to load the page again, which finds the time still held', async () => {
    await chooseTime(await openBooking())
    await offersReload()
    const stage = await reload()
    await until(() => stage.heading().textContent === 'Your details')
    expect(stage.api.sent.filter(({ key }) => HOLD.includes(key))).toEqual([])
  })

  test('loses no submission that was not answered', async () => {
    await openBooking({ draft: { ...draft, attempt }, guest })
    await offersReload()
    expect(storedAttempt()).toEqual(attempt)
    const { api } = await reload()
    await until(() => api.isWaiting('POST public/appointments/'))
    const sent = api.sent.find(({ key }) => key === 'POST public/appointments/')
    expect(JSON.stringify(sent)).toContain(attempt.idempotencyKey)
  })
})

/** The only draft of the browser. */
function storedAttempt() {
  const key = Object.keys(localStorage).find((name) => name.startsWith('bookingDraft:')) ?? ''
  return JSON.parse(localStorage.getItem(key) ?? '{}').attempt
}
