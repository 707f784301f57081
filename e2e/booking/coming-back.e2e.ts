import { countBooked, countHeld } from '../clinic.ts'
import { expect, test } from '../journey.ts'
import { AppointmentPage } from '../own-appointments/appointment-page.ts'
import { somebody } from '../people/people.ts'
import { bookingIn, reachFilledForm } from '../steps.ts'

test('back and forward move between the steps and keep the time', async ({
  page,
  service,
  database,
}) => {
  const [time] = service.times
  const person = somebody()
  const { booking, form, review, confirmation } = bookingIn(page)
  await reachFilledForm(page, service, time, person)
  await page.goBack()
  await booking.isChoosing()
  await page.goForward()
  await form.isShown()
  await form.holds(person)
  await form.submit()
  await review.isShown()
  await page.goBack()
  await form.isShown()
  await form.holds(person)
  await page.goForward()
  await review.isShown()
  await page.goBack()
  await form.isShown()
  await page.goBack()
  await booking.isChoosing()
  expect(await countHeld(database, service)).toBe(1)
  await booking.button('Use this time again').click()
  await review.isShown()
  await review.confirm.click()
  await confirmation.isShown()
  const reference = await confirmation.reference()
  const address = (await confirmation.address()).replace('#', '?booked#')
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
  await page.goForward()
  await expect(page).toHaveURL(address)
  await page.reload()
  const appointment = new AppointmentPage(page)
  await appointment.isShown()
  await expect(appointment.answer('Reference')).toHaveText(reference)
  // The step that it was confirmed in has the appointment's address as well.
  await page.goForward()
  await expect(page).toHaveURL(address)
  await appointment.isShown()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await appointment.isShown()
  expect(await countBooked(database, service)).toBe(1)
})
