import { roomScreen } from '#islands/admin/resources/screens/rooms.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { toInstant } from '#lib/scheduling/clinic-time.ts'
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

const RECEPTION: Permission[] = [
  'clinic.view_appointment',
  'clinic.view_other_appointments',
  'clinic.change_appointment',
  'clinic.delete_appointment',
]

/** A service of this journey's own whose clinician is free in the morning, and another who lost their hours. */
async function orphan(database: Database, ...times: string[]) {
  const mark = unique()
  const { id, site, day } = await openService(database)
  const room = await addRoom(database, site.id)
  const gone = await addClinician(database)
  const at = (time: string) => new Date(toInstant(day, time, TIME_ZONE))
  const place = { room_id: room.id, site_id: site.id, appointment_type_id: id }
  const ids: number[] = []
  for (const [number, time] of times.entries()) {
    const patient = await addPerson(database, { first_name: `P${number}`, last_name: mark })
    const added = await addAppointment(database, {
      ...place,
      reference: `${mark}-${number}`,
      starts_at: at(time),
      staff_id: gone.id,
      patient_id: patient.id,
    })
    ids.push(added.id)
  }
  const read = (index: number) =>
    database
      .selectFrom('appointment')
      .select(['status', 'starts_at', 'cancellation_notes'])
      .where('id', '=', ids[index] ?? 0)
      .executeTakeFirstOrThrow()
  const free = await database
    .selectFrom('availability')
    .innerJoin('room', 'room.id', 'room_id')
    .select(['staff_id', 'room_id'])
    .where('site_id', '=', site.id)
    .executeTakeFirstOrThrow()
  return { site, mark, at, ids, read, place, free }
}

test('reception settles every appointment that lost its hours, each in its own way', async ({
  page,
  database,
}) => {
  const clinic = await orphan(database, '11:00', '12:00', '13:00', '14:00')
  await become(
    page,
    database,
    await addStaff(database, [...RECEPTION, 'clinic.view_room', 'clinic.change_room']),
  )
  await page.goto(`/clinic/need-attention?site_id=${clinic.site.id}`)
  const findCard = (number: number) =>
    page
      .getByRole('region', { name: 'Appointments' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: `P${number} ${clinic.mark}` }) })
  await expect(page.getByText('4 appointments need attention')).toBeVisible()
  await expect(findCard(0)).toContainText('will not be working in this room then')
  await expectAccessibleInBothThemes(page)
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNothingCutOff(page)
  }

  // Until the booking is notified, its message speaks of the move as well.
  await expect
    .poll(() =>
      database
        .selectFrom('message')
        .select('state')
        .where('appointment_id', '=', clinic.ids[0] ?? 0)
        .where('state', 'in', ['waiting', 'sending'])
        .execute(),
    )
    .toEqual([])
  // By keyboard, on a small screen: to the free place that is nearest.
  await page.setViewportSize({ width: 320, height: 900 })
  const move = findCard(0).getByRole('button', { name: /^Move earlier to 9:45am on/ })
  await move.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /^Move to 9:45am on/ })
  await question.getByLabel('Message to the patient').fill('Sorry about this change.')
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await question.getByRole('button', { name: /^Move to 9:45am/ }).press('Enter')
  await expect(page.getByText('3 appointments need attention')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Appointments' })).toBeFocused()
  expect(await clinic.read(0)).toMatchObject({
    status: 'booked',
    starts_at: clinic.at('09:45'),
  })
  const messages = await database
    .selectFrom('message')
    .select(['event', 'sentence'])
    .where('appointment_id', '=', clinic.ids[0] ?? 0)
    .where('event', '=', 'rescheduled')
    .execute()
  expect(messages).toEqual([{ event: 'rescheduled', sentence: 'Sorry about this change.' }])
  await page.setViewportSize({ width: 1280, height: 900 })

  await findCard(1)
    .getByRole('button', { name: /^Keep as it is/ })
    .click()
  await expect(page.getByText('2 appointments need attention')).toBeVisible()

  await findCard(2)
    .getByRole('button', { name: /^Move or cancel/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Appointment' })
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await dialog.getByLabel('Why is it cancelled?').fill('Nobody is free that week.')
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(dialog.getByText('Cancelled', { exact: false }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('1 appointment needs attention')).toBeVisible()
  expect(await clinic.read(2)).toMatchObject({
    status: 'cancelled',
    cancellation_notes: 'Nobody is free that week.',
  })

  // A colleague settles the last one: it goes by itself.
  const elsewhere = await page.request.delete(`/api/admin/appointments/${clinic.ids[3]}/`, {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: {},
  })
  expect(elsewhere.status()).toBe(200)
  await expect(page.getByText(/^Nothing needs attention with/)).toBeVisible()

  // What was left is still to be found, by its address too, and can be taken up again.
  await page
    .getByRole('combobox', { name: 'Appointments' })
    .selectOption({ label: 'Kept as they are' })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('1 appointment kept as it is')).toBeVisible()
  await page.reload()
  await expect(findCard(1)).toContainText('Kept as it is by')
  await findCard(1)
    .getByRole('button', { name: /^Mark as needing attention/ })
    .click()
  await expect(page.getByText('No appointments have been kept as they are.')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1 appointment needs attention')).toBeVisible()
  await findCard(1)
    .getByRole('link', { name: /^See it in the schedule/ })
    .click()
  await expect(page.getByText(`P1 ${clinic.mark}`).first()).toBeVisible()

  // The room that the first went to is taken out of use: what is booked in it is asked about.
  const room = `Blue room ${clinic.mark}`
  await database
    .updateTable('room')
    .set({ name: room })
    .where('id', '=', clinic.free.room_id)
    .execute()
  const rooms = new RecordsPage(page, roomScreen)
  await rooms.open()
  await rooms.find(room, 1)
  await rooms.change()
  await rooms.enter({ is_active: false })
  await rooms.save()
  await expect(rooms.dialog.getByText('The room is out of use.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await rooms.dialog
    .getByLabel(`What do you want to do with the appointment of P0 ${clinic.mark}?`)
    .selectOption({ label: 'Keep it as it is' })
  await rooms.dialog.getByRole('button', { name: 'Save and apply changes' }).click()
  await expect(page.getByText('The room has been saved.')).toBeVisible()
  await expect(rooms.rows).toContainText('No')
  await page.goto(`/clinic/need-attention?site_id=${clinic.site.id}&kept=yes`)
  await expect(findCard(0)).toContainText('The room is out of use.')
})
