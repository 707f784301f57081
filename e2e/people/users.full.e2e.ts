import { userScreen } from '#islands/admin/resources/screens/users.tsx'
import { permissions } from '#lib/contract/permissions.ts'
import { addAppointment, addPerson } from '../../tests/server/clinic-factory.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { RecordsPage } from '../admin/records-page.ts'
import { toPlace } from '../clinic.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { unique } from '../unique.ts'

const DAY = 86_400_000

test('entering somebody on file finds them; their appointments are seen, and cancelled after their death', async ({
  page,
  database,
  service,
}) => {
  const mark = unique()
  const patient = await addPerson(database, {
    first_name: 'Zoë',
    last_name: `Nwosu${mark}`,
    dob: '1966-11-05',
  })
  const booked = { ...toPlace(service), patient_id: patient.id }
  const at = (days: number) => new Date(Date.now() + days * DAY)
  await addAppointment(database, { ...booked, starts_at: at(5) })
  await addAppointment(database, { ...booked, starts_at: at(-5), status: 'completed' })
  await addAppointment(database, { ...booked, starts_at: at(6), status: 'cancelled' })
  await become(page, database, await addColleague(database, { lastName: 'Byron', permissions }))
  const records = new RecordsPage(page, userScreen)
  await records.open()
  await records.add()
  await records.enter({ first_name: 'Zoe', last_name: `Nwosu${mark}`, dob: '1966-11-05' })
  await records.save()
  await expect(page.getByRole('heading', { name: 'Is it one of these?' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await records.dialog.getByRole('button', { name: new RegExp(`^Open Zoë Nwosu${mark}`) }).click()
  await expect(records.dialog.getByLabel('First name')).toHaveValue('Zoë')

  await records.dialog.getByRole('button', { name: 'Appointments', exact: true }).click()
  const theirs = page.getByRole('dialog', { name: `Appointments of Zoë Nwosu${mark}` })
  await expect(theirs.getByText('1 appointment')).toBeVisible()
  await expect(theirs.getByText('Booked')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNothingCutOff(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await theirs.getByLabel('Before today').check()
  await expect(theirs.getByText('Completed')).toBeVisible()
  await theirs.getByLabel('Cancelled').check()
  await expect(theirs.getByRole('link', { name: /^Schedule/ })).toHaveAttribute(
    'href',
    /\/clinic\/.*schedule/,
  )
  await page.keyboard.press('Escape')

  await records.enter({ is_deceased: true })
  await records.save()
  await expect(records.dialog.getByText(/still booked for a patient who has died/)).toBeVisible()
  await records.dialog
    .getByLabel(/^What do you want to do with/)
    .selectOption({ label: 'Cancel it' })
  await records.dialog.getByRole('button', { name: 'Save and apply changes' }).click()
  await expect(page.getByText('The user has been saved.')).toBeVisible()
  await records.find(mark, 1)
  await expect(records.rows).toContainText('Has died')
  const left = await database
    .selectFrom('appointment')
    .select('status')
    .where('patient_id', '=', patient.id)
    .orderBy('starts_at')
    .execute()
  expect(left.map(({ status }) => status)).toEqual(['completed', 'cancelled', 'cancelled'])
})

test('people are imported: errors are reported, likenesses are confirmed, and the rest is added', async ({
  page,
  database,
}) => {
  const mark = unique()
  await addPerson(database, {
    first_name: 'Zoë',
    last_name: `Nwosu${mark}`,
    dob: '1966-11-05',
  })
  await become(page, database, await addColleague(database, { lastName: 'Byron', permissions }))
  const records = new RecordsPage(page, userScreen)
  await records.open()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const rows = [
    'First name,Last name,Date of birth,NHS number',
    `Zoe,Nwosu${mark},05/11/1966,`,
    `Ada,Reed${mark},01/02/1990,943 476 5918`,
    `Bo,Marsh${mark},05/05/1980,`,
  ]
  await records.dialog.getByLabel('CSV file').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  })
  await expect(records.dialog.getByRole('heading', { level: 3 })).toHaveText(
    'Checked: 1 to add, 0 to change, 0 unchanged, 1 possible duplicate to check, 1 with errors',
  )
  await expect(records.dialog.getByText(/^Check the NHS number/)).toBeVisible()
  await expect(records.dialog.getByText(/Same name, Same date of birth$/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNothingCutOff(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await records.dialog.getByLabel(/^Add as a different user/).check()
  await records.dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(records.dialog.getByRole('heading', { level: 3 })).toHaveText(
    'Imported: 2 added, 0 changed, 0 unchanged, 1 with errors and left out',
  )
  await records.dialog.getByRole('button', { name: 'Back to the list' }).click()
  await records.find(mark, 3)
})
