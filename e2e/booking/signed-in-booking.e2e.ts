import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { countBooked } from '../clinic.ts'
import { addPatient, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { AppointmentPage } from '../own-appointments/appointment-page.ts'
import { bookingIn, readDraft } from '../steps.ts'
import { unique } from '../unique.ts'

test('a patient who is signed in books, reloads half-way, sees it, and cancels it', async ({
  page,
  service,
  database,
}) => {
  const lastName = `Marlow-${unique()}`
  // Their record lacks a number to call.
  const ivy = await addPatient(database, {
    first_name: 'Ivy',
    last_name: lastName,
    email: 'ivy@example.test',
    mobile: '',
    dob: '1990-05-06',
    is_portal_user: true,
  })
  await become(page, database, ivy)
  const { booking, form, review, confirmation } = bookingIn(page)
  await booking.open(service)
  await booking.chooseTime(service.times[0])
  await expect(page.getByText(`You are booking for Ivy ${lastName}, born 6 May 1990`)).toBeVisible()
  await expect(form.field('Last name')).toBeHidden()
  await expect(form.field('Mobile phone number')).toHaveValue('')
  await form.field('Mobile phone number').fill('07700 900 111')
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await expect.poll(() => readDraft(page)).toContain('07700 900 111')

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
