import type { Page } from '@playwright/test'
import type { Permission } from '#lib/contract/permissions.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { expectAccessibleInBothThemes } from '../accessible.ts'
import { type FullDay, openFullDay } from '../booking/full-day.ts'
import { TIME_ZONE } from '../clinic.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { tabTo } from '../tab-to.ts'
import { unique } from '../unique.ts'

const GIVES_VACCINES: Permission[] = [
  'clinic.view_appointment',
  'clinic.view_other_appointments',
  'clinic.change_appointment',
  'clinic.view_vaccinationhistory',
  'clinic.add_vaccinationhistory',
]

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Record a vaccination' })

async function openAppointment(page: Page, day: FullDay, time: string) {
  await page.goto(day.address)
  await page
    .getByRole('gridcell', { name: new RegExp(`^${time} to .*, Hearing check`) })
    .press('Enter')
  await expect(page.getByRole('dialog', { name: 'Appointment' })).toContainText('Reference')
}

async function openDialog(page: Page, day: FullDay, time: string) {
  await openAppointment(page, day, time)
  await page.getByRole('button', { name: 'Record a vaccination' }).press('Enter')
  await expect(findDialog(page).getByRole('button', { name: /right patient/ })).toBeFocused()
}

/** Where the section that opens has the focus, keys can be typed without looking. */
async function opened(page: Page, title: string) {
  await expect(findDialog(page).locator('[aria-current="step"] h3')).toHaveText(title)
  await expect(findDialog(page).locator('[aria-current="step"] :focus')).toHaveCount(1)
}

test('a clinician completes visits by keyboard; the second dose finds the batch of the first', async ({
  page,
  database,
}) => {
  const mark = unique()
  const yesterday = addDays(toClinicDate(Date.now(), TIME_ZONE), -1)
  const day = await openFullDay(database, { clinicians: 1, date: yesterday })
  const { id: productId } = await database
    .insertInto('vaccine_product')
    .values({ name: `Flu ${mark}`, doses_required: 1, booster_interval_weeks: 52, price: '18.50' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const person = { lastName: `Nurse-${mark}`, clinician: true, permissions: GIVES_VACCINES }
  await become(page, database, await addColleague(database, person))
  const dialog = findDialog(page)

  await openDialog(page, day, '9am')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Enter')
  await opened(page, 'Consent')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await opened(page, 'Vaccine and batch')
  await dialog.getByLabel('Vaccine', { exact: true }).selectOption(String(productId))
  await dialog.getByLabel('Batch number').fill(`b${mark}`)
  await dialog.getByLabel('Expiry date').fill(addDays(yesterday, 300))
  await dialog.getByLabel('Expiry date').press('Enter')
  await opened(page, 'Route and site')
  await page.keyboard.press('1')
  await page.keyboard.press('Tab')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expectAccessibleInBothThemes(page)
  await finish(page)

  await openAppointment(page, day, '9:30am')
  await tabTo(page, page.getByRole('button', { name: 'Complete', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Complete the appointment' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Still missing' })).toHaveText(
    'Vaccination: not recorded',
  )
  await expectAccessibleInBothThemes(page)
  await tabTo(page, page.getByRole('button', { name: 'Record a vaccination', exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: /right patient/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await opened(page, 'Consent')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await opened(page, 'Vaccine and batch')
  await page.keyboard.press('Enter')
  await opened(page, 'Route and site')
  await page.keyboard.press('Tab')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await finish(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Record another vaccination' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Still missing' })).toHaveCount(0)
  await tabTo(page, page.getByRole('button', { name: 'Complete appointment', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Appointment' })).toContainText('Completed')

  const stored = await database
    .selectFrom('vaccination_history')
    .select(['batch_number', 'route_of_administration', 'site_of_administration'])
    .where('vaccine_product_id', '=', productId)
    .execute()
  const dose = {
    batch_number: `B${mark}`.toUpperCase(),
    route_of_administration: 'intramuscular',
    site_of_administration: 'left_deltoid',
  }
  expect(stored).toEqual([dose, dose])
})

async function finish(page: Page) {
  await opened(page, 'Given or not given')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await opened(page, 'Reactions')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await opened(page, 'Next dose')
  await page.keyboard.press('Enter')
  await opened(page, 'Check and record')
  await page.keyboard.press('Enter')
  await expect(
    findDialog(page).getByRole('heading', { name: /has been recorded for/ }),
  ).toBeFocused()
}
