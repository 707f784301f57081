import type { Permission } from '#lib/contract/permissions.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import type { Database } from '#server/database/connection.ts'
import { hashPin } from '#server/identity/pin.ts'
import { CHEAP_PIN } from '../../tests/server/cheap-pin.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, more, test } from '../journey.ts'
import { unique } from '../unique.ts'
import { AvailabilityPage } from './availability-page.ts'

const OWN: Permission[] = [
  'clinic.add_availability',
  'clinic.change_availability',
  'clinic.delete_availability',
  'clinic.view_availability',
  'clinic.view_appointmenttype',
  'clinic.view_appointment',
  'clinic.change_appointment',
  'clinic.select_room',
]

const today = new Date().toISOString().slice(0, 10)
const inDays = (days: number) => addDays(today, days)

/** A branch, a clinician and a type of this journey's own. */
async function openClinic(database: Database, permissions: Permission[] = OWN) {
  const mark = unique()
  const site = await database
    .insertInto('site')
    .values({ name: `Journey ${mark}`, slug: `journey-${mark}` })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const room = await database
    .insertInto('room')
    .values({ name: 'Room 1', slug: 'room-1', site_id: site.id })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const type = await database
    .insertInto('appointment_type')
    .values({ name: `Journey ${mark}`, slug: `journey-${mark}`, duration: 30 })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const clinician = await addColleague(database, {
    lastName: `Marsh-${mark}`,
    clinician: true,
    permissions,
  })
  const { full_name: name } = await database
    .selectFrom('person')
    .select('full_name')
    .where('id', '=', clinician.id)
    .executeTakeFirstOrThrow()
  return { site, room, type, clinician, name, staffId: clinician.staffId ?? 0 }
}

/** How many days of a clinician's there are, and how long each is in hours. */
async function readHours(database: Database, staffId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('availability_occurrence')
    .select(['starts_at', 'ends_at'])
    .where('staff_id', '=', staffId)
    .orderBy('starts_at')
    .execute()
  return rows.map(({ starts_at, ends_at }) => (ends_at.getTime() - starts_at.getTime()) / 3_600_000)
}

test('a clinician makes availability, changes one day of it and ends it early', async ({
  page,
  database,
}) => {
  const clinic = await openClinic(database)
  await become(page, database, clinic.clinician)
  const availability = new AvailabilityPage(page)
  await availability.open()
  await expect(page.getByText('No working patterns match.')).toBeVisible()

  await availability.add()
  await availability.dialog
    .getByLabel('Room')
    .selectOption({ label: `${clinic.site.name}, ${clinic.room.name}` })
  await availability.save()
  await expect(availability.problems).toContainText('Choose at least one appointment type')
  await availability.dialog.getByLabel(clinic.type.name).check()
  await availability.dialog.getByLabel('Date').fill(inDays(14))
  await availability.dialog.getByLabel('Starts at').fill('09:00')
  await availability.dialog.getByLabel('Ends at').fill('12:00')
  await availability.dialog.getByLabel('Repeats').check()
  await availability.dialog.getByLabel('Until').fill(inDays(18))
  await availability.dialog
    .getByRole('group', { name: 'Only on' })
    .getByRole('button', { name: 'Clear' })
    .click()
  await expect(availability.comesTo).toContainText('Every day, 9am to 12 noon')
  await expect(availability.comesTo).toContainText('5 days, starting with:')
  await expectAccessibleInBothThemes(page)
  await availability.save()
  await expect(availability.dialog).toBeHidden()
  await expect(availability.rows).toHaveCount(1)
  expect(await readHours(database, clinic.staffId)).toEqual([3, 3, 3, 3, 3])

  await availability.change()
  await availability.dialog.getByLabel('One day only').check()
  await availability.dialog.getByLabel('Which day?').fill(inDays(15))
  await availability.dialog.getByLabel('Ends at').fill('10:00')
  await expect(availability.comesTo).toContainText('9am to 10am')
  await availability.save()
  await expect(availability.dialog).toBeHidden()
  await expect(availability.rows).toHaveCount(2)
  expect(await readHours(database, clinic.staffId)).toEqual([3, 1, 3, 3, 3])

  await availability.change('except 1 day')
  await availability.dialog.getByRole('button', { name: 'Delete…' }).click()
  await availability.dialog.getByLabel('One day and all those after it').check()
  await availability.dialog.getByLabel('Which day?').fill(inDays(17))
  await availability.dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(availability.dialog).toBeHidden()
  await expect.poll(() => readHours(database, clinic.staffId)).toEqual([3, 1, 3])

  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNothingCutOff(page)
  }
  await availability.add()
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNothingCutOff(page)
})

more(
  'somebody at a shared desk acts for a clinician with that clinician’s PIN',
  async ({ page, database }) => {
    const clinic = await openClinic(database)
    await database
      .updateTable('staff')
      .set({ pin_hash: await hashPin('2468', CHEAP_PIN) })
      .where('id', '=', clinic.staffId)
      .execute()
    const desk = await addColleague(database, {
      lastName: 'Desk',
      permissions: [...OWN, 'clinic.select_user', 'clinic.view_other_appointments'],
    })
    await become(page, database, desk)
    const availability = new AvailabilityPage(page)
    await availability.open()
    await availability.add()
    await availability.dialog.getByLabel('Clinician').selectOption({ label: clinic.name })
    await availability.dialog
      .getByLabel('Room')
      .selectOption({ label: `${clinic.site.name}, ${clinic.room.name}` })
    await availability.dialog.getByLabel(clinic.type.name).check()
    await availability.save()
    const pin = page.getByLabel(`PIN of ${clinic.name}`)
    // A new one is checked by the write alone, which asks.
    await pin.fill('1357')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This is not the PIN of this clinician').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await pin.fill('2468')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(availability.dialog).toBeHidden()
    expect(await readHours(database, clinic.staffId)).toEqual([8.5])
    expect(page.url()).not.toContain('2468')
  },
)
