import type { Page } from '@playwright/test'
import type { Permission } from '#lib/contract/permissions.ts'
import { addDays, mondayBefore } from '#lib/dates/format-date-time.ts'
import { toClinicDate, toInstant } from '#lib/scheduling/clinic-time.ts'
import type { Database } from '#server/database/connection.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { type FullDay, openFullDay } from '../booking/full-day.ts'
import { TIME_ZONE } from '../clinic.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, more, test } from '../journey.ts'
import { unique } from '../unique.ts'

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
  const question = page.getByRole('dialog', { name: 'Move to 9:30am?' })
  await expect(question.getByRole('button', { name: 'Move to 9:30am' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(patient(other, '9:30am to 9:45am')).toHaveCount(1)
  await expect(patient(page, '9:30am to 9:45am')).toBeFocused()

  // The other drags the second one to where the first was, and onto the first, which is refused.
  const dragged = patient(other, '9am to 9:15am')
  const onto = other.getByRole('row', { name: /Room 001/ })
  await drag(other, dragged, onto, patient(other, '9:30am to 9:45am'))
  await expect(other.getByRole('alert').filter({ hasText: 'Not moved' })).toContainText(
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

/** A patient to be found by a last name of their own, which it returns. */
async function addEdda(database: Database): Promise<string> {
  const lastName = `Sorrel-${unique()}`
  await database
    .insertInto('person')
    .values({ first_name: 'Edda', last_name: lastName, dob: '1971-11-30' })
    .execute()
  return lastName
}

test('who works at the desk books at a free time, by keyboard and by mouse', async ({
  page,
  database,
}) => {
  const day = await openFullDay(database, { appointments: 1 })
  const lastName = await addEdda(database)
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
    .where('starts_at', '=', new Date(toInstant(day.date, '09:15', TIME_ZONE)))
    .execute()
  const [first] = day.staff
  expect(booked).toEqual([{ staff_id: first?.id, room_id: first?.roomId, status: 'booked' }])

  const hoursBlocks = row(page, day, 1).getByRole('gridcell', { name: /^Works 9am to 5pm/ })
  await hoursBlocks.click({ position: { x: 30, y: 160 } })
  const slot = row(page, day, 1).getByRole('gridcell', { name: '10am, free' })
  await expect(slot).toBeFocused()
  await slot.click()
  await expect(dialog).toContainText('10am on ')
  await page.keyboard.press('Escape')
  await expect(slot).toBeFocused()
})

more(
  'a day with 120 clinicians is drawn as far as it is in sight, its heads in step',
  async ({ page, database }, testInfo) => {
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
  },
)

more(
  'the schedule is for everybody to use, at any width, and its address says what it shows',
  async ({ page, database }) => {
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
  },
)

more(
  'hours are changed from the grid, by keyboard and by mouse, and a day goes on paper',
  async ({ page, database }) => {
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
  },
)

more(
  'a time drawn with the mouse is booked, given up, or becomes hours; the trail has the override',
  async ({ page, database }) => {
    const day = await openFullDay(database, { clinicians: 1, appointments: 1 })
    const lastName = await addEdda(database)
    await open(page, database, day.address, [
      ...EVERYTHING,
      'clinic.add_appointment',
      'clinic.view_appointmenttype',
      'clinic.view_user',
      'clinic.view_availability',
      'clinic.add_availability',
      'clinic.select_user',
      'admin.view_logentry',
    ])
    const column = row(page, day, 0)
    const ghost = page.locator('.schedule-ghost')
    const dialog = page.getByRole('dialog', { name: 'Book an appointment' })
    /** From one hour of the clock to another, as far as the pointer goes. */
    const draw = async (from: number, to: number) => {
      await expect(column).toBeVisible()
      const box = await column.boundingBox()
      if (!box) throw new Error('not in sight')
      // The axis begins at 8am, an hour is 156 pixels high.
      const y = (hour: number) => box.y + (hour - 8) * 156 + 2
      await page.mouse.move(box.x + 60, y(from))
      await page.mouse.down()
      await page.mouse.move(box.x + 60, y(from) + 20)
      await page.mouse.move(box.x + 60, y(to), { steps: 3 })
    }
    await draw(10, 10.5)
    await expect(ghost).toHaveText('10am to 10:30am')
    await page.keyboard.press('Escape')
    await expect(ghost).toHaveCount(0)
    await page.mouse.up()
    await expect(dialog).toBeHidden()

    // Upwards it ends where the appointment of 9am does.
    await draw(9.5, 8.75)
    await expect(ghost).toHaveText('9:15am to 9:30am')
    await page.keyboard.press('Escape')
    await page.mouse.up()

    await draw(10, 10.5)
    await page.mouse.up()
    await expect(dialog).toContainText('10am on ')
    await expect(dialog.getByLabel('Minutes')).toHaveValue('30')
    await expect(dialog).toContainText('It usually takes 15 minutes')
    await dialog.getByRole('combobox', { name: 'Find a patient' }).fill(lastName)
    await page.getByRole('option', { name: lastName }).click()
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Book appointment' }).click()
    await expect(dialog).toBeHidden()
    const booked = cell(page, new RegExp(`^10am to 10:30am, Hearing check.*${lastName}`))
    await expect(booked).toBeVisible()

    // Longer still, until somebody else's time is in the way; and who did it is on the trail.
    await booked.click()
    const appointment = page.getByRole('dialog', { name: 'Appointment' })
    await appointment.getByRole('button', { name: 'Change type or duration' }).click()
    await appointment.getByLabel('Minutes').fill('600')
    await expect(
      appointment.getByRole('status', { name: 'Why this cannot be booked' }),
    ).toBeVisible()
    await appointment.getByLabel('Minutes').fill('45')
    await expect(
      appointment.getByRole('status', { name: 'Why this cannot be booked' }),
    ).toBeHidden()
    await expectAccessibleInBothThemes(page)
    await appointment.getByRole('button', { name: 'Save change' }).click()
    await expect(appointment).toContainText('10am to 10:45am')
    await appointment.getByRole('link', { name: 'History' }).click()
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click()
    await expect(page.getByText('Overrides', { exact: true })).toBeVisible()
    await page.goBack()

    await expect(booked).toBeHidden()
    await expect(cell(page, /^10am to 10:45am, Hearing check/)).toBeVisible()
    await page.locator('.schedule-frame').evaluate((frame) => {
      frame.scrollTo({ top: 9_999 })
      frame.scrollIntoView({ block: 'end' })
    })
    await draw(17.25, 17.75)
    await expect(ghost).toHaveText('5:15pm to 5:45pm')
    await page.mouse.up()
    const hours = page.getByRole('dialog', { name: 'New availability' })
    await expect(hours.getByLabel('Starts at')).toHaveValue('17:15')
    await expect(hours.getByLabel('Ends at')).toHaveValue('17:45')
  },
)

more(
  'a manager sees who is where in a week, at any width, and on paper',
  async ({ page, database }) => {
    const day = await openFullDay(database, { clinicians: 3 })
    await open(page, database, day.address)
    await page.getByRole('link', { name: 'Week' }).click()
    const table = page.getByRole('table', { name: 'Who is where this week' })
    const name = day.staff[1]?.name ?? ''
    const line = table.getByRole('row', { name: new RegExp(name) })
    await expect(line).toContainText('9am to 5pm')
    await expect(line).toContainText('2 booked, 7h 30m free')
    await expect(table.getByRole('row').first()).toContainText('3 working, 6 booked')
    await expectAccessibleInBothThemes(page)
    for (const width of [1440, 768, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNothingCutOff(page)
    }
    const tuesday = page.getByText('3 working, 6 booked')
    await tuesday.click()
    await expectAccessibleInBothThemes(page)
    await expectNothingCutOff(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ media: 'print' })
    await expect(line).toContainText('9am to 5pm')
    await page.emulateMedia({ media: 'screen' })
    await page.reload()
    await line.getByRole('link', { name: '9am to 5pm' }).click()
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
    await expect(page).toHaveURL(/\/clinic\/schedule\/staff\/\d+\//)
    await page.goBack()
    await expect(line).toBeVisible()
  },
)

more(
  'a clinician changes the hours of their own: a day of them off, and others added',
  async ({ page, database }) => {
    const { colleague, staffId } = await openOwnHours(database)
    await become(page, database, colleague)
    await page.goto('/clinic/schedule/staff')
    await page.getByRole('link', { name: 'My hours' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your hours')
    await page.getByRole('link', { name: 'Next week' }).click()
    const hours = cell(page, /^Works/)
    await expect(hours).toHaveCount(2)
    await expectAccessibleInBothThemes(page)
    await expectNothingCutOff(page)
    await hours
      .first()
      .getByRole('button', { name: /^Delete…/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Delete hours' })
    await expect(dialog).toContainText(' will not work these hours on ')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(hours).toHaveCount(1)
    const left = await database
      .selectFrom('availability_occurrence')
      .select('id')
      .where('staff_id', '=', staffId)
      .execute()
    expect(left).toHaveLength(1)
    await page.setViewportSize({ width: 320, height: 700 })
    await expect(page.getByRole('button', { name: /^Change/ })).toHaveCount(1)
    await expectAccessibleInBothThemes(page)
    await expectNothingCutOff(page)
    await page
      .getByRole('button', { name: /^Add hours/ })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: 'New availability' })).toBeVisible()
  },
)

/** A clinician with the morning of two days of the next week, made as they make it. */
async function openOwnHours(database: Database) {
  const day = await openFullDay(database, { clinicians: 1, appointments: 0 })
  const colleague = await addColleague(database, {
    lastName: `Own-${unique()}`,
    clinician: true,
    permissions: [
      'clinic.view_appointment',
      'clinic.view_availability',
      'clinic.view_appointmenttype',
      'clinic.add_availability',
      'clinic.change_availability',
      'clinic.delete_availability',
      'clinic.select_room',
    ],
  })
  const monday = addDays(mondayBefore(toClinicDate(Date.now(), TIME_ZONE)), 7)
  const staffId = colleague.staffId ?? 0
  const given = { staff_id: staffId, room_id: day.staff[0]?.roomId ?? 0 }
  const { id } = await database
    .insertInto('availability')
    .values({
      ...given,
      start_date: monday,
      start_time: '09:00',
      end_time: '12:00',
      recurring: true,
      recurring_until: addDays(monday, 1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('availability_appointment_type')
    .values({ availability_id: id, appointment_type_id: day.typeId })
    .execute()
  await database
    .insertInto('availability_occurrence')
    .values(
      [monday, addDays(monday, 1)].map((date) => ({
        ...given,
        availability_id: id,
        date,
        starts_at: new Date(toInstant(date, '09:00', TIME_ZONE)),
        ends_at: new Date(toInstant(date, '12:00', TIME_ZONE)),
      })),
    )
    .execute()
  return { colleague, staffId }
}

more('whoever may not see appointments is told so', async ({ page, database }) => {
  await open(page, database, '/clinic/schedule/staff', ['clinic.view_site'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You cannot open this page')
})
