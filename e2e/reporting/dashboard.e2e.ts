import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { addClinicianWithDays, DAYS } from '../schedule/clinician-days.ts'
import { become } from '../session/signed-in.ts'
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

test('by keyboard alone: another period, a chart as its table, and the types in a dialog', async ({
  page,
  database,
}) => {
  const { clinician, service } = await addClinicianWithDays(database)
  await become(page, database, clinician)
  const dashboard = new DashboardPage(page)
  await page.goto(`/dashboard?from=${DAYS.from}&to=${DAYS.to}`)
  await expect(dashboard.figure('Appointments')).toContainText('3')
  const chart = dashboard.main.getByRole('figure').filter({ hasText: 'Appointments by type' })
  await chart.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(chart.getByRole('row', { name: `${service.name} 3 45 minutes` })).toBeVisible()

  const opener = dashboard.main.getByRole('button', { name: 'All appointment types' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Appointment types' })
  await expect(dialog.getByRole('row', { name: `${service.name} 3 15` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await dashboard.main.getByRole('link', { name: 'Today' }).focus()
  await page.keyboard.press('Enter')
  await expect(dashboard.main.getByRole('link', { name: 'Today' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(dashboard.figure('Appointments')).toContainText('0')
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

test('a failure is told where it is, and another try mends it', async ({ page, database }) => {
  const { clinician } = await addClinicianWithDays(database)
  await become(page, database, clinician)
  const dashboard = new DashboardPage(page)
  await page.route('**/api/admin/clinician-dashboard/?*', (route) => route.abort())
  await page.goto(`/dashboard?from=${DAYS.from}&to=${DAYS.to}`)
  await expect(dashboard.main.getByRole('alert')).toContainText('We could not load the numbers.')
  await expect(dashboard.part('Upcoming appointments')).toContainText(
    'There are no upcoming appointments.',
  )
  await page.unroute('**/api/admin/clinician-dashboard/?*')
  await dashboard.main.getByRole('button', { name: 'Try again' }).click()
  await expect(dashboard.figure('Appointments')).toContainText('3')
})
