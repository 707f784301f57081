import type { Page } from '@playwright/test'
import type { Permission } from '#lib/contract/permissions.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Database } from '#server/database/connection.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { type FullDay, openFullDay } from '../booking/full-day.ts'
import { TIME_ZONE } from '../clinic.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { unique } from '../unique.ts'

const DESK: Permission[] = [
  'clinic.view_appointment',
  'clinic.view_other_appointments',
  'clinic.change_appointment',
  'clinic.delete_appointment',
]
const yesterday = () => addDays(toClinicDate(Date.now(), TIME_ZONE), -1)

/** Signs somebody in with a name of their own. @returns that name. */
async function work(page: Page, database: Database, { clinician = false } = {}): Promise<string> {
  const lastName = `Staff-${unique()}`
  const rights = { permissions: DESK, ...(clinician && { clinician }) }
  await become(page, database, await addColleague(database, { lastName, ...rights }))
  return `Rosa ${lastName}`
}

const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Appointment' })
const block = (page: Page, time: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${time} to .*, Hearing check`) })
const press = (page: Page, name: string) =>
  findDialog(page).getByRole('button', { name, exact: true }).press('Enter')

/** Opens what begins at a time, from the schedule and by keyboard. */
async function open(page: Page, day: FullDay, time: string) {
  await page.goto(day.address)
  await block(page, time).press('Enter')
  await expect(findDialog(page).getByText('Reference')).toBeVisible()
}

async function readStored(database: Database, { typeId }: FullDay) {
  return await database
    .selectFrom('appointment')
    .select(['status', 'cancellation_notes'])
    .where('appointment_type_id', '=', typeId)
    .orderBy('starts_at')
    .execute()
}

test('who completed an appointment and when stands with it; who would cancel it then is told why not', async ({
  page,
  newVisitor,
  database,
}) => {
  const day = await openFullDay(database, { clinicians: 1, date: yesterday() })
  const late = await newVisitor()
  const clinician = await work(page, database, { clinician: true })
  await work(late, database)
  await open(late, day, '9am')
  await press(late, 'Cancel appointment')
  await findDialog(late).getByLabel('Why is it cancelled?').fill('The patient called')
  await expectAccessibleInBothThemes(late)

  await open(page, day, '9am')
  await expectAccessibleInBothThemes(page)
  await press(page, 'Complete')
  await press(page, 'Complete appointment')
  await expect(findDialog(page)).toContainText(new RegExp(`Completed, .+ by ${clinician}`))
  await expect(findDialog(page).getByRole('button')).toHaveText(['Close', 'Add notes', 'Undo'])
  await expect(findDialog(page).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell', { name: /^9am to .*completed/ })).toBeFocused()

  await press(late, 'Cancel appointment')
  const notice = findDialog(late).getByRole('alert')
  await expect(notice).toBeFocused()
  await expect(notice).toContainText(`${clinician} completed this appointment at `)
  await expect(notice.getByRole('listitem')).toHaveText(['Status was: Booked'])
  await expect(notice).toContainText('It is completed now, so it cannot be cancelled.')
  await expect(notice).toContainText('The patient called')
  await expect(notice.getByRole('button')).toHaveText(['Leave it as it is'])
  await late.setViewportSize({ width: 320, height: 640 })
  await expectNothingCutOff(late)
  await expectAccessibleInBothThemes(late)
  await press(late, 'Leave it as it is')
  await expect(findDialog(late)).toContainText(`by ${clinician}`)
  expect((await readStored(database, day))[0]).toEqual({
    status: 'completed',
    cancellation_notes: '',
  })
})
