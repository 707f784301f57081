import { afterAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../eventually.ts'
import { addClinician, addPerson } from '../clinic-factory.ts'
import { oneRow, updateRows } from '../rows.ts'
import { type LiveSocket, openLive } from '../schedule/live-socket.ts'
import { addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { startTestServer } from '../test-server.ts'
import { type Desk, NOW, OWN, openDesk, toKeep, toReschedule } from './availability-desk.ts'

/* Hours and what becomes of orphaned appointments reach the schedules that others have open. */

let desk: Desk
let manager: SignedInPerson
let live: LiveSocket

const server = await startTestServer({ services: { now: () => NOW } })
beforeEach(async () => {
  desk = await openDesk(server, [...OWN, 'clinic.view_other_appointments'])
  manager = await addStaffUser(server, [
    ...(['clinic.change_staff', 'clinic.view_staff', 'clinic.select_user'] as const),
    ...(['clinic.change_user', 'clinic.view_user', 'clinic.user_admin'] as const),
    ...(['clinic.view_appointment', 'clinic.view_other_appointments'] as const),
    ...(['clinic.change_appointment', 'clinic.delete_appointment'] as const),
  ])
  live = await openLive(server, manager.headers)
})
afterAll(async () => {
  live.socket.terminate()
  await server.stop()
})

/** What is told of something that is done, once everything before it has been told. */
async function readNotified(action: () => Promise<{ status: number; text: string }>) {
  const mark = { dates: ['2000-01-01'], staffIds: [1], roomIds: [1] }
  server.services.live.announce(mark)
  await eventually(() => expect(live.messages.at(-1)?.dates).toContain('2000-01-01'))
  live.messages.length = 0
  const { status, text } = await action()
  expect(status, text).toBeLessThan(300)
  await eventually(() => expect(live.messages).not.toEqual([]))
  return live.messages
}

const days = (dates: string[], ...where: { staff: number[]; rooms: number[] }[]) => ({
  type: 'schedule.changed',
  dates,
  staff_ids: where.flatMap(({ staff }) => staff),
  room_ids: where.flatMap(({ rooms }) => rooms),
})

test('hours that are made, changed and taken away', async () => {
  const here = { staff: [desk.staffId], rooms: [desk.room.id] }
  const all = ['2027-06-03', '2027-06-04', '2027-06-05']
  const rule = desk.daily('2027-06-03', '2027-06-05')
  expect(await readNotified(() => desk.ask('POST', 'availabilities/', rule))).toEqual([
    days(all, here),
  ])
  const { id } = await oneRow(desk.db, 'availability', { staff_id: desk.staffId })
  const path = `availabilities/${id}/`
  const elsewhere = { ...rule, room: desk.otherRoom.id, version: 1 }
  const oneDay = { ...elsewhere, scope: 'one', date: '04/06/2027', start_date: '04/06/2027' }
  const [moved, ...others] = await readNotified(() => desk.ask('PUT', path, oneDay))
  expect(others).toEqual([])
  expect(moved).toEqual(
    days(['2027-06-04'], { staff: here.staff, rooms: [desk.room.id, desk.otherRoom.id] }),
  )
  const rest = { version: 2 }
  expect(await readNotified(() => desk.ask('DELETE', path, rest))).toEqual([
    days(['2027-06-03', '2027-06-05'], here),
  ])
})

test('appointments that move with the hours, and those that are left', async () => {
  const { id } = await desk.make(desk.daily('2027-06-03', '2027-06-04'))
  const [early, late] = [
    await desk.book('2027-06-03T15:00:00Z'),
    await desk.book('2027-06-04T15:00:00Z'),
  ]
  const colleague = await addClinician(desk.db)
  await desk.openNextDoor(colleague.id, '2027-06-09')
  const to = { staff_id: colleague.id, room_id: desk.otherRoom.id }
  const resolutions = [
    toKeep(early),
    toReschedule(late, { start: '2027-06-09T09:00:00.000Z', ...to }),
  ]
  const shorter = { ...desk.daily('2027-06-03', '2027-06-04', { end_time: '12:00' }), version: 1 }
  expect(
    await readNotified(() => desk.ask('PUT', `availabilities/${id}/`, { ...shorter, resolutions })),
  ).toEqual([
    days(['2027-06-03', '2027-06-04', '2027-06-09'], {
      staff: [desk.staffId, colleague.id],
      rooms: [desk.room.id, desk.otherRoom.id],
    }),
  ])
})

test('a clinician who leaves: any of their days, beside a colleague’s to whom one moves', async () => {
  await desk.make(desk.daily('2027-06-03', '2027-06-09'))
  const booked = await desk.book('2027-06-04T09:00:00Z')
  const colleague = await addClinician(desk.db)
  await desk.openNextDoor(colleague.id, '2027-06-04')
  const move = toReschedule(booked, {
    start: '2027-06-04T09:00:00.000Z',
    staff_id: colleague.id,
    room_id: desk.otherRoom.id,
  })
  const leaving = { user_id: desk.clinician.id, is_active: false, version: 1, resolutions: [move] }
  const told = await readNotified(() =>
    desk.ask('PUT', `staff/${desk.staffId}/`, leaving, manager.headers),
  )
  expect(told).toEqual([days([], { staff: [desk.staffId, colleague.id], rooms: [] })])
})

test('an appointment that is cancelled because its patient has died', async () => {
  await desk.make(desk.daily('2027-06-03', '2027-06-09'))
  const patient = await addPerson(desk.db)
  const booked = await desk.book('2027-06-04T09:00:00Z')
  await updateRows(desk.db, 'appointment', booked, { patient_id: patient.id })
  const { version } = await desk.appointment(booked)
  const died = {
    first_name: 'Rosa',
    last_name: 'Marsh',
    dob: '1971-06-07',
    version: patient.version,
    is_deceased: true,
    resolutions: [{ action: 'cancel', appointment_id: booked, version }],
  }
  const told = await readNotified(() =>
    desk.ask('PUT', `users/${patient.id}/`, died, manager.headers),
  )
  expect(await desk.appointment(booked)).toMatchObject({ status: 'cancelled' })
  expect(told).toEqual([days(['2027-06-04'], { staff: [desk.staffId], rooms: [desk.room.id] })])
})
