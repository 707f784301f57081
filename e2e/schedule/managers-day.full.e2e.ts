import { readFile } from 'node:fs/promises'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { DashboardPage } from '../reporting/dashboard-page.ts'
import { unique } from '../unique.ts'
import { addClinicianWithDays, DAYS } from './clinician-days.ts'

test('a manager’s morning: the clinic in numbers, one clinician’s days, and their list as a file', async ({
  page,
  database,
}) => {
  const { service, clinicianName, patientName } = await addClinicianWithDays(database)
  const manager = await addColleague(database, {
    lastName: `Manager-${unique()}`,
    permissions: ['clinic.view_appointment', 'clinic.view_other_appointments', 'clinic.user_admin'],
  })
  await become(page, database, manager)
  const dashboard = new DashboardPage(page)
  await page.goto('/dashboard')
  await expect(dashboard.headline).toContainText('Everybody')
  await dashboard.show(DAYS, clinicianName)
  await expect(dashboard.headline).toContainText(clinicianName)
  await expect(dashboard.figure('Appointments')).toContainText('3')
  // Vaccinations are not among what this manager may see.
  await expect(dashboard.main.getByText('Income from vaccinations')).toHaveCount(0)

  const header = page.getByRole('banner')
  await header
    .locator('summary')
    .filter({ hasText: /^\s*Clinic\s*$/ })
    .click()
  await header.getByRole('link', { name: 'Reports' }).click()
  const main = page.getByRole('main')
  const form = main.getByRole('form')
  const count = main.getByText(/^[\d,]+ appointments?$/)
  await form.getByLabel('From').fill(DAYS.from)
  await form.getByLabel('To').fill(DAYS.to)
  await form.getByLabel('Site').selectOption({ label: service.site.name })
  await form.getByRole('button', { name: 'Show' }).click()
  await expect(count).toHaveText('4 appointments')
  await form.getByLabel('Status').selectOption({ label: 'Did not attend' })
  await form.getByRole('button', { name: 'Show' }).click()
  await expect(count).toHaveText('1 appointment')
  const table = page.getByRole('table', { name: 'Appointments' })
  await expect(table).toContainText('3 June 2019, 9:15am')
  await expect(table).toContainText(patientName)
  await page.reload()
  await expect(form.getByLabel('Status')).toHaveValue('did_not_attend')
  await page.goBack()
  await expect(count).toHaveText('4 appointments')
  await expectAccessibleInBothThemes(page)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(
    /^appointments-\d{4}-\d\d-\d\d(-to-\d{4}-\d\d-\d\d)?\.csv$/,
  )
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(1 + 4)
  expect(lines[2]).toContain(',2019-06-03,09:15,09:30,')
  const taken = await database
    .selectFrom('audit_event')
    .select('change')
    .where('actor_id', '=', manager.id)
    .where('action', '=', 'report.exported')
    .execute()
  expect(taken).toMatchObject([{ change: { lines: 4, filters: { site_id: service.site.id } } }])

  await page.setViewportSize({ width: 320, height: 700 })
  await expectNothingCutOff(page)
})
