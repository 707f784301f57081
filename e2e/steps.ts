import type { Page } from '@playwright/test'
import { BookingPage } from './booking/booking-page.ts'
import { Confirmation } from './booking/confirmation.ts'
import { GuestForm } from './booking/guest-form.ts'
import { ReviewStep } from './booking/review-step.ts'
import type { Service, Time } from './clinic.ts'
import type { Person } from './people/people.ts'

/** The pages of a booking in one browser tab. */
export function bookingIn(page: Page) {
  return {
    booking: new BookingPage(page),
    form: new GuestForm(page),
    review: new ReviewStep(page),
    confirmation: new Confirmation(page),
  }
}

/** As far as the form, filled in as `person` but not sent. */
export async function reachFilledForm(
  page: Page,
  service: Service,
  time: Time | undefined,
  person: Person,
) {
  const { booking, form } = bookingIn(page)
  await booking.open(service)
  await booking.chooseTime(time)
  await form.isShown()
  await form.fill(person)
}

/** As far as the review, as `person`. */
export async function reachReview(
  page: Page,
  service: Service,
  time: Time | undefined,
  person: Person,
) {
  const { form, review } = bookingIn(page)
  await reachFilledForm(page, service, time, person)
  await form.submit()
  await review.isShown()
}

/** From a form that is filled in to the end. */
export async function sendAndConfirm(page: Page) {
  const { form, review, confirmation } = bookingIn(page)
  await form.submit()
  await review.confirm.click()
  await confirmation.isShown()
}

/** What the browser keeps of unfinished bookings, as text; empty for nothing. */
export function readDraft(page: Page): Promise<string> {
  return page.evaluate(() =>
    Object.entries({ ...localStorage })
      .filter(([key]) => key.startsWith('bookingDraft:'))
      .join(),
  )
}
