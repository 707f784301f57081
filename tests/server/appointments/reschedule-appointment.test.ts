import { beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import {
  addReception,
  appointmentPath,
  bookOnline,
  type ClinicDay,
  openClinicDay,
  RECEPTION,
} from '../booking/clinic-day.ts'
import { addGuest } from '../clinic-factory.ts'
import { auditLines, insertRow, oneRow, updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

let day: ClinicDay
const server = await runTestServer()
const { db } = server.database
const reception = await addReception(server)
beforeEach(async () => {
  day = await openClinicDay(server)
})

const change = (booked: Answer, body: Record<string, unknown>, by = reception) =>
  by.ask('PUT', appointmentPath(booked), { version: 1, ...body })

const OTHER_TYPES: Permission[] = [
  'clinic.override_appointment_types',
  'clinic.view_appointmenttype',
]

const readTrail = (id: unknown) =>
  auditLines(db, ['action', 'actor_id', 'change'], {
    subject_type: 'appointment',
    subject_id: Number(id),
  })

describe('moving an appointment', () => {
  test('to another availability is to its clinician and room', async () => {
    const booked = await bookOnline(server, day, '09:00')
    const { availability, staff, room } = day.second
    const row = { ...booked.body, staff_id: day.first.staff.id, room_id: day.first.room.id }
    const { access_token: _, ...sent } = row as Record<string, unknown>
    const moved = await change(booked, {
      ...sent,
      url: appointmentPath(booked),
      availability_id: availability.id,
    })
    expect(moved.status, moved.text).toBe(200)
    expect(moved.body).toMatchObject({
      start: day.at('09:00'),
      staff_id: staff.id,
      room_id: room.id,
      availability_id: availability.id,
    })
    const same = await change(booked, { version: 2, availability_id: availability.id })
    expect(same.body).toMatchObject({ version: 2 })
  })

  test('to an availability of somebody else than was chosen, or to none, is refused', async () => {
    const booked = await bookOnline(server, day, '09:00')
    const other = await openClinicDay(server)
    const odd = { availability_id: day.second.availability.id, staff_id: other.first.staff.id }
    expect((await change(booked, odd)).body).toHaveProperty('availability_id')
    expect((await change(booked, { availability_id: 987_654 })).body).toEqual({
      availability_id: ['This availability was not found.'],
    })
    const late = { availability_id: day.second.availability.id, start: day.at('13:00') }
    expect((await change(booked, late)).status).toBe(409)
  })

  test('keeps it the same one, frees the old time, takes the new and tells what changed', async () => {
    const booked = await bookOnline(server, day, '09:00')
    const moved = await change(booked, {
      start: day.at('10:30'),
      staff_id: day.second.staff.id,
      notes: 'Rang to ask for a later time',
    })
    expect(moved.status, moved.text).toBe(200)
    expect(moved.body).toMatchObject({
      id: booked.body['id'],
      reference: booked.body['reference'],
      created: booked.body['created'],
      version: 3,
      start: day.at('10:30'),
      duration: 15,
      staff_id: day.second.staff.id,
      room: { id: day.second.room.id, name: day.second.room.name },
      availability_id: day.second.availability.id,
      rescheduled_on: expect.any(String),
      notes: 'Rang to ask for a later time',
    })
    expect((await bookOnline(server, day, '09:00')).status).toBe(201)
    expect(
      (await bookOnline(server, day, '10:30', { availabilityId: day.second.availability.id }))
        .outcome,
    ).toBe('409 slot_taken')
    expect((await readTrail(booked.body['id'])).slice(1)).toEqual([
      {
        action: 'appointment.moved',
        actor_id: reception.id,
        change: {
          start: { from: day.at('09:00'), to: day.at('10:30') },
          staff_id: { from: day.first.staff.id, to: day.second.staff.id },
          room_id: { from: day.first.room.id, to: day.second.room.id },
        },
      },
      { action: 'appointment.changed', actor_id: reception.id, change: { fields: ['notes'] } },
    ])
  })

  test('takes the query that older clients send, which changes nothing', async () => {
    const booked = await bookOnline(server, day, '09:00')
    const moved = await reception.ask('PUT', `${appointmentPath(booked)}?staff_id=1&page=2`, {
      version: 1,
      start: day.at('10:30'),
    })
    expect(moved.status, moved.text).toBe(200)
    expect(moved.body).toMatchObject({ start: day.at('10:30'), staff_id: day.first.staff.id })
  })

  test('to another clinician at the same time leaves the patient’s calendar as it is', async () => {
    const booked = await bookOnline(server, day, '09:00')
    const moved = await change(booked, { staff_id: day.second.staff.id })
    expect(moved.body).toMatchObject({ staff_id: day.second.staff.id, rescheduled_on: null })
  })

  test.each([
    ['a taken time', () => ({ start: day.at('09:30') }), '409 slot_taken'],
    ['a time outside the hours', () => ({ start: day.at('11:50') }), '409 slot_taken'],
    ['a time between the marks', () => ({ start: day.at('09:02') }), '400'],
    ['a day that is over', () => ({ start: '2020-01-01T09:00:00Z' }), '400'],
    ['a room nobody works in then', () => ({ room_id: day.second.room.id }), '409 slot_taken'],
    ['nobody', () => ({ staff_id: 2_147_483_647 }), '409 slot_taken'],
    [
      'a type that is not offered',
      () => ({ appointment_type_id: day.other.id }),
      '403 not_allowed',
    ],
    ['another duration', () => ({ duration: 20 }), '403 not_allowed'],
    ['a surgery that is none', () => ({ gp_surgery_id: 2_147_483_647 }), '400'],
  ])('to %s changes nothing', async (_, wanted, outcome) => {
    await bookOnline(server, day, '09:30')
    const booked = await bookOnline(server, day, '09:00')
    const before = await readRow(booked)
    const refused = await change(booked, { notes: 'Not to be kept', ...wanted() })
    expect(refused.outcome, refused.text).toBe(outcome)
    expect(await readRow(booked)).toEqual(before)
  })

  test('says by what the time is taken, and that the patient is elsewhere then', async () => {
    const guest = await addGuest(db)
    const mine = await bookOnline(server, day, '09:00', { guest })
    await bookOnline(server, day, '09:30')
    await bookOnline(server, day, '10:00', {
      guest,
      availabilityId: day.second.availability.id,
    })
    const occupied = await change(mine, { start: day.at('09:20') })
    expect(occupied.body['detail']).toMatch(
      /^The clinician already has an appointment for Ada Guest\S+ from 9:30am to 9:45am\.$/,
    )
    const elsewhere = await change(mine, { start: day.at('10:00') })
    expect(elsewhere.outcome).toBe('409 conflict')
    expect(elsewhere.body['detail']).toBe(
      'The patient has another appointment from 10am to 10:15am at that time.',
    )
  })

  test('two appointments to one time at once: exactly one gets it', async () => {
    const both = [await bookOnline(server, day, '09:00'), await bookOnline(server, day, '09:15')]
    const answers = await Promise.all(both.map((one) => change(one, { start: day.at('11:00') })))
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 slot_taken'])
  })

  test('takes no time that somebody holds, but one whose hold has run out', async () => {
    const booked = await bookOnline(server, day, '09:00')
    const held = await send(server, 'POST', '/api/public/slot-holds/', {
      body: { ...day.slot('10:00'), availability_id: day.first.availability.id },
    })
    const refused = await change(booked, { start: day.at('10:00') })
    expect(refused.outcome).toBe('409 slot_taken')
    expect(refused.body['detail']).toContain('a time on hold from 10am to 10:15am')
    await updateRows(db, 'appointment', Number(held.body['id']), {
      hold_expires_at: new Date(Date.now() - 1_000),
    })
    expect((await change(booked, { start: day.at('10:00') })).status).toBe(200)
  })

  test.each([
    ['cancelled', 'This appointment was cancelled, so you cannot move or change it.'],
    ['completed', 'This appointment has taken place, so you cannot move or change it.'],
  ])(
    'that is %s is refused with the reason; its notes may still be changed',
    async (status, why) => {
      const booked = await bookOnline(server, day, '09:00')
      await updateRows(db, 'appointment', Number(booked.body['id']), {
        status,
        [`${status}_on`]: new Date(),
      })
      const refused = await change(booked, { version: 2, start: day.at('10:00') })
      expect(refused.outcome).toBe('409 conflict')
      expect(refused.body['detail']).toBe(why)
      expect((await change(booked, { version: 2, notes: 'Thanked us' })).status).toBe(200)
    },
  )
})

describe('undoing one’s own reschedule', () => {
  const later = () => ({ start: day.at('10:30'), staff_id: day.second.staff.id })
  const former = () => ({
    start: day.at('09:00'),
    staff_id: day.first.staff.id,
    room_id: day.first.room.id,
  })
  /** The first clinician has no hours any more: by the rules nobody gets there. */
  const closeFirst = () =>
    db.deleteFrom('availability').where('id', '=', day.first.availability.id).execute()
  /** As if the reschedule had been made that long ago. */
  const minutesAgo = async (booked: Answer, minutes: number) => {
    const { sequence: _, ...moved } = await oneRow(db, 'audit_event', {
      subject_type: 'appointment',
      subject_id: Number(booked.body['id']),
      action: 'appointment.moved',
    })
    await insertRow(db, 'audit_event', {
      ...moved,
      at: new Date(Date.now() - minutes * 60_000),
    })
  }
  const bookedAndMoved = async () => {
    const booked = await bookOnline(server, day, '09:00')
    expect((await change(booked, later())).status).toBe(200)
    return booked
  }

  test('restores the place though its hours are gone, as whole as it was', async () => {
    const booked = await bookedAndMoved()
    await closeFirst()
    const undone = await change(booked, { version: 2, ...former() })
    expect(undone.status, undone.text).toBe(200)
    expect(undone.body).toMatchObject({ ...former(), version: 3, availability_id: null })
    expect((await readTrail(booked.body['id'])).at(-1)).toMatchObject({
      action: 'appointment.moved',
      change: { start: { from: day.at('10:30'), to: day.at('09:00') } },
    })
    // The place in between is free again.
    const other = { availabilityId: day.second.availability.id }
    expect((await bookOnline(server, day, '10:30', other)).status).toBe(201)
  })

  test('finds the hours again where they are still there', async () => {
    const booked = await bookedAndMoved()
    const undone = await change(booked, { version: 2, ...former() })
    expect(undone.body).toMatchObject({ availability_id: day.first.availability.id })
  })

  test.each([
    ['by a colleague', async () => undefined, () => ({}), () => addReception(server)],
    ['after ten minutes', (booked: Answer) => minutesAgo(booked, 11), () => ({}), () => reception],
    ['to another time', async () => undefined, () => ({ start: day.at('09:15') }), () => reception],
  ] as const)('follows the booking rules %s', async (_, prepare, body, by) => {
    const booked = await bookedAndMoved()
    await closeFirst()
    await prepare(booked)
    const refused = await change(booked, { version: 2, ...former(), ...body() }, await by())
    expect(refused.outcome).toBe('409 slot_taken')
  })

  test('is refused where somebody has taken the time', async () => {
    const booked = await bookedAndMoved()
    expect((await bookOnline(server, day, '09:00')).status).toBe(201)
    const refused = await change(booked, { version: 2, ...former() })
    expect(refused.outcome).toBe('409 slot_taken')
  })

  test('that was followed by another change is stale', async () => {
    const booked = await bookedAndMoved()
    await change(booked, { version: 2, notes: 'Rang' })
    expect((await change(booked, { version: 2, ...former() })).outcome).toBe('409 stale')
  })
})

describe('an override', () => {
  test('of the duration takes its permission and is a fact of its own on the trail', async () => {
    const lead = await addReception(server, ['clinic.override_appointment_duration'])
    const booked = await bookOnline(server, day, '09:00')
    const longer = await change(booked, { duration: 45 }, lead)
    expect(longer.body).toMatchObject({ duration: 45, end: day.at('09:45') })
    expect((await readTrail(booked.body['id'])).at(-1)).toMatchObject({
      action: 'appointment.changed',
      change: { duration: { from: 15, to: 45 }, overrides: ['duration'] },
    })
    // What was agreed stays agreed: moving it needs no permission again.
    const moved = await change(booked, { version: 2, start: day.at('10:00') })
    expect(moved.body).toMatchObject({ duration: 45, end: day.at('10:45') })
  })

  test('of the type takes its permission, and brings the duration of the other type', async () => {
    const lead = await addReception(server, OTHER_TYPES)
    const booked = await bookOnline(server, day, '09:00')
    const changed = await change(booked, { appointment_type_id: day.other.id }, lead)
    expect(changed.body).toMatchObject({ appointment_type_id: day.other.id, duration: 30 })
    expect((await readTrail(booked.body['id'])).at(-1)?.change).toMatchObject({
      overrides: ['appointment_type'],
    })
  })

  test('never goes beyond competence', async () => {
    const lead = await addReception(server, OTHER_TYPES)
    const { id } = await insertRow(db, 'competency', { name: `Yellow fever ${day.other.id}` })
    await insertRow(db, 'appointment_type_competency', {
      appointment_type_id: day.other.id,
      competency_id: id,
    })
    const booked = await bookOnline(server, day, '09:00')
    const refused = await change(booked, { appointment_type_id: day.other.id }, lead)
    expect(refused.outcome).toBe('409 conflict')
    expect(refused.body['detail']).toBe(
      `The clinician will not hold a competency that this appointment type needs on that day: Yellow fever ${day.other.id}.`,
    )
  })
})

describe('a clinician without view_other_appointments', () => {
  const permissions = RECEPTION.filter((name) => name !== 'clinic.view_other_appointments')

  test('moves their own appointments, and neither another’s nor to another', async () => {
    const { person_id } = day.first.staff
    const own = await addSignedIn(server, { personId: person_id, permissions })
    const mine = await bookOnline(server, day, '09:00')
    const others = await bookOnline(server, day, '09:00', {
      availabilityId: day.second.availability.id,
    })
    expect((await change(mine, { start: day.at('09:30') }, own)).status).toBe(200)
    const away = await change(mine, { version: 2, staff_id: day.second.staff.id }, own)
    expect(away.outcome).toBe('403 not_allowed')
    expect((await change(others, { start: day.at('09:30') }, own)).outcome).toBe('403 not_allowed')
  })
})

const readRow = (booked: Answer) => oneRow(db, 'appointment', Number(booked.body['id']))
