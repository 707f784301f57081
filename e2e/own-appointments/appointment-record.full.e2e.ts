import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { addStaff, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { bookConcurrently } from '../people/people.ts'

test('the record of an appointment tells of it and of its patient’s others, and cancels it', async ({
  page,
  api,
  database,
  service,
}) => {
  const [first] = service.times
  if (!first) throw new Error('The service has no times.')
  await bookConcurrently(api, service, first)
  const { id } = await database
    .selectFrom('appointment')
    .select('id')
    .where('appointment_type_id', '=', service.id)
    .where('status', '=', 'booked')
    .executeTakeFirstOrThrow()
  const person = await addStaff(database, [
    'clinic.view_appointment',
    'clinic.view_other_appointments',
    'clinic.delete_appointment',
  ])
  await become(page, database, person)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/clinic/record-details?appointment_id=${id}`)
  await expect(page.getByRole('main')).toContainText(service.name)
  await expect(page.getByText('There are no others.')).toBeVisible()
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  await page.getByLabel('Why is it cancelled?').fill('The clinician is ill')
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByRole('main')).toContainText('The clinician is ill')
  await expect(page.getByRole('button', { name: 'Cancel appointment' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Open in the schedule' }).click()
  await expect(page).toHaveURL(/\/clinic\/schedule\/staff\/\d+\/\d{4}\/\d{2}\/\d{2}$/)

  const missing = await page.goto('/clinic/record-details?appointment_id=x')
  expect(missing?.status()).toBe(404)
})
