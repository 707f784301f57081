import { addClinician } from '../../tests/server/clinic-factory.ts'
import { expectAccessibleInBothThemes } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { bookConcurrently, somebody } from '../people/people.ts'
import { bookingIn, reachReview } from '../steps.ts'
import { AppointmentPage } from './appointment-page.ts'

test('the address of the confirmation opens the appointment anywhere, and after Back', async ({
  page,
  service,
  newVisitor,
}) => {
  const person = somebody()
  const { review, confirmation } = bookingIn(page)
  await reachReview(page, service, service.times[0], person)
  await review.confirm.click()
  await confirmation.isShown()
  const confirmed = page.url()
  expect(new URL(confirmed).searchParams.has('booked')).toBe(true)
  // What the share button of a phone would hand on instead.
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
  for (const visitor of [await page.context().newPage(), await newVisitor()]) {
    const appointment = new AppointmentPage(visitor)
    await appointment.open(confirmed)
    await appointment.isShown()
    await expect(appointment.answer('For')).toContainText(person.lastName)
    expect(visitor.url()).toBe(confirmed)
    await visitor.getByRole('link', { name: 'Skip to main content' }).focus()
    await visitor.keyboard.press('Enter')
    await expect(visitor).toHaveURL(confirmed)
  }
  await page.goto('/about')
  await page.goBack()
  await expect(page.getByRole('main')).toContainText(person.lastName)
  await page.reload()
  await new AppointmentPage(page).isShown()
})

test('an appointment that cannot be kept is moved to a suggested time with one press', async ({
  page,
  service,
  api,
  database,
}) => {
  const { address, reference } = await bookConcurrently(api, service, service.times[0])
  // Its clinician is away that day; a colleague is there.
  const away = await addClinician(database)
  await database
    .updateTable('appointment')
    .set({ staff_id: away.id })
    .where('reference', '=', reference)
    .execute()
  await page.setViewportSize({ width: 320, height: 700 })
  const appointment = new AppointmentPage(page)
  await appointment.open(address)
  const suggestions = page.getByRole('region', { name: 'Please choose another time' })
  await expect(suggestions.getByRole('button')).toHaveCount(4)
  await expect(page.getByRole('heading', { name: 'Will you come?' })).toBeHidden()
  await expectAccessibleInBothThemes(page)
  await suggestions.getByRole('button').first().click()
  await expect(page.getByRole('main')).toContainText('has been moved to')
  await expect(suggestions).toBeHidden()
})
