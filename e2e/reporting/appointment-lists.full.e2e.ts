import { appointmentScreen } from '#islands/admin/resources/screens/appointments.tsx'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { addAppointment, addPerson } from '../../tests/server/clinic-factory.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { RecordsPage } from '../admin/records-page.ts'
import { TIME_ZONE, toPlace } from '../clinic.ts'
import { addStaff, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { unique } from '../unique.ts'

test('staff find an appointment in its list, which opens at today, and come back to it', async ({
  page,
  database,
  service,
}) => {
  const mark = unique()
  const patient = await addPerson(database, { first_name: 'Ann', last_name: `Lund-${mark}` })
  const { id } = await addAppointment(database, {
    ...toPlace(service),
    reference: `${mark}-Ann`,
    starts_at: new Date(service.times[0]?.start ?? ''),
    patient_id: patient.id,
  })
  const rights = ['clinic.view_appointment', 'clinic.view_other_appointments'] as const
  await become(page, database, await addStaff(database, rights))
  const list = new RecordsPage(page, appointmentScreen)
  await page.goto('/')
  await page.getByRole('banner').getByText('Admin', { exact: true }).click()
  await page.getByRole('link', { name: 'Appointments', exact: true }).click()
  const today = toClinicDate(Date.now(), TIME_ZONE)
  await expect(page).toHaveURL(new RegExp(`\\?from=${today}$`))
  await expect(list.count).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await list.find(`ann ${mark}`, 1)
  await list.rows.getByRole('rowheader').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`record-details\\?appointment_id=${id}$`))
  await expect(page.getByText(`${mark}-Ann`)).toBeVisible()
  await page.goBack()
  await page.setViewportSize({ width: 320, height: 900 })
  await expect(list.rows).toHaveCount(1)
  await expectNothingCutOff(page)
})
