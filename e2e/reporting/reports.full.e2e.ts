import { toInstant } from '#lib/scheduling/clinic-time.ts'
import type { Database } from '#server/database/connection.ts'
import { addAppointment, addPerson } from '../../tests/server/clinic-factory.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { openService, TIME_ZONE, toPlace } from '../clinic.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { unique } from '../unique.ts'

/** A clinician of a journey's own, with four appointments on two days long ago. */
async function addClinicianWithDays(database: Database) {
  const mark = unique()
  const clinician = await addColleague(database, {
    lastName: `Whitfield-${mark}`,
    clinician: true,
    permissions: ['clinic.view_appointment', 'clinic.view_vaccinationhistory'],
  })
  const place = toPlace(await openService(database))
  const patient = await addPerson(database, { first_name: 'Ines', last_name: `Okafor-${mark}` })
  for (const [day, time, status] of [
    ['2019-06-03', '09:00', 'completed'],
    ['2019-06-03', '09:15', 'did_not_attend'],
    ['2019-06-03', '10:00', 'cancelled'],
    ['2019-06-04', '17:15', 'completed'],
  ] as const) {
    await addAppointment(database, {
      ...place,
      reference: `${mark}-${day}-${time}`,
      starts_at: new Date(toInstant(day, time, TIME_ZONE)),
      status,
      staff_id: clinician.staffId ?? 0,
      patient_id: patient.id,
    })
  }
  return clinician
}

test('the numbers and the reports can be used by everyone, also on a small screen', async ({
  page,
  database,
}) => {
  await become(page, database, await addClinicianWithDays(database))
  const main = page.getByRole('main')
  const days = 'from=2019-06-03&to=2019-06-04'
  await page.goto('/')
  const header = page.getByRole('banner')
  await header
    .locator('summary')
    .filter({ hasText: /^\s*Clinic\s*$/ })
    .click()
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await header.getByRole('link', { name: 'Reports' }).click()
  await expect(page).toHaveURL('/clinic/temporary-reporting')

  await page.goto(`/dashboard?${days}`)
  await expect(main.locator('.figures > div').filter({ hasText: 'Did not attend' })).toContainText(
    '1 of 3 past appointments',
  )
  for (const summary of await main.locator('figure summary').all()) await summary.click()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNothingCutOff(page)

  await page.goto(`/clinic/temporary-reporting?${days}`)
  await expect(main.getByText('4 appointments', { exact: true })).toBeVisible()
  await expectNothingCutOff(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessibleInBothThemes(page)
})
