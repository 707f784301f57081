import { randomBytes } from 'node:crypto'
import type { SignedInPerson } from '../../tests/server/signed-in.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { countBooked } from '../clinic.ts'
import { test as base, expect } from '../journey.ts'
import { AppointmentPage } from '../own-appointments/appointment-page.ts'
import { addPatient, become } from '../session/signed-in.ts'
import { bookingIn, draftOf } from '../steps.ts'

const test = base.extend<{ ivy: SignedInPerson; lastName: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here
  lastName: async ({}, use) => use(`Marlow-${randomBytes(4).toString('hex')}`),
  /** A patient of this journey's own, whose record lacks a number to call. */
  ivy: async ({ database, page, lastName }, use) => {
    const ivy = await addPatient(database, {
      first_name: 'Ivy',
      last_name: lastName,
      email: 'ivy@example.test',
      mobile: '',
      dob: '1990-05-06',
      is_portal_user: true,
    })
    await become(page, database, ivy)
    await use(ivy)
  },
})

test('a patient who is signed in books, reloads half-way, sees it, and cancels it', async ({
  page,
  service,
  database,
  ivy,
  lastName,
}) => {
  const { booking, form, review, confirmation } = bookingIn(page)
  await booking.open(service)
  await booking.chooseTime(service.times[0])
  await form.isShown()
  await expect(form.field('Last name')).toHaveValue(lastName)
  await expect(form.field('Mobile phone number')).toHaveValue('')
  await form.field('Mobile phone number').fill('07700 900 111')
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await expect.poll(() => draftOf(page)).toContain('07700 900 111')

  await page.reload()
  await expect(form.field('Mobile phone number')).toHaveValue('07700 900 111')
  await form.submit()
  await review.isShown()
  await expectAccessibleInBothThemes(page)
  const record = await database
    .selectFrom('person')
    .select(['mobile', 'last_name'])
    .where('id', '=', ivy.id)
    .executeTakeFirstOrThrow()
  expect(record).toEqual({ mobile: '07700 900 111', last_name: lastName })

  await review.confirm.click()
  await confirmation.isShown()
  await expect(confirmation.answer('For')).toContainText(lastName)
  await expectAccessibleInBothThemes(page)
  const address = await confirmation.address()
  expect(address).toMatch(/\/appointments\/\d+$/)
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(kept).not.toContain('guestUser')
  expect(kept).not.toContain('appointmentAccess')

  const appointment = new AppointmentPage(page)
  await page.reload()
  await appointment.isShown()
  await appointment.open(address)
  await appointment.isShown()
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await appointment.cancel('Feeling better')
  await appointment.isCancelled()
  expect(await countBooked(database, service)).toBe(0)
})

test('nobody else sees it, and who is not signed in is offered to sign in', async ({
  page,
  service,
  database,
  ivy,
  lastName,
  newVisitor,
}) => {
  const row = await database
    .updateTable('person')
    .set({ mobile: '07700 900 111' })
    .where('id', '=', ivy.id)
    .executeTakeFirstOrThrow()
  expect(row.numUpdatedRows).toBe(1n)
  const { booking, review, confirmation } = bookingIn(page)
  await booking.open(service)
  await booking.chooseTime(service.times[0])
  await review.isShown()
  await review.confirm.click()
  await confirmation.isShown()
  const address = await confirmation.address()

  const stranger = new AppointmentPage(await newVisitor())
  await stranger.open(address)
  await expect(stranger.heading).toHaveText('We could not find this appointment')
  await expect(stranger.main.getByRole('link', { name: 'sign in' })).toBeVisible()
  await expectAccessibleInBothThemes(stranger.page)
  await become(stranger.page, database, await addPatient(database, { first_name: 'Ben' }))
  await stranger.page.reload()
  await expect(stranger.heading).toHaveText('We could not find this appointment')
  await expect(stranger.main).not.toContainText(lastName)
})

test('a session that ends half-way is said, and the booking goes on as a guest', async ({
  page,
  service,
  ivy,
  lastName,
}) => {
  expect(ivy.id).toBeGreaterThan(0)
  const { booking, form } = bookingIn(page)
  await booking.open(service)
  await booking.chooseTime(service.times[0])
  await form.isShown()
  await form.field('Mobile phone number').fill('07700 900 111')
  await page.context().clearCookies()
  await form.submit()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(booking.notice('Nothing is booked yet')).toBeVisible()
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await booking.button('Continue as a guest').click()
  await form.isShown()
  await expect(form.field('Last name')).toHaveValue(lastName)
  await expect(form.field('Mobile phone number')).toHaveValue('07700 900 111')
})
