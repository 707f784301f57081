import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { addClinicianWithDays, DAYS } from '../schedule/clinician-days.ts'
import { DashboardPage } from './dashboard-page.ts'

test('a clinician finds their own days in numbers, shares them, and sees nobody else’s', async ({
  page,
  database,
}) => {
  const { clinician, clinicianName } = await addClinicianWithDays(database)
  await addClinicianWithDays(database)
  await become(page, database, clinician)
  const dashboard = new DashboardPage(page)
  await page.goto('/')
  await dashboard.openByMenu()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await dashboard.show(DAYS)
  await expect(dashboard.headline).toHaveText(`${clinicianName} (you), 3 to 4\u00a0June 2019`)
  await expect(page).toHaveURL('/dashboard?from=2019-06-03&to=2019-06-04')
  await expect(dashboard.figure('Appointments')).toContainText('3')
  await expect(dashboard.figure('Did not attend')).toContainText('33.3%1 of 3 past appointments')
  await expect(dashboard.figure('Cancelled')).toContainText('1')
  await expect(dashboard.main.getByLabel('Clinician', { exact: true })).toHaveCount(0)
  await expect(dashboard.part('Income from vaccinations')).toContainText('£0.00')

  await page.reload()
  await expect(dashboard.headline).toContainText('3 to 4\u00a0June 2019')
  await page.goBack()
  await expect(dashboard.main.getByRole('link', { name: 'This week' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const others = await page.request.get('/api/admin/clinician-dashboard/?staff_id=all', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(others.status()).toBe(403)
})

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
