import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { addClinicianWithDays, DAYS } from '../schedule/clinician-days.ts'
import { DashboardPage } from './dashboard-page.ts'

test('is accessible, also on a small screen', async ({ page, database }) => {
  const { clinician } = await addClinicianWithDays(database)
  await become(page, database, clinician)
  const dashboard = new DashboardPage(page)
  await page.goto(`/dashboard?from=${DAYS.from}&to=${DAYS.to}`)
  await expect(dashboard.figure('Appointments')).toContainText('3')
  for (const summary of await dashboard.main.locator('figure summary').all()) await summary.click()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNothingCutOff(page)
})
