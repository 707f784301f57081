import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Permission } from '#lib/contract/permissions.ts'
import { addDays, formatPlainDate } from '#lib/format-date-time.ts'
import { addOpening } from '../../tests/server/clinic-factory.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { countBooked, diaryOf, type Service, type Time } from '../clinic.ts'
import { test as base, expect } from '../journey.ts'
import { bookConcurrently } from '../people/people.ts'
import { addStaff, become } from '../session/signed-in.ts'

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
    const lastName = `Quill-${randomBytes(4).toString('hex')}`
    await database
      .insertInto('person')
      .values({ first_name: 'Edda', last_name: lastName, dob: '1971-11-30' })
      .execute()
    await use({ lastName })
  },
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const timesOf = ({ times }: Service) => times as [Time, Time, Time, Time]
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

async function choose(page: Page, { lastName }: Patient) {
  await page.getByRole('combobox', { name: 'Find a patient' }).fill(lastName)
  await page.getByRole('option', { name: lastName }).click()
  await expect(heading(page)).toHaveText('Check and book')
}

test('a receptionist plans an appointment by keyboard alone, which no screen makes hard', async ({
  desk: page,
  database,
  service,
  patient,
}) => {
  const [first] = timesOf(service)
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
  await expect(page.getByRole('link', { name: first.words })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNothingCutOff(page)
  expect(await countBooked(database, service)).toBe(1)
  await page.getByRole('link', { name: first.words }).click()
  await expect(page).toHaveURL(/\/clinic\/schedule\/staff\/\d+\/\d{4}\/\d{2}\/\d{2}$/)
})

test('appointments every two weeks are booked all or none, with a word for each that does not fit', async ({
  desk: page,
  database,
  service,
  patient,
}) => {
  const [first] = timesOf(service)
  const { staff_id, room_id } = await database
    .selectFrom('availability')
    .innerJoin('room', 'room.id', 'availability.room_id')
    .select(['availability.staff_id', 'availability.room_id'])
    .where('room.site_id', '=', service.site.id)
    .executeTakeFirstOrThrow()
  // There is a second morning two weeks on, but no third.
  const start = new Date(Date.parse(`${addDays(service.day, 14)}T08:00:00Z`))
  await addOpening(database, {
    staffId: staff_id,
    roomId: room_id,
    typeIds: [service.id],
    start,
    end: new Date(start.getTime() + 3 * 3_600_000),
  })
  await plan(page, service, first)
  await choose(page, patient)
  await page.getByLabel('Repeatedly').check()
  await page.getByLabel('How many weeks between appointments?').fill('2')
  await page.getByLabel('How many appointments in total?').fill('3')
  await page.getByRole('button', { name: 'Book 3 appointments' }).click()
  const answer = page.getByRole('alert')
  await expect(answer).toContainText(
    'Nothing has been booked. You cannot book 1 of the 3 appointments:',
  )
  await expect(answer).toContainText(formatPlainDate(addDays(service.day, 28)))
  expect(await countBooked(database, service)).toBe(0)
  await page.getByLabel('How many appointments in total?').fill('2')
  await page
    .getByRole('button', { name: 'Book 2 appointments' })
    .evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
  await expect(heading(page)).toHaveText('All of them are booked')
  expect(await countBooked(database, service)).toBe(2)
})

test('who loses a time to somebody else is offered those that are left, for the same patient', async ({
  desk: page,
  api,
  database,
  service,
  patient,
}) => {
  const [first, second] = timesOf(service)
  await plan(page, service, first)
  await choose(page, patient)
  await bookConcurrently(api, service, first)
  await page.getByRole('button', { name: 'Book appointment' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(`${first.label} could not be booked.`)
  await expect(dialog.getByRole('button', { name: second.label })).toBeVisible()
  await expect(dialog.getByRole('button', { name: `${first.label} `, exact: false })).toHaveCount(0)
  await dialog.getByRole('button', { name: second.label }).click()
  await page.getByRole('button', { name: 'Book appointment' }).click()
  await expect(page.getByRole('link', { name: second.words })).toBeVisible()
  expect(await countBooked(database, service)).toBe(2)
})

test('a booking whose answer is lost is made once', async ({
  desk: page,
  database,
  service,
  patient,
}) => {
  const [first] = timesOf(service)
  await plan(page, service, first)
  await choose(page, patient)
  await page.route(
    '**/api/admin/appointments/',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Book appointment' }).click()
  await expect(page.getByRole('alert')).toContainText('do not know whether it was booked')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Booked')
  expect(await diaryOf(database, service)).toHaveLength(1)
})

test('a new patient is entered on the spot, unless they are on file already', async ({
  desk: page,
  database,
  service,
  patient,
}) => {
  const [first] = timesOf(service)
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
})

test('Back goes one step back, a reload opens the date again, and half a plan is not left unasked', async ({
  desk: page,
  service,
  patient,
}) => {
  const [first, second] = timesOf(service)
  await page.goto('/about')
  await plan(page, service, first)
  await choose(page, patient)
  await page.getByLabel('Notes').fill('Needs a ramp')
  await page.goBack()
  await expect(heading(page)).toHaveText('Who is it for?')
  await page.goForward()
  await expect(heading(page)).toHaveText('Check and book')
  await expect(page.getByLabel('Notes')).toHaveValue('Needs a ramp')

  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void (asked.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  await page.getByRole('link', { name: 'About us' }).first().click()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await expect(page.getByLabel('Notes')).toHaveValue('Needs a ramp')
  await page.reload()
  expect(asked).toHaveLength(2)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: second.label })).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(dateButton(page, service)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/appointment-planner$/)
  await page.goBack()
  await expect(page).toHaveURL(/about$/)
})

test('a lead plans an appointment for longer than usual, and the trail says so', async ({
  page,
  database,
  service,
  patient,
}) => {
  const lead = await addStaff(database, [...DESK, 'clinic.override_appointment_duration'])
  await become(page, database, lead)
  await page.goto(`/clinic/appointment-planner?type=${service.id}`)
  await page.getByLabel('Minutes').fill('30')
  await page.getByRole('button', { name: 'Show dates' }).click()
  await expect(dateButton(page, service)).toContainText('2 times')
  await dateButton(page, service).click()
  await page.getByRole('dialog').getByRole('button', { name: '9:30am' }).click()
  await expect(page.getByText('(30 minutes, usually 15 minutes)')).toBeVisible()
  await choose(page, patient)
  await page.getByRole('button', { name: 'Book appointment' }).click()
  await expect(heading(page)).toHaveText('Booked')
  const line = await database
    .selectFrom('audit_event')
    .innerJoin('appointment', 'appointment.id', 'audit_event.subject_id')
    .select(['appointment.duration', 'audit_event.change'])
    .where('appointment.appointment_type_id', '=', service.id)
    .where('action', '=', 'appointment.booked')
    .executeTakeFirstOrThrow()
  expect(line).toEqual({
    duration: 30,
    change: { duration: { from: 15, to: 30 }, overrides: ['duration'] },
  })
})

test('why a time is not bookable is said in words', async ({ desk: page, service }) => {
  await page.goto(`/clinic/appointment-planner?type=${service.id}&site=${service.site.id}`)
  await dateButton(page, service).click()
  await page.getByLabel('Start time').fill('23:00')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('11pm cannot be booked')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem').last()).not.toBeEmpty()
})
