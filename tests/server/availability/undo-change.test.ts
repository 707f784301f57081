import { beforeEach, expect, test } from 'vitest'
import { newestAuditLine, rowsWhere, updateRows } from '../rows.ts'
import { addClinicianUser, addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { type Desk, NOW, OWN, openDesk, toKeep, toReschedule } from './availability-desk.ts'
import { written as asWritten } from './sample-availability.ts'

/* Whoever took hours away can give them back within minutes (docs/decisions/0113). */

const server = await runTestServer({ services: { now: () => NOW } })
let desk: Desk
let id: number
beforeEach(async () => {
  desk = await openDesk(server, [...OWN, 'clinic.view_other_appointments'])
  id = (await desk.make(desk.daily('2027-06-03', '2027-06-05'))).id
})

/** The clinician's hours, whichever rule they belong to. */
const hours = async () =>
  (await rowsWhere(desk.db, 'availability_occurrence', { staff_id: desk.staffId }))
    .map(({ starts_at, ends_at }) => `${starts_at.toISOString()} ${ends_at.toISOString()}`)
    .toSorted()
const read = async () => (await desk.ask('GET', `availabilities/${id}/`)).body
const undo = (headers?: Record<string, string>) =>
  desk.ask('POST', `availabilities/${id}/undo/`, undefined, headers)
const shorter = (more: object = {}) => ({
  ...desk.daily('2027-06-03', '2027-06-05', { end_time: '12:00' }),
  ...more,
})

test.each([
  ['a shorter day for all of it', 'PUT', {}],
  ['a shorter day once', 'PUT', { scope: 'one', date: asWritten('2027-06-04') }],
  ['shorter days from one on', 'PUT', { scope: 'following', date: asWritten('2027-06-04') }],
  ['a day off', 'DELETE', { scope: 'one', date: asWritten('2027-06-04') }],
  ['all of it deleted', 'DELETE', {}],
])('%s is undone: rule and hours are as they were', async (_, method, reach) => {
  const [before, rule] = [await hours(), await read()]
  const body = method === 'PUT' ? shorter(reach) : reach
  const changed = await desk.ask(method, `availabilities/${id}/`, body)
  expect(changed.status, changed.text).toBe(method === 'PUT' ? 200 : 204)
  expect(await hours()).not.toEqual(before)
  const undone = await undo()
  expect(undone.status, undone.text).toBe(204)
  expect(await hours()).toEqual(before)
  expect(await read()).toEqual({ ...rule, version: expect.any(Number) })
  expect((await undo()).status).toBe(204)
  const line = await newestAuditLine(desk.db, ['change'], {
    subject_id: id,
    subject_type: 'availability',
  })
  expect(line).toEqual({ change: { undone: true } })
})

test('an appointment that was moved can go back into the hours', async () => {
  const appointment = await desk.book('2027-06-04T15:00:00Z')
  const moved = await desk.ask(
    'PUT',
    `availabilities/${id}/`,
    shorter({
      resolutions: [
        toReschedule(appointment, {
          start: '2027-06-05T08:00:00Z',
          staff_id: desk.staffId,
          room_id: desk.room.id,
        }),
      ],
    }),
  )
  expect(moved.status, moved.text).toBe(200)
  expect((await undo()).status).toBe(204)
  const back = await desk.ask('PUT', `appointments/${appointment}/`, {
    start: '2027-06-04T15:00:00Z',
  })
  expect(back.status, back.text).toBe(200)
  const attention = await desk.ask('GET', 'clinic/orphaned-appointments/')
  expect(attention.body['results']).toEqual([])
})

test('appointments that were kept belong to the deleted hours again', async () => {
  const [kept, moved] = [
    await desk.book('2027-06-04T15:00:00Z'),
    await desk.book('2027-06-04T14:00:00Z'),
  ]
  const { staffId } = await addSignedIn(server, { clinician: true })
  await desk.openNextDoor(staffId ?? 0, '2027-06-05')
  const elsewhere = { start: '2027-06-05T09:00:00Z', staff_id: staffId ?? 0 }
  const deleted = await desk.ask('DELETE', `availabilities/${id}/`, {
    resolutions: [toKeep(kept), toReschedule(moved, { ...elsewhere, room_id: desk.otherRoom.id })],
  })
  expect(deleted.status, deleted.text).toBe(204)
  expect((await undo()).status).toBe(204)
  expect(await desk.appointment(kept)).toMatchObject({ availability_id: id, version: 1 })
  const { availability_id } = await desk.appointment(moved)
  expect(availability_id).not.toBe(null)
  expect(availability_id).not.toBe(id)
})

test('an appointment that moved within a rule that was split can go back as it was seen', async () => {
  const appointment = await desk.book('2027-06-04T15:00:00Z')
  const other = await desk.book('2027-06-05T09:00:00Z')
  const place = {
    start: '2027-06-05T08:00:00Z',
    staff_id: desk.staffId,
    room_id: desk.room.id,
  }
  const changed = await desk.ask(
    'PUT',
    `availabilities/${id}/`,
    shorter({
      scope: 'following',
      date: asWritten('2027-06-04'),
      resolutions: [toReschedule(appointment, place)],
    }),
  )
  expect(changed.status, changed.text).toBe(200)
  expect((await desk.appointment(other)).version).toBe(1)
  expect((await undo()).status).toBe(204)
  const back = await desk.ask('PUT', `appointments/${appointment}/`, {
    version: 2,
    start: '2027-06-04T15:00:00Z',
  })
  expect(back.status, back.text).toBe(200)
})

test('the second part of a split rule is as it was when the first is deleted', async () => {
  const { body } = await desk.ask(
    'PUT',
    `availabilities/${id}/`,
    shorter({ scope: 'following', date: asWritten('2027-06-04') }),
  )
  expect((await desk.ask('DELETE', `availabilities/${id}/`)).status).toBe(204)
  const later = await desk.ask('GET', `availabilities/${body['id']}/`)
  expect(later.body).toMatchObject({ id: body['id'], version: body['version'] })
})

test('hours that were changed since, and those of somebody else, are not undone', async () => {
  await desk.ask('PUT', `availabilities/${id}/`, shorter())
  const other = await addClinicianUser(server, OWN)
  expect((await undo(other.headers)).outcome).toBe('404 not_found')
  await updateRows(desk.db, 'availability', id, { end_time: '13:00' })
  expect((await undo()).outcome).toBe('409 stale')
})

test('time that others have taken meanwhile stays theirs', async () => {
  await desk.ask('DELETE', `availabilities/${id}/`)
  const room = await desk.make(desk.daily('2027-06-03', '2027-06-05'))
  expect(room.id).not.toBe(id)
  expect((await undo()).status).toBe(400)
})
