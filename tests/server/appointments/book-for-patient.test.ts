import { beforeEach, describe, expect, test } from 'vitest'
import {
  addReception,
  bookOnline,
  type ClinicDay,
  openClinicDay,
  RECEPTION,
} from '../booking/clinic-day.ts'
import { addAppointment, addGuest, addOpening, addSite } from '../clinic-factory.ts'
import { newestAuditLine, newestChange, rowsWhere, updateRows } from '../rows.ts'
import { listedRows, send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer, setNow } from '../test-server.ts'

const DAY = 86_400_000

let day: ClinicDay
let patientId: number
const server = await runTestServer()
const { db } = server.database
const reception = await addReception(server)
beforeEach(async () => {
  day = await openClinicDay(server)
  patientId = (await addGuest(db)).id
})

const wanted = (more: Record<string, unknown> = {}) => ({
  ...day.slot('09:00'),
  patient_id: patientId,
  ...more,
})
const book = (
  more: Record<string, unknown> = {},
  { headers }: { headers: Record<string, string> } = reception,
) => send(server, 'POST', '/api/admin/appointments/', { headers, body: wanted(more) })
const bookSeries = (
  more: Record<string, unknown>,
  { headers }: { headers: Record<string, string> } = reception,
) => send(server, 'POST', '/api/admin/appointments/series/', { headers, body: wanted(more) })
const check = (query: Record<string, unknown>, by = reception) =>
  send(
    server,
    'GET',
    `/api/admin/check-availability/?${new URLSearchParams(
      Object.entries({
        appointment_type_id: day.usual.id,
        start: day.at('09:00'),
        ...query,
      }).map(([name, value]) => [name, String(value)]),
    )}`,
    by,
  )
const codes = async (query: Record<string, unknown>, by = reception) =>
  ((await check(query, by)).body['reasons'] as { code: string }[]).map(({ code }) => code)

describe('a booking without a site', () => {
  const asGuest = async (body: Record<string, unknown>) => {
    const { token } = await addGuest(db)
    const { site_id: _, ...slot } = day.slot('09:00')
    return await send(server, 'POST', '/api/public/appointments/', {
      headers: { 'Guest-User-Access-Token': token },
      body: { ...slot, ...body },
    })
  }
  const elsewhere = async () => {
    const { site, room } = await addSite(db)
    const hours = [day.at('09:00'), day.at('12:00')] as const
    return { site, availability: await addOpening(db, { room, types: [day.usual] }, hours) }
  }

  test('is at the only site that has the time, else at that of the availability', async () => {
    expect((await book({ site_id: undefined })).body).toMatchObject({ site_id: day.site.id })
    expect((await asGuest({ duration: 15 })).body).toMatchObject({ site_id: day.site.id })
    const { site, availability } = await elsewhere()
    const ambiguous = { site_id: ['Choose a site: more than one has this time.'] }
    expect((await asGuest({})).body).toMatchObject({ site_id: site.id })
    const later = { site_id: undefined, start: day.at('10:00') }
    expect((await book(later)).body).toEqual(ambiguous)
    expect((await asGuest({ start: day.at('10:00') })).body).toEqual(ambiguous)
    const chosen = { ...later, availability_id: availability.id }
    expect((await book(chosen)).body).toMatchObject({ site_id: site.id })
    const other = { start: day.at('11:00'), availability_id: availability.id }
    expect((await asGuest(other)).body).toMatchObject({ site_id: site.id })
  })

  test('of a visitor has the duration of its service and the patient of its token', async () => {
    expect((await asGuest({ duration: 30 })).body).toEqual({
      duration: ['This service takes 15 minutes.'],
    })
    expect((await asGuest({ patient_id: patientId })).body).toEqual({
      patient_id: ['This token is for another person.'],
    })
  })
})

describe('booking for a patient', () => {
  test('with the clinician of the request, and with the caller on the audit trail', async () => {
    const answer = await book({ staff_id: day.second.staff.id, notes: 'Needs a ramp' })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      patient_id: patientId,
      staff_id: day.second.staff.id,
      room_id: day.second.room.id,
      notes: 'Needs a ramp',
      duration: 15,
      version: 1,
    })
    const line = await newestAuditLine(db, ['actor_id', 'actor_role', 'patient_id', 'change'], {
      subject_id: Number(answer.body['id']),
      action: 'appointment.booked',
    })
    expect(line).toEqual({
      actor_id: reception.id,
      actor_role: 'staff',
      patient_id: patientId,
      change: {},
    })
  })

  test('for longer than usual takes its permission, and the trail says so', async () => {
    expect((await book({ duration: 45 })).outcome).toBe('403 not_allowed')
    const lead = await addReception(server, ['clinic.override_appointment_duration'])
    const longer = await book({ duration: 45 }, lead)
    expect(longer.body).toMatchObject({ duration: 45, end: day.at('09:45') })
    const change = await newestChange(db, 'appointment.booked', Number(longer.body['id']))
    expect(change).toEqual({ duration: { from: 15, to: 45 }, overrides: ['duration'] })
  })

  test('with the least busy clinician, when the request names none', async () => {
    await bookOnline(server, day, '10:00')
    expect((await book()).body['staff_id']).toBe(day.second.staff.id)
  })

  test('a walk-in of this morning is entered, one of yesterday is not', async () => {
    setNow(server, day.at('11:30'))
    expect((await book({ start: day.at('09:00') })).status).toBe(201)
    server.services.now = () => Date.parse(day.at('09:00')) + DAY
    const late = await book({ start: day.at('10:00') })
    expect(late.body).toEqual({ start: ['That time has passed.'] })
  })

  test('twice with one key is one appointment; with another body it is refused', async () => {
    const headers = { ...reception.headers, 'Idempotency-Key': `one-key-${patientId}` }
    const [first, second] = [await book({}, { headers }), await book({}, { headers })]
    expect(second.body).toEqual(first.body)
    const other = await book({ notes: 'Another' }, { headers })
    expect(other.outcome).toBe('409 conflict')
    const pair = { ...reception.headers, 'Idempotency-Key': `two-at-once-${patientId}` }
    const start = day.at('10:00')
    const both = await Promise.all([
      book({ start }, { headers: pair }),
      book({ start }, { headers: pair }),
    ])
    expect(both[1]?.body).toEqual(both[0]?.body)
  })

  test('somebody who has died or is no longer here cannot be booked for', async () => {
    await updateRows(db, 'person', patientId, { is_deceased: true })
    expect((await book()).body).toEqual({
      patient_id: ['You cannot book for this person. Choose another patient.'],
    })
  })

  test('a crowd for two clinicians’ time: two get it, nobody sees a fault', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => addGuest(db)))
    const answers = await Promise.all(people.map(({ id }) => book({ patient_id: id })))
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '201',
      '201',
      ...Array(6).fill('409 slot_taken'),
    ])
  })

  test('a clinician who sees their own only books with themselves', async () => {
    const permissions = RECEPTION.filter((name) => name !== 'clinic.view_other_appointments')
    const own = await addSignedIn(server, {
      personId: day.first.staff.person_id,
      permissions,
    })
    expect((await book({}, own)).body['staff_id']).toBe(day.first.staff.id)
    const another = await book({ start: day.at('10:00'), staff_id: day.second.staff.id }, own)
    expect(another.outcome).toBe('403 not_allowed')
  })
})

describe('a series', () => {
  const inWeeks = (weeks: number, hours: [number, number], staff = day.first) => {
    const noon = Date.parse(day.at('00:00')) + weeks * 7 * DAY
    return addOpening(db, { ...staff, types: [day.usual] }, [
      noon + hours[0] * 3_600_000,
      noon + hours[1] * 3_600_000,
    ])
  }

  test('is all of them', async () => {
    await inWeeks(2, [8, 12])
    await inWeeks(4, [8, 12])
    const answer = await bookSeries({ every_weeks: 2, times: 3 })
    expect(answer.status, answer.text).toBe(201)
    const starts = listedRows<{ start: string }>(answer.body).map(({ start }) => start)
    const first = Date.parse(day.at('09:00'))
    // None of these weeks has a change of the clocks between it and the first, or it is an hour off.
    const clock = (instant: string | number) =>
      new Date(instant).toLocaleTimeString('en-GB', { timeZone: 'Europe/London' })
    expect(starts.map(clock)).toEqual(Array(3).fill(clock(first)))
    expect(starts[0]).toBe(day.at('09:00'))
    expect(answer.body['count']).toBe(3)
  })

  test('is none of them, and says which do not fit and why', async () => {
    await inWeeks(1, [13, 14])
    await inWeeks(2, [8, 12])
    const before = await readCount(patientId)
    const answer = await bookSeries({ every_weeks: 1, times: 3 })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toEqual(['occurrences.1'])
    expect(answer.body['occurrences.1']).toEqual([
      expect.stringMatching(
        /^\w+day \d+.\w+ \d{4}, \d+(:\d\d)?[ap]m: There are no working hours for the whole of this time\.$/,
      ),
    ])
    expect(await readCount(patientId)).toBe(before)
  })

  test('keeps its time of the day when the clocks change', async () => {
    setNow(server, '2027-03-01T00:00:00Z')
    for (const date of ['2027-03-23', '2027-03-30']) {
      await addOpening(db, { ...day.first, types: [day.usual] }, [
        `${date}T08:00:00Z`,
        `${date}T12:00:00Z`,
      ])
    }
    const start = '2027-03-23T09:30:00.000Z'
    const answer = await bookSeries({ start, every_weeks: 1, times: 2 })
    expect(answer.status, answer.text).toBe(201)
    expect(listedRows<{ start: string }>(answer.body).map((each) => each.start)).toEqual([
      start,
      '2027-03-30T08:30:00.000Z',
    ])
  })

  test('sent twice with one key is booked once', async () => {
    await inWeeks(1, [8, 12])
    const headers = { ...reception.headers, 'Idempotency-Key': `series-${patientId}` }
    const first = await bookSeries({ every_weeks: 1, times: 2 }, { headers })
    const second = await bookSeries({ every_weeks: 1, times: 2 }, { headers })
    expect(second.body).toEqual(first.body)
    expect(await readCount(patientId)).toBe(2)
  })
})

describe('why is this not bookable?', () => {
  test('a free time is bookable; the limits of visitors are listed apart', async () => {
    const answer = await check({})
    expect(answer.body).toEqual({ available: true, reasons: [], online_reasons: [] })
    const walkIn = Date.parse(day.at('11:00'))
    server.services.now = () => walkIn
    expect((await check({})).body).toMatchObject({
      available: true,
      online_reasons: [{ code: 'in_the_past' }],
    })
  })

  test('names everything that stands against it', async () => {
    const guest = await addGuest(db)
    await bookOnline(server, day, '09:00', { guest })
    const withFirst = { staff_id: day.first.staff.id }
    expect(await codes({ start: day.at('13:00') })).toEqual(['outside_hours'])
    expect(await codes({ start: day.at('09:02') })).toContain('off_mark')
    expect(await codes(withFirst)).toEqual(['occupied'])
    expect(await codes({ ...withFirst, patient_id: guest.id })).toEqual([
      'patient_taken',
      'occupied',
    ])
    expect(await codes({ start: day.at('10:00'), duration: 20 })).toEqual(['duration_fixed'])
    expect(await codes({ start: day.at('10:00'), appointment_type_id: day.other.id })).toEqual([
      'type_not_offered',
    ])
  })

  test('a clinician who left, a type that is closed, a room somebody else sits in', async () => {
    await updateRows(db, 'staff', day.second.staff.id, { is_active: false })
    expect(await codes({ staff_id: day.second.staff.id })).toEqual(['staff_inactive'])
    await addAppointment(db, {
      staff_id: day.second.staff.id,
      room_id: day.first.room.id,
      site_id: day.site.id,
      starts_at: new Date(day.at('09:00')),
    })
    expect(await codes({ staff_id: day.first.staff.id })).toEqual(['room_taken'])
    await updateRows(db, 'appointment_type', day.usual.id, { disabled: true })
    expect(await codes({ start: day.at('10:00') })).toEqual(['disabled'])
  })

  test('names the patient only to who may see others’ appointments', async () => {
    await bookOnline(server, day, '09:00', { availabilityId: day.second.availability.id })
    const seeing = await check({ staff_id: day.second.staff.id })
    expect(seeing.text).toContain('an appointment for Ada Guest')
    const own = await addSignedIn(server, {
      personId: day.first.staff.person_id,
      permissions: ['clinic.view_appointment', 'clinic.add_appointment'],
    })
    expect((await check({ staff_id: day.second.staff.id }, own)).outcome).toBe('403 not_allowed')
    // Another clinician sits in their room.
    await updateRows(
      db,
      'appointment',
      { staff_id: day.second.staff.id },
      { room_id: day.first.room.id },
    )
    const taken = await book({ staff_id: day.first.staff.id }, own)
    expect(taken.outcome).toBe('409 slot_taken')
    expect(taken.text).toContain('The room is taken by an appointment from 9am')
    expect(taken.text).not.toContain('Ada')
  })
})

const readCount = async (patient_id: number) =>
  (await rowsWhere(db, 'appointment', { patient_id })).length
