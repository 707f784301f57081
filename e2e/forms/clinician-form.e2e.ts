import type { Permission } from '#lib/contract/permissions.ts'
import type { Database } from '#server/database/connection.ts'
import { addEform, addSubmittedForm } from '../../tests/server/forms/filled-form-rows.ts'
import { insertRow, oneRow } from '../../tests/server/rows.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { type FullDay, openFullDay } from '../booking/full-day.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'

/* A clinician fills in a form for an appointment, completes it, and amends it. */

const CLINICIAN: Permission[] = [
  'clinic.view_appointment',
  'clinic.view_other_appointments',
  'eforms.view_submittedform',
  'eforms.view_other_forms',
  'eforms.add_clinicianform',
  'eforms.change_clinicianform',
  'eforms.view_clinicianform',
]

/** Of the day's first appointment: the patient's form, which warns, and one for the clinician. */
async function addForms(database: Database, day: FullDay) {
  const { id } = await database
    .selectFrom('appointment')
    .select('id')
    .where('appointment_type_id', '=', day.typeId)
    .orderBy('starts_at')
    .executeTakeFirstOrThrow()
  const appointment = await oneRow(database, 'appointment', id)
  const eform = await addEform(database)
  const clinicianEform = await addEform(database, [
    { type: 'page', id: 'reading', label: 'Reading' },
    { type: 'number', id: 'pulse', label: 'Pulse', required: true },
    { type: 'text', id: 'reaction', label: 'Reaction', prefill_answer: 'reaction' },
  ])
  const of = { appointment_type_id: day.typeId, position: 1 }
  await insertRow(database, 'appointment_type_patient_form', { ...of, eform_id: eform.id })
  await insertRow(database, 'appointment_type_clinician_form', {
    ...of,
    eform_id: clinicianEform.id,
  })
  await addSubmittedForm(
    database,
    { appointment, eform },
    {
      answers: { eggs: 'yes', reaction: 'A rash' },
      alerts: [{ item: 'eggs', level: 'stop', text: 'Allergic to eggs', advice: 'Call us.' }],
    },
  )
}

test('from the schedule to the amendment', async ({ page, database }) => {
  const day = await openFullDay(database, { clinicians: 1 })
  await addForms(database, day)
  await become(
    page,
    database,
    await addColleague(database, { lastName: 'Reed', permissions: CLINICIAN }),
  )
  await page.goto(day.address)
  await page
    .getByRole('gridcell', { name: /Stop: Allergic to eggs.*1 form submitted$/ })
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Appointment' })
  await expect(dialog.getByRole('list', { name: 'Alerts' })).toHaveText('Stop: Allergic to eggs')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('link', { name: '1 form submitted' }).click()
  await page.getByRole('button', { name: /^Start/ }).click()
  await expect(page.getByLabel('Reaction')).toHaveValue('A rash')
  await expect(page.getByRole('list', { name: 'Alerts' })).toHaveText('Stop: Allergic to eggs')
  await page.getByLabel('Pulse').fill('72')
  await expectAccessibleInBothThemes(page)
  // What was typed a moment ago survives a reload.
  await page.reload()
  await expect(page.getByLabel('Pulse')).toHaveValue('72')
  // The first answer gets lost; completed again, there is one version.
  await page.getByText(/^Saved at/).waitFor()
  await page.route('**/clinicianforms/*/', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Complete the form' }).click()
  await expect(page.getByRole('alert').last()).toContainText('not know if the form is completed')
  await page.getByRole('button', { name: 'Complete the form' }).click()
  await expect(page.getByText('Completed by Rosa Reed')).toHaveCount(1)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Amend' }).click()
  await page.getByLabel('Pulse').fill('74')
  await page.getByLabel('Why do the answers change?').fill('Misread')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Complete the amendment' }).click()
  await expect(page.getByText('Amended by Rosa Reed')).toBeVisible()
  await expect(page.getByText('Why: Misread')).toBeVisible()
  // The version before it stays readable, and leads back.
  await page.getByText('Completed by Rosa Reed').getByRole('link').click()
  await expect(page.getByText('These answers were changed later.')).toBeVisible()
  await page.getByRole('link', { name: 'Open the clinician form' }).click()
  await expect(page.getByText('Amended by Rosa Reed')).toBeVisible()
})
