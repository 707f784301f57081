import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../accessible.ts'
import { countBooked, countHeld, type Service } from '../clinic.ts'
import { expect, test } from '../journey.ts'
import { AppointmentPage } from '../own-appointments/appointment-page.ts'
import { type Person, somebody } from '../people/people.ts'
import { bookingIn, draftOf, reachFilledForm, sendAndConfirm } from '../steps.ts'

test('a reload at any step stays at that step, with what was typed', async ({
  page,
  service,
  database,
}) => {
  const [, time] = service.times
  const person = somebody()
  const { booking, form, review, confirmation } = bookingIn(page)
  await page.goto(`/services/${service.slug}/availability`)
  await expect(booking.time(time)).toBeVisible()
  await page.reload()
  await expect(booking.time(time)).toBeVisible()

  await booking.chooseTime(time)
  await form.isShown()
  await form.fill(person)
  await form.field('Town or city').or(form.root.getByText('Enter address manually')).click()
  await form.field('Town or city').fill('Saltmere')
  await page.reload()
  await form.isShown()
  await form.holds(person)
  await expect(form.field('Town or city')).toHaveValue('Saltmere')
  await booking.keeps(time)
  expect(await countHeld(database, service)).toBe(1)

  await form.submit()
  await review.isShown()
  await review.notes.fill('After the school run')
  await page.reload()
  await review.isShown()
  await review.holds(person, time)
  await expect(review.notes).toHaveValue('After the school run')

  await review.confirm.click()
  await confirmation.isShown()
  const address = await confirmation.address()
  await page.reload()
  const appointment = new AppointmentPage(page)
  await appointment.isShown()
  expect(page.url()).toBe(address.replace('#', '?booked#'))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await appointment.main.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await page.goto(address)
  await appointment.isShown()
  await expect(page).toHaveURL(address)
  expect(await countBooked(database, service, person)).toBe(1)
})

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

test('leaving a half-filled form asks first', async ({ page, service }) => {
  const { form } = bookingIn(page)
  await reachFilledForm(page, service, service.times[0], somebody())
  await expect.poll(() => draftOf(page)).toContain('Ashdown')
  const asked = page.waitForEvent('dialog')
  const leaving = page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await leaving.catch(() => undefined)
  await form.isShown()
})

test('a closed tab can be taken up again, after a question that shows no name', async ({
  page,
  service,
  database,
}) => {
  const [time] = service.times
  const person = somebody()
  await halfFilled(page, service, person)
  const later = await inAnotherTab(page)
  const { booking, form } = bookingIn(later)
  await later.goto(`/services/${service.slug}/availability`)
  await booking.isAsking()
  await expect(booking.notice('You have not finished booking')).toContainText(time?.words ?? '')
  await expect(booking.main).not.toContainText(person.lastName)
  await booking.button('Continue').click()
  await form.isShown()
  await form.holds(person)
  await sendAndConfirm(later)
  expect(await countBooked(database, service, person)).toBe(1)
  expect(await draftOf(later)).toBe('')
})

test('starting again forgets everything and gives the time back', async ({
  page,
  service,
  database,
}) => {
  const person = somebody()
  await halfFilled(page, service, person)
  const later = await inAnotherTab(page)
  const { booking, form } = bookingIn(later)
  await booking.comeBack(service)
  await booking.button('Start again').click()
  await booking.button('Start again').click()
  await booking.isChoosing()
  await expect(booking.time(service.times[0])).toBeVisible()
  expect(await countHeld(database, service)).toBe(0)
  expect(await draftOf(later)).toBe('')
  await booking.chooseTime(service.times[0])
  await form.isShown()
  await expect(form.field('First name')).toHaveValue('')
})

test('two tabs of one booking make one appointment', async ({ page, service, database }) => {
  const [time] = service.times
  const people = [somebody(), somebody()] as const
  await halfFilled(page, service, people[0])
  const second = await page.context().newPage()
  const other = bookingIn(second)
  await other.booking.comeBack(service)
  await other.booking.button('Continue').click()
  await other.form.isShown()
  await other.form.fill(people[1])
  await sendAndConfirm(second)

  const { booking, form, review, confirmation } = bookingIn(page)
  const own = booking.notice('You have already booked this time')
  await expect(own).toContainText(time?.words ?? '')
  await expect(own.getByRole('link', { name: 'See your appointment' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await booking.chooseTime(service.times[1])
  await expect(booking.notice(/ has already booked this service$/)).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await booking.button('Book this as well').click()
  await form.isShown()
  await form.submit()
  await review.holds(people[0], service.times[1])
  await review.confirm.click()
  await confirmation.isShown()
  expect(await countBooked(database, service)).toBe(2)
})

/** Up to a form that is filled in and kept, but not sent. */
async function halfFilled(page: Page, service: Service, person: Person) {
  await reachFilledForm(page, service, service.times[0], person)
  await expect.poll(() => draftOf(page)).toContain(person.mobile)
}

/** Closes the tab. @returns another one of the same browser. */
async function inAnotherTab(page: Page): Promise<Page> {
  const context = page.context()
  await page.close()
  return context.newPage()
}
