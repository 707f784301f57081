import type { Page } from '@playwright/test'
import type { Permission } from '#lib/contract/permissions.ts'
import { formatPlainDate } from '#lib/dates/format-date-time.ts'
import { isFull } from '../../tests/amount.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { countBooked, type Service, type Time } from '../clinic.ts'
import { addStaff, become } from '../identity/signed-in.ts'
import { test as base, expect } from '../journey.ts'
import { unique } from '../unique.ts'

const DESK: Permission[] = [
  'clinic.view_appointment',
  'clinic.view_other_appointments',
  'clinic.add_appointment',
  'clinic.view_user',
  'clinic.create_user',
]

/** A patient of this journey's own. */
type Patient = { lastName: string }

const test = base.extend<{ desk: Page; patient: Patient }>({
  desk: async ({ page, database }, use) => {
    await become(page, database, await addStaff(database, DESK))
    await use(page)
  },
  patient: async ({ database }, use) => {
    const lastName = `Quill-${unique()}`
    await database
      .insertInto('person')
      .values({ first_name: 'Edda', last_name: lastName, dob: '1971-11-30' })
      .execute()
    await use({ lastName })
  },
})

const more = isFull ? test : test.skip

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const toTimes = ({ times }: Service) => times as [Time, Time, Time, Time]
const dateButton = (page: Page, { day }: Service) =>
  page.getByRole('button', { name: formatPlainDate(day).replace(/ \d{4}$/, '') })

async function plan(page: Page, service: Service, time: Time) {
  await page.goto('/clinic/appointment-planner')
  await page.getByLabel('Appointment type').selectOption({ label: `${service.name} (15 minutes)` })
  await page.getByRole('button', { name: 'Show dates' }).click()
  await dateButton(page, service).click()
  await page.getByRole('dialog').getByRole('button', { name: time.label }).first().click()
  await expect(heading(page)).toHaveText('Who is it for?')
}

test('a receptionist plans an appointment by keyboard alone, which no screen makes hard', async ({
  desk: page,
  database,
  service,
  patient,
}) => {
  const [first] = toTimes(service)
  await page.goto(`/clinic/appointment-planner?type=${service.id}&site=${service.site.id}`)
  await expect(dateButton(page, service)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  // A Wednesday stands in the third column of five.
  const [all, one] = await Promise.all([
    page.locator('.planner-dates').boundingBox(),
    dateButton(page, service).boundingBox(),
  ])
  expect(Math.round(5 * (((one?.x ?? 0) - (all?.x ?? 0)) / (all?.width ?? 1)))).toBe(2)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNothingCutOff(page)
  await dateButton(page, service).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: first.label })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: first.label }).press('Enter')
  await expect(heading(page)).toBeFocused()
  const search = page.getByRole('combobox', { name: 'Find a patient' })
  await search.pressSequentially(patient.lastName)
  await expect(page.getByRole('option')).toContainText('born 30 November 1971')
  await expectAccessibleInBothThemes(page)
  // What lies under the mouse is not what Enter would choose.
  const option = page.getByRole('option')
  const colour = () => option.evaluate((drawn) => getComputedStyle(drawn).backgroundColor)
  await option.hover()
  const underMouse = await colour()
  await search.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  expect(await colour()).not.toBe(underMouse)
  await search.press('Enter')
  await expect(heading(page)).toBeFocused()
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Book appointment' }).press('Enter')
  await expect(heading(page)).toHaveText('Booked')
  await expect(page.getByRole('link', { name: first.text })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNothingCutOff(page)
  expect(await countBooked(database, service)).toBe(1)
  await page.getByRole('link', { name: first.text }).click()
  await expect(page).toHaveURL(/\/clinic\/schedule\/staff\/\d+\/\d{4}\/\d{2}\/\d{2}$/)
})

more(
  'a new patient is entered on the spot, unless they are on file already',
  async ({ desk: page, database, service, patient }) => {
    const [first] = toTimes(service)
    await plan(page, service, first)
    await page.getByRole('button', { name: 'Add a new patient' }).click()
    await page.getByLabel('First name').fill('Edda')
    await page.getByLabel('Last name').fill(patient.lastName)
    for (const [part, value] of [
      ['Day', '30'],
      ['Month', '11'],
      ['Year', '1971'],
    ] as const) {
      await page.getByLabel(part, { exact: true }).fill(value)
    }
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Save patient' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is it one of these patients?' })
    await expect(dialog).toContainText(`Edda ${patient.lastName}`)
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'No, save as a new patient' }).click()
    await expect(heading(page)).toHaveText('Check and book')
    const known = await database
      .selectFrom('person')
      .select('id')
      .where('last_name', '=', patient.lastName)
      .execute()
    expect(known).toHaveLength(2)
  },
)
