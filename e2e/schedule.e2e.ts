import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Permission } from '#lib/contract/permissions.ts'
import { instantOf } from '#lib/scheduling/clinic-time.ts'
import type { Database } from '#server/database/connection.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from './accessible.ts'
import { TIME_ZONE } from './clinic.ts'
import { type FullDay, openFullDay } from './full-day.ts'
import { expect, test } from './journey.ts'
import { addColleague, become } from './signed-in.ts'

const EVERYTHING: Permission[] = [
  'clinic.view_appointment',
  'clinic.view_other_appointments',
  'clinic.change_appointment',
  'clinic.override_appointment_duration',
]

async function open(page: Page, database: Database, address: string, permissions = EVERYTHING) {
  await become(page, database, await addColleague(database, { lastName: 'Staff', permissions }))
  await page.goto(address)
}

const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name })
const row = (page: Page, { staff }: FullDay, place: number) =>
  page.getByRole('row', { name: new RegExp(staff[place]?.name ?? '') })
/** The first patient of the day's first clinician. */
const patient = (page: Page, time: string) => cell(page, new RegExp(`^${time}, Hearing check`))

test('two people see each other’s changes, by keyboard and by mouse, without reload', async ({
  page,
  newVisitor,
  database,
  api,
}) => {
  const day = await openFullDay(database, { appointments: 1 })
  const other = await newVisitor()
  await open(page, database, day.address)
  await open(other, database, day.address.replace('/staff', '/room'))
  await expect(patient(other, '9am to 9:15am')).toHaveCount(2)

  // One carries an appointment half an hour down by keyboard alone.
  await row(page, day, 0)
    .getByRole('gridcell', { name: /^9am to 9:15am/ })
    .focus()
  await page.keyboard.press('m')
  for (let mark = 0; mark < 6; mark += 1) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: '9:30am to 9:45am' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(patient(other, '9:30am to 9:45am')).toHaveCount(1)
  await expect(patient(page, '9:30am to 9:45am')).toBeFocused()

  // The other drags the second one to where the first was, and onto the first, which is refused.
  const dragged = patient(other, '9am to 9:15am')
  const onto = other.getByRole('row', { name: /Room 001/ })
  await drag(other, dragged, onto, patient(other, '9:30am to 9:45am'))
  await expect(other.getByRole('alert').filter({ hasText: 'It stays where it was' })).toContainText(
    'Taken: Patient',
  )
  await expect(dragged).toHaveCount(1)

  // A visitor books: both see it.
  const { id } = await database
    .selectFrom('availability')
    .select('id')
    .where('staff_id', '=', day.staff[0]?.id ?? 0)
    .executeTakeFirstOrThrow()
  await api.call('POST public/slot-holds/', {
    body: {
      appointment_type_id: day.typeId,
      start: new Date(`${day.date}T12:00:00Z`).toISOString(),
      site_id: day.siteId,
      availability_id: id,
    },
  })
  await expect(cell(page, /being booked, held/)).toHaveCount(1)
  await expect(cell(other, /being booked, held/)).toHaveCount(1)
})

/** Drags a block into a column, to the height of something there. */
async function drag(
  page: Page,
  block: ReturnType<typeof cell>,
  column: ReturnType<typeof cell>,
  beside: ReturnType<typeof cell>,
) {
  const [from, into, to] = await Promise.all([
    block.boundingBox(),
    column.boundingBox(),
    beside.boundingBox(),
  ])
  if (!from || !into || !to) throw new Error('not in sight')
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y + 20)
  await page.mouse.move(into.x + 20, to.y + 8, { steps: 4 })
  await page.mouse.up()
}

test('who works at the desk books at a free time, by keyboard and by mouse', async ({
  page,
  database,
}) => {
  const day = await openFullDay(database, { appointments: 1 })
  const lastName = `Sorrel-${randomBytes(4).toString('hex')}`
  await database
    .insertInto('person')
    .values({ first_name: 'Edda', last_name: lastName, dob: '1971-11-30' })
    .execute()
  await open(page, database, day.address, [
    ...EVERYTHING,
    'clinic.add_appointment',
    'clinic.view_appointmenttype',
    'clinic.view_user',
  ])
  await row(page, day, 0)
    .getByRole('gridcell', { name: /^9am to 9:15am/ })
    .focus()
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, '9:15am, free')).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Book an appointment' })
  await expect(dialog).toContainText('9:15am on ')
  await dialog.getByRole('combobox', { name: 'Find a patient' }).fill(lastName)
  await page.getByRole('option', { name: lastName }).click()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Book appointment' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    cell(page, new RegExp(`^9:15am to 9:30am, Hearing check.*${lastName}`)),
  ).toBeVisible()
  const booked = await database
    .selectFrom('appointment')
    .select(['staff_id', 'room_id', 'status'])
    .where('appointment_type_id', '=', day.typeId)
    .where('starts_at', '=', new Date(instantOf(day.date, '09:15', TIME_ZONE)))
    .execute()
  const [first] = day.staff
  expect(booked).toEqual([{ staff_id: first?.id, room_id: first?.roomId, status: 'booked' }])

  const ground = row(page, day, 1).getByRole('gridcell', { name: /^Works 9am to 5pm/ })
  await ground.click({ position: { x: 30, y: 160 } })
  const slot = row(page, day, 1).getByRole('gridcell', { name: '10am, free' })
  await expect(slot).toBeFocused()
  await slot.click()
  await expect(dialog).toContainText('10am on ')
  await page.keyboard.press('Escape')
  await expect(slot).toBeFocused()
})

test('nothing changes under the hands of somebody who moves an appointment', async ({
  page,
  database,
}) => {
  const day = await openFullDay(database, { appointments: 2 })
  await open(page, database, day.address)
  await row(page, day, 0)
    .getByRole('gridcell', { name: /^9am to 9:15am/ })
    .focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await database
    .updateTable('appointment')
    .set({ status: 'completed', completed_on: new Date() })
    .where('staff_id', '=', day.staff[1]?.id ?? 0)
    .execute()
  // Coming back to the page reads it again.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('2 changes since you began.')).toBeVisible()
  await expect(cell(page, /completed/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(cell(page, /completed/)).toHaveCount(2)
  await expect(patient(page, '9am to 9:15am')).toHaveCount(2)
})

test('a day with 120 clinicians is drawn as far as it is in sight, its heads in step', async ({
  page,
  database,
}, testInfo) => {
  const day = await openFullDay(database, { clinicians: 120, appointments: 14 })
  await open(page, database, day.address)
  const grid = page.getByRole('grid', { name: 'Schedule' })
  await expect(grid).toHaveAttribute('aria-rowcount', '120')
  await expect(row(page, day, 0)).toBeVisible()
  const drawn = () => page.locator('.schedule *').count()
  expect(await drawn()).toBeLessThan(2_000)
  await page.screenshot({ path: testInfo.outputPath('120-clinicians.png') })
  await page.locator('[role="gridcell"][tabindex="0"]').press('Control+End')
  const last = row(page, day, 119)
  await expect(last).toBeInViewport()
  await expect(last.locator(':focus')).toHaveCount(1)
  expect(await drawn()).toBeLessThan(2_000)
  const name = day.staff[119]?.name ?? ''
  const head = await page.getByRole('link', { name }).boundingBox()
  const column = await last.boundingBox()
  const frame = await page.locator('.schedule-frame').boundingBox()
  expect(Math.round((head?.x ?? 0) - (column?.x ?? 0))).toBeLessThan(12)
  expect(head?.y ?? 0).toBeGreaterThanOrEqual(frame?.y ?? 0)
})

test('the schedule is for everybody to use, at any width, and its address says what it shows', async ({
  page,
  database,
}) => {
  const day = await openFullDay(database)
  await open(page, database, day.address)
  await expect(patient(page, '9am to 9:15am')).toHaveCount(2)
  await expectAccessibleInBothThemes(page)
  await expectNothingCutOff(page)
  await page.getByRole('link', { name: day.staff[0]?.name ?? '' }).click()
  await page.getByRole('link', { name: 'Week' }).click()
  await expect(page.getByRole('row')).toHaveCount(7)
  await expectAccessibleInBothThemes(page)
  const address = page.url()
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(7)
  await expect(patient(page, '9am to 9:15am')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(1)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Free, Room 001' }).first(),
  ).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNothingCutOff(page)
  await page.goto(address.replace('/staff/', '/people/'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

test('hours are changed from the grid, by keyboard and by mouse, and a day goes on paper', async ({
  page,
  database,
}) => {
  const day = await openFullDay(database, { clinicians: 1 })
  const hours: Permission[] = [
    'clinic.change_availability',
    'clinic.view_availability',
    'clinic.edit_other_availability',
    'clinic.add_availability',
    'clinic.create_other_availability',
  ]
  await open(page, database, day.address, [...EVERYTHING, ...hours])
  const dialog = page.getByRole('dialog', { name: 'Change availability' })
  await row(page, day, 0)
    .getByRole('gridcell', { name: /^9am to 9:15am/ })
    .focus()
  const appointment = page.getByRole('dialog', { name: /Hearing check|appointment/i })
  await page.keyboard.press('Enter')
  await expect(appointment).toContainText('Patient')
  await page.keyboard.press('Escape')
  await expect(appointment).toBeHidden()
  await row(page, day, 0)
    .getByRole('gridcell', { name: /^9am to 9:15am/ })
    .focus()
  await page.keyboard.press('a')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.goto(
    `/clinic/your-availability/staff/${day.staff[0]?.id}/${day.date.replaceAll('-', '/')}`,
  )
  const own = page.getByRole('gridcell', { name: /^Works.* 9am to 5pm/ })
  await expect(own).toContainText('Room 001')
  await own.click({ position: { x: 40, y: 400 } })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(day.address)
  await expect(patient(page, '9am to 9:15am')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Today' })).toBeHidden()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Free, Room 001' }).first(),
  ).toBeVisible()
})

test('whoever may not see appointments is told so', async ({ page, database }) => {
  await open(page, database, '/clinic/schedule/staff', ['clinic.view_site'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You cannot open this page')
})
