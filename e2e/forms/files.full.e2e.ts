import { addAppointment } from '../../tests/server/clinic-factory.ts'
import { addEform } from '../../tests/server/forms/filled-form-rows.ts'
import { insertRow } from '../../tests/server/rows.ts'
import { expectAccessibleInBothThemes } from '../accessible.ts'
import { addColleague, addPatient, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'

test('a patient sends a file with a form, sees how far it is, and staff download it', async ({
  page,
  database,
  service,
  newVisitor,
}) => {
  const patient = await addPatient(database, { first_name: 'Ivy', last_name: 'Marlow' })
  const eform = await addEform(database, [
    { type: 'file', id: 'letter', label: 'A letter from your GP', required: true },
  ])
  await insertRow(database, 'appointment_type_patient_form', {
    appointment_type_id: service.id,
    eform_id: eform.id,
    position: 1,
  })
  const appointment = await addAppointment(database, {
    patient_id: patient.id,
    appointment_type_id: service.id,
    starts_at: new Date(service.times[0]?.start ?? ''),
  })
  await become(page, database, patient)
  await page.goto(`/user/forms/for-appointment/${appointment.id}`)
  await page.getByRole('button', { name: /^Start/ }).click()
  const letter = { name: 'letter.pdf', mimeType: 'application/pdf' }
  const choose = (buffer: Buffer) =>
    page.getByLabel('A letter from your GP').setInputFiles({ ...letter, buffer })
  await choose(Buffer.from('MZ no letter'))
  await expect(page.getByText(/This file cannot be used here/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  // The frame of the page hears from the server how far it is.
  await choose(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(8_000_000, ' ')]))
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress.getByRole('progressbar', { name: 'letter.pdf' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'letter.pdf' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Check your answers' }).click()
  await page.getByRole('button', { name: 'Submit the form' }).click()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  const staff = await newVisitor()
  await become(
    staff,
    database,
    await addColleague(database, {
      lastName: 'Whitfield',
      permissions: [
        'clinic.view_appointment',
        'clinic.view_other_appointments',
        'eforms.view_submittedform',
        'eforms.view_other_forms',
      ],
    }),
  )
  await staff.goto(page.url().replace('/user/', '/clinic/'))
  const download = staff.waitForEvent('download')
  await staff.getByRole('link', { name: 'letter.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('letter.pdf')
})
