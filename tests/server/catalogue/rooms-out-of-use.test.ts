import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { announce } from '#server/schedule/announce.ts'
import { isFull } from '../../amount.ts'
import { eventually } from '../../eventually.ts'
import {
  type Desk,
  NOW,
  openDesk,
  toKeep,
  toReschedule,
} from '../availability/availability-desk.ts'
import { addClinician, addPerson } from '../clinic-factory.ts'
import { newestAuditLine, oneRow, rowsWhere } from '../rows.ts'
import { openLive } from '../schedule/live-socket.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* A room is taken out of use: nobody who is booked in it is forgotten, and nothing new comes into it. */

let desk: Desk
let colleague: { id: number }
let path: string
/** As it is sent: in use unless it says otherwise. */
let room: { name: string; site_id: number; version: number }

const server = await runTestServer({ services: { now: () => NOW } })
const manager = await addSignedIn(server, { person: { is_superuser: true } })
beforeEach(async () => {
  desk = await openDesk(server)
  path = `rooms/${desk.room.id}/`
  room = { name: desk.room.name, site_id: desk.site.id, version: 1 }
  colleague = await addClinician(desk.db)
  await desk.make(desk.daily('2027-06-03', '2027-06-04'))
})

const ask = (method: string, to: string, sent?: object, by = manager) =>
  desk.ask(method, to, sent, by.headers)
const outOfUse = (more: object = {}) => ({ ...room, is_active: false, ...more })
const openNextDoor = () => desk.openNextDoor(colleague.id, '2027-06-03')
/** Whoever keeps rooms, and no more than is said. */
const keeper = (...more: Permission[]) =>
  addStaffUser(server, ['clinic.view_room', 'clinic.change_room', ...more])

test('each appointment in it is told with free places elsewhere, and moved with it or left knowingly', async () => {
  const early = await desk.book('2027-06-03T08:00:00Z')
  const late = await desk.book('2027-06-04T14:00:00Z')
  await openNextDoor()
  const { version, ...write } = outOfUse()
  const told = (await ask('POST', `${path}preview/`, { version, write })).body as {
    orphaned: { id: number; alternatives: { start: string; staff_id: number; room_id: number }[] }[]
  }
  expect(told).toMatchObject({
    unseen: [],
    orphaned: [
      { id: early, reasons: ['room_withdrawn'] },
      { id: late, reasons: ['room_withdrawn'] },
    ],
  })
  const places = told.orphaned.flatMap(({ alternatives }) => alternatives)
  expect(new Set(places.map(({ room_id }) => room_id))).toEqual(new Set([desk.otherRoom.id]))
  expect(told.orphaned[0]?.alternatives[0]).toMatchObject({
    start: '2027-06-03T08:00:00.000Z',
    staff_id: colleague.id,
  })

  expect((await ask('PUT', path, outOfUse())).outcome).toBe('409 stale')
  const move = toReschedule(early, {
    start: '2027-06-03T08:00:00.000Z',
    staff_id: colleague.id,
    room_id: desk.otherRoom.id,
  })
  const saved = await ask('PUT', path, outOfUse({ resolutions: [move, toKeep(late)] }))
  expect(saved.status, saved.text).toBe(200)
  expect(saved.body).toMatchObject({ is_active: false, version: 2 })
  expect(await desk.appointment(early)).toMatchObject({
    staff_id: colleague.id,
    room_id: desk.otherRoom.id,
  })
  expect(await desk.appointment(late)).toMatchObject({ room_id: desk.room.id, status: 'booked' })
  const kept = await ask('GET', `clinic/orphaned-appointments/?kept=yes&site_id=${desk.site.id}`)
  expect(kept.body).toMatchObject({
    count: 1,
    results: [{ id: late, reasons: ['room_withdrawn'], kept: { by: expect.any(String) } }],
  })
  const { change } = await newestAuditLine(desk.db, ['change'], {
    subject_type: 'room',
    subject_id: desk.room.id,
  })
  expect(change).toEqual({ fields: ['is_active'], version: 2, moved: [early], kept: [late] })
})

test('staff say who is told of the new time, and add a sentence', async () => {
  const told = await desk.book('2027-06-03T08:00:00Z')
  const untold = await desk.book('2027-06-04T14:00:00Z')
  await openNextDoor()
  await desk.db.deleteFrom('message').execute()
  const there = { staff_id: colleague.id, room_id: desk.otherRoom.id }
  const message = 'The ceiling came down.'
  const resolutions = [
    { ...toReschedule(told, { ...there, start: '2027-06-03T09:00:00Z' }), message },
    { ...toReschedule(untold, { ...there, start: '2027-06-03T10:00:00Z' }), tell_patient: false },
  ]
  const saved = await ask('PUT', path, outOfUse({ resolutions }))
  expect(saved.status, saved.text).toBe(200)
  const messageTo = async (appointment_id: number) =>
    (await rowsWhere(desk.db, 'message', { appointment_id })).map(
      ({ event, withheld, sentence }) => ({ event, withheld, sentence }),
    )
  expect(await messageTo(told)).toEqual([
    { event: 'rescheduled', withheld: false, sentence: message },
  ])
  expect(await messageTo(untold)).toEqual([{ event: 'rescheduled', withheld: true, sentence: '' }])
})

test('what was moved out of it can be moved back within minutes, and then needs attention', async () => {
  const booked = await desk.book('2027-06-03T08:00:00Z')
  await openNextDoor()
  const there = { staff_id: colleague.id, room_id: desk.otherRoom.id }
  const start = '2027-06-03T08:00:00.000Z'
  const move = { action: 'reschedule', appointment_id: booked, version: 1, start, ...there }
  expect((await ask('PUT', path, outOfUse({ resolutions: [move] }))).status).toBe(200)
  const former = { staff_id: desk.staffId, room_id: desk.room.id }
  const back = await ask('PUT', `appointments/${booked}/`, { version: 2, ...former })
  expect(back.status, back.text).toBe(200)
  expect(back.body).toMatchObject({ ...former, start, version: 3 })
  const left = await ask('GET', `clinic/orphaned-appointments/?kept=no&site_id=${desk.site.id}`)
  expect(left.body).toMatchObject({ results: [{ id: booked, reasons: ['room_withdrawn'] }] })
})

test('once it is in use again, what is moved back needs nobody', async () => {
  const booked = await desk.book('2027-06-03T08:00:00Z')
  await openNextDoor()
  const there = { staff_id: colleague.id, room_id: desk.otherRoom.id }
  const move = toReschedule(booked, { start: '2027-06-03T08:00:00.000Z', ...there })
  const saved = await ask('PUT', path, outOfUse({ resolutions: [move] }))
  expect(saved.body).toMatchObject({ version: 2 })
  const restored = await ask('PUT', path, { ...room, is_active: true, version: 2 })
  expect(restored.status, restored.text).toBe(200)
  const former = { staff_id: desk.staffId, room_id: desk.room.id }
  const back = await ask('PUT', `appointments/${booked}/`, { version: 2, ...former })
  expect(back.status, back.text).toBe(200)
  const left = await ask('GET', `clinic/orphaned-appointments/?site_id=${desk.site.id}`)
  expect(left.body).toMatchObject({ count: 0 })
})

test('it is offered to nobody and refused by name; its days stay in the schedule, and it comes back', async () => {
  const there = await desk.book('2027-06-04T09:00:00Z')
  await openNextDoor()
  const closed = await ask('PUT', path, outOfUse({ resolutions: [toKeep(there)] }))
  expect(closed.status, closed.text).toBe(200)

  const week = `weekly-availability/?appointment_type_slug=${desk.type.slug}&week=2027-06-03`
  const listed = async () => {
    const { body } = await send(server, 'GET', `/api/public/${week}`)
    const days = body['days'] as { date: string; slots: unknown[] }[]
    return days.filter(({ slots }) => slots.length > 0).map(({ date }) => date)
  }
  expect(await listed()).toEqual(['2027-06-03'])
  const planned = await ask(
    'GET',
    `appointment-planner/?appointment_type_id=${desk.type.id}&from=2027-06-03&to=2027-06-04`,
  )
  expect(planned.body['dates']).toMatchObject([{ date: '2027-06-03', places: 8 }])

  // With the clinician, whose hours are in it alone.
  const start = '2027-06-04T10:00:00.000Z'
  const wanted = {
    appointment_type_id: desk.type.id,
    start,
    site_id: desk.site.id,
    staff_id: desk.staffId,
    room_id: desk.room.id,
  }
  const query = new URLSearchParams(
    Object.entries(wanted).map(([name, value]) => [name, String(value)]),
  )
  const reason = { code: 'room_withdrawn', detail: 'The room is out of use at present.' }
  expect((await ask('GET', `check-availability/?${query}`)).body).toEqual({
    available: false,
    reasons: [reason],
    online_reasons: [reason],
  })
  const patient = await addPerson(desk.db)
  const booked = await ask('POST', 'appointments/', { ...wanted, patient_id: patient.id })
  expect([booked.outcome, booked.body['detail']]).toEqual(['409 conflict', reason.detail])
  const moved = await ask('PUT', `appointments/${there}/`, { version: 1, start })
  expect([moved.outcome, moved.body['detail']]).toEqual(['409 conflict', reason.detail])
  const { staff_id: _, room_id: __, ...online } = wanted
  expect((await send(server, 'POST', '/api/public/slot-holds/', { body: online })).outcome).toBe(
    '409 slot_taken',
  )

  const { rooms } = (await ask('GET', `availability-choices/?staff_id=${desk.staffId}`)).body as {
    rooms: { id: number }[]
  }
  const offered = rooms.map(({ id }) => id)
  expect(offered).toContain(desk.otherRoom.id)
  expect(offered).not.toContain(desk.room.id)
  const hours = await ask('POST', 'availabilities/', desk.rule('2027-06-08'))
  expect(hours.outcome).toBe('400')
  expect(hours.body).toEqual({ room: ['This room is out of use. Choose another'] })

  const day = (by: string) =>
    ask('GET', `clinic/schedule/?by=${by}&from=2027-06-04&to=2027-06-04&site_id=${desk.site.id}`)
  for (const by of ['room', 'staff']) {
    expect((await day(by)).body).toMatchObject({
      columns: [{ id: by === 'room' ? desk.room.id : desk.staffId }],
      appointments: [{ id: there, room_id: desk.room.id }],
      occurrences: [],
    })
  }
  const empty = await ask(
    'GET',
    `clinic/schedule/?by=room&from=2027-06-03&to=2027-06-03&site_id=${desk.site.id}`,
  )
  expect(empty.body['columns']).toMatchObject([{ id: desk.otherRoom.id }])
  const report = await ask(
    'GET',
    `temporary-reporting/?from=2027-06-04&to=2027-06-04&site_id=${desk.site.id}`,
  )
  expect(report.body).toMatchObject({ results: [{ id: there, room: { name: desk.room.name } }] })

  const opened = await ask('PUT', path, { ...room, is_active: true, version: 2 })
  expect(opened.body, opened.text).toMatchObject({ is_active: true, version: 3 })
  expect(await listed()).toEqual(['2027-06-03', '2027-06-04'])
  expect(
    (await ask('GET', `clinic/orphaned-appointments/?site_id=${desk.site.id}`)).body['count'],
  ).toBe(0)
  expect((await day('room')).body['occurrences']).toHaveLength(1)
})

test('its hours go to another room with whoever is booked in them, and then it closes without a question', async () => {
  const there = await desk.book('2027-06-04T09:00:00Z')
  const own = await oneRow(desk.db, 'availability', { staff_id: desk.staffId })
  const elsewhere = desk.rule('2027-06-04', { room: desk.otherRoom.id })
  const reach = { version: own.version, scope: 'following', date: '04/06/2027' }
  const resolutions = [
    toReschedule(there, {
      start: '2027-06-04T09:00:00.000Z',
      staff_id: desk.staffId,
      room_id: desk.otherRoom.id,
    }),
  ]
  const moved = await ask('PUT', `availabilities/${own.id}/`, {
    ...elsewhere,
    ...reach,
    resolutions,
  })
  expect(moved.status, moved.text).toBe(200)
  const closed = await ask('PUT', path, outOfUse())
  expect(closed.status, closed.text).toBe(200)
  expect(await desk.appointment(there)).toMatchObject({ room_id: desk.otherRoom.id })
})

test('whoever may not see others’ appointments is told how many, and can leave them', async () => {
  const there = await desk.book('2027-06-04T09:00:00Z')
  const { version, ...write } = outOfUse()
  const by = await keeper('clinic.view_appointment', 'clinic.change_appointment')
  const told = await ask('POST', `${path}preview/`, { version, write }, by)
  expect(told.body).toEqual({ orphaned: [], unseen: [{ id: there, version: 1 }] })
  expect(told.text).not.toContain('Guest')
  const elsewhere = toReschedule(there, {
    start: '2027-06-03T09:00:00.000Z',
    staff_id: colleague.id,
    room_id: desk.otherRoom.id,
  })
  const moved = await ask('PUT', path, outOfUse({ resolutions: [elsewhere] }), by)
  expect(moved.outcome).toBe('403 not_allowed')
  const kept = await ask('PUT', path, outOfUse({ resolutions: [toKeep(there)] }), by)
  expect(kept.status, kept.text).toBe(200)
  // Nobody who knew whose it is has decided: it stays among what has to be.
  const open = await ask('GET', `clinic/orphaned-appointments/?kept=no&site_id=${desk.site.id}`)
  expect(open.body).toMatchObject({ count: 1, results: [{ id: there }] })
})

test('whoever may not change appointments moves none', async () => {
  const there = await desk.book('2027-06-03T08:00:00Z')
  await openNextDoor()
  const { version, ...write } = outOfUse()
  const by = await keeper('clinic.view_appointment', 'clinic.view_other_appointments')
  const told = await ask('POST', `${path}preview/`, { version, write }, by)
  expect(told.body).toMatchObject({ orphaned: [{ id: there, alternatives: [] }] })
})

test('open schedules are told, of whichever day', async () => {
  const live = await openLive(server, manager.headers)
  try {
    // From here on it hears: what is told when listening begins is out of the way.
    await eventually(() => {
      const nobody = { staff_id: 1, room_id: 1, starts_at: new Date(0), ends_at: new Date(1) }
      announce(server.services, nobody)
      expect(live.messages).toContainEqual(expect.objectContaining({ dates: ['1970-01-01'] }))
    })
    live.messages.length = 0
    expect((await ask('PUT', path, outOfUse())).status).toBe(200)
    await eventually(() =>
      expect(live.messages).toContainEqual({
        type: 'schedule.changed',
        dates: [],
        staff_ids: [],
        // It may be told together with what was announced before.
        room_ids: expect.arrayContaining([desk.room.id]),
      }),
    )
  } finally {
    live.socket.terminate()
  }
})

test.runIf(isFull)(
  'more appointments than anybody can decide about at once keep it in use, and none is passed over',
  async () => {
    const first = await desk.book('2027-06-03T08:00:00Z')
    await sql`
    insert into appointment (reference, status, appointment_type_id, staff_id, room_id, site_id,
      patient_id, duration, starts_at)
    select 'MANY-' || number, status, appointment_type_id, staff_id, room_id, site_id, patient_id,
      duration, starts_at + number * interval '1 hour'
    from appointment, generate_series(1, 1000) as number where id = ${first}`.execute(desk.db)
    const { version, ...write } = outOfUse()
    for (const [method, to, sent] of [
      ['POST', `${path}preview/`, { version, write }],
      ['PUT', path, outOfUse()],
    ] as const) {
      const answer = await ask(method, to, sent)
      expect(answer.status).toBe(400)
      expect(answer.body['non_field_errors']).toEqual([expect.stringContaining('more than 1,000')])
    }
    expect((await ask('GET', path)).body).toMatchObject({ is_active: true, version: 1 })
  },
)
