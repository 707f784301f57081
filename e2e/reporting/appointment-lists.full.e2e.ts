import { readFile } from 'node:fs/promises'
import {
  appointmentScreen,
  cancelledAppointmentScreen,
} from '#islands/admin/resources/screens/appointments.tsx'
import { toClinicDate, toInstant } from '#lib/scheduling/clinic-time.ts'
import type { Database } from '#server/database/connection.ts'
import {
  addAppointment,
  addClinician,
  addPerson,
  addRoom,
} from '../../tests/server/clinic-factory.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { RecordsPage } from '../admin/records-page.ts'
import { openService, TIME_ZONE } from '../clinic.ts'
import { addStaff, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { unique } from '../unique.ts'

/** Two appointments of one day and one that its patient cancelled, at a site of this journey's own. */
async function addAppointments(database: Database) {
  const mark = unique()
  const { id, site, day } = await openService(database)
  const room = await addRoom(database, site.id)
  const staff = await addClinician(database)
  const add = async (name: string, time: string, more: object = {}) => {
    const patient = await addPerson(database, { first_name: name, last_name: `Lund-${mark}` })
    return await addAppointment(database, {
      room_id: room.id,
      site_id: site.id,
      appointment_type_id: id,
      staff_id: staff.id,
      reference: `${mark}-${name}`,
      starts_at: new Date(toInstant(day, time, TIME_ZONE)),
      patient_id: patient.id,
      ...more,
    })
  }
  const [first] = [await add('Ann', '11:00'), await add('Bo', '12:00')]
  const gone = { status: 'cancelled', cancelled_on: new Date(), cancellation_notes: 'Moved away' }
  const cancelled = await add('Cy', '13:00', gone)
  await database
    .updateTable('appointment')
    .set(({ ref }) => ({ cancelled_by: ref('patient_id') }))
    .where('id', '=', cancelled.id)
    .execute()
  return { mark, site, day, staff, first }
}

test('staff find an appointment in its list, and go on to its record, its day and its file', async ({
  page,
  database,
}) => {
  const { mark, site, day, staff, first } = await addAppointments(database)
  await become(
    page,
    database,
    await addStaff(database, [
      ...(['clinic.view_appointment', 'clinic.view_other_appointments'] as const),
      ...(['clinic.view_site', 'clinic.view_staff', 'clinic.user_admin'] as const),
    ]),
  )
  const list = new RecordsPage(page, appointmentScreen)
  await page.goto('/')
  await page.getByRole('banner').getByText('Admin', { exact: true }).click()
  await page.getByRole('link', { name: 'Appointments', exact: true }).click()
  // It opens at today, the next ones first.
  const today = toClinicDate(Date.now(), TIME_ZONE)
  await expect(page).toHaveURL(new RegExp(`\\?from=${today}$`))
  await expect(list.count).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await list.find(mark, 2)
  await list.find(`ann ${mark}`, 1)
  await list.find(`lund-${mark}`, 2)
  await page.getByRole('combobox', { name: 'Site' }).fill(site.name)
  await page.getByRole('option', { name: site.name }).click()
  await page.getByLabel('Days from').fill(day)
  await page.getByLabel('Days to').fill(day)
  await expect(page).toHaveURL(new RegExp(`from=${day}.*site_id=${site.id}.*to=${day}`))
  await expect(list.rows).toHaveCount(2)
  await expect(list.rows.first()).toContainText('Ann')
  await page.getByRole('button', { name: /^When/ }).click()
  await expect(page).toHaveURL(/ordering=-start/)
  await expect(list.rows.last()).toContainText('Ann')
  await page.getByRole('button', { name: /^When/ }).click()
  await expect(page).toHaveURL(/ordering=start/)
  await expect(list.rows.first()).toContainText('Ann')

  await list.rows.first().getByRole('rowheader').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`record-details\\?appointment_id=${first.id}$`))
  await expect(page.getByText(`${mark}-Ann`)).toBeVisible()
  await page.goBack()
  await expect(list.rows).toHaveCount(2)
  await page.reload()
  await expect(list.rows.first()).toContainText('Ann')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)

  await page.setViewportSize({ width: 320, height: 900 })
  await expectNothingCutOff(page)
  await list.rows
    .last()
    .getByRole('link', { name: /^Schedule/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/clinic/schedule/staff/${staff.id}/`))
  await page.setViewportSize({ width: 1280, height: 720 })

  const cancelled = new RecordsPage(page, cancelledAppointmentScreen)
  await page.goto(`/admin/cancelled-appointments?search=${mark}`)
  await expect(cancelled.rows).toHaveCount(1)
  await expect(cancelled.rows).toContainText(`Cy Lund-${mark}`)
  await cancelled.openFilters()
  await page.getByRole('combobox', { name: 'Cancelled by' }).selectOption('The patient')
  await expect(cancelled.rows).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Cancelled by' }).selectOption('Staff')
  await expect(page.getByText('There are no cancelled appointments that match.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
