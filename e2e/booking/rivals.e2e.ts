import type { ApiClient } from '#lib/api/client.ts'
import type { Database } from '#server/database/connection.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { countBooked, countHeld, endHolds, type Service, type Time } from '../clinic.ts'
import { expect, test } from '../journey.ts'
import { bookConcurrently, somebody } from '../people/people.ts'
import { bookingIn, reachFilledForm, reachReview, sendAndConfirm } from '../steps.ts'
import { BookingPage } from './booking-page.ts'

test('a time that goes between the list and the press is refused kindly, and another one works', async ({
  page,
  service,
  database,
  api,
}) => {
  const [wanted, other] = service.times
  const person = somebody()
  const { booking, form } = bookingIn(page)
  await booking.open(service)
  await expect(booking.time(wanted)).toBeVisible()
  await bookConcurrently(api, service, wanted)
  await booking.chooseTime(wanted)

  await expect(booking.taken).toBeFocused()
  await expect(booking.taken).toContainText(`Somebody else has taken ${wanted?.words}.`)
  await expect(booking.taken).not.toContainText('Everything you entered is kept')
  await expect(booking.time(wanted)).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 480 })
  await booking.button('Choose another time').click()
  await expect(booking.taken).toBeHidden()
  await expect(page.getByRole('heading', { name: /^Times on / })).toBeFocused()
  await expect(booking.time(other)).toBeInViewport()
  await booking.chooseTime(other)
  await form.isShown()
  await form.fill(person)
  await sendAndConfirm(page)
  expect(await countBooked(database, service, person)).toBe(1)
})

test('a time that is lost at the last moment costs nothing that was typed', async ({
  page,
  service,
  database,
  api,
}) => {
  const [wanted, other] = service.times
  const person = somebody()
  const { booking, review, confirmation } = bookingIn(page)
  await reachReview(page, service, wanted, person)
  await review.notes.fill('Please call on arrival')
  await takeHeldTime(database, api, service, wanted)
  await review.confirm.click()

  await expect(booking.taken).toBeFocused()
  expect(await countBooked(database, service, person)).toBe(0)
  await booking.chooseTime(other)
  await review.isShown()
  await review.holds(person, other)
  await expect(review.notes).toHaveValue('Please call on arrival')
  await review.confirm.click()
  await confirmation.isShown()
  expect(await countBooked(database, service, person)).toBe(1)
})

test('a held time is nobody else’s, and free again once it is given back', async ({
  page,
  service,
  database,
  newVisitor,
}) => {
  const [held, other] = service.times
  const { booking } = bookingIn(page)
  await booking.open(service)
  await booking.chooseTime(held)
  await booking.keeps(held)

  const rival = new BookingPage(await newVisitor())
  await rival.open(service)
  await expect(rival.time(other)).toBeVisible()
  await expect(rival.time(held)).toHaveCount(0)

  await booking.startAgain()
  await expect.poll(() => countHeld(database, service)).toBe(0)
  await rival.page.reload()
  await expect(rival.time(held)).toBeVisible()
})

test('when the ten minutes end while typing, asking again goes on where one was', async ({
  page,
  service,
  database,
}) => {
  const [time] = service.times
  const person = somebody()
  const { booking, form } = bookingIn(page)
  await page.clock.install()
  await reachFilledForm(page, service, time, person)
  await page.clock.fastForward('09:40')
  await expect(booking.countdown).toContainText(/for you for \d+ seconds/)
  await endHolds(database, service)
  await page.clock.fastForward('00:30')

  const notice = booking.notice('It may still be available')
  await expect(notice).toBeFocused()
  await expect(notice).toContainText('Everything you entered is kept')
  await booking.button('Try to get this time back').click()
  await form.isShown()
  await booking.keeps(time)
  await form.holds(person)
  await sendAndConfirm(page)
  expect(await countBooked(database, service, person)).toBe(1)
})

test('who needs longer is asked in time, wherever the form is scrolled to, and goes on typing', async ({
  page,
  service,
  database,
}) => {
  const [time] = service.times
  const person = somebody()
  const { booking, form } = bookingIn(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.clock.install()
  await reachFilledForm(page, service, time, person)
  await expect(booking.main).toContainText(service.site.name)
  await page.clock.fastForward('08:05')
  const number = form.field('NHS number')
  await number.focus()
  await expect(booking.countdown).toBeInViewport()
  await expect(number).toBeInViewport()
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await booking.button('Get more time').click()
  await expect(booking.countdown).toContainText(/for you for (9|10) minutes/)
  await expect(number).toBeFocused()
  await page.clock.fastForward('08:05')
  await form.holds(person)
  await sendAndConfirm(page)
  expect(await countBooked(database, service, person)).toBe(1)
})

test('when the ten minutes end and somebody else takes the time, another one finishes the booking', async ({
  page,
  service,
  database,
  api,
}) => {
  const [wanted, other] = service.times
  const person = somebody()
  const { booking, form } = bookingIn(page)
  await page.clock.install()
  await reachFilledForm(page, service, wanted, person)
  await takeHeldTime(database, api, service, wanted)
  await page.clock.fastForward('10:05')
  await booking.button('Try to get this time back').click()

  await expect(booking.taken).toBeFocused()
  await booking.chooseTime(other)
  await form.isShown()
  await form.holds(person)
  await sendAndConfirm(page)
  expect(await countBooked(database, service, person)).toBe(1)
})

/** The hold ends, and somebody else is quicker than whoever had it. */
async function takeHeldTime(
  database: Database,
  api: ApiClient,
  service: Service,
  time: Time | undefined,
) {
  await endHolds(database, service)
  await bookConcurrently(api, service, time)
}
