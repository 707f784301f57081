import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../amount.ts'
import { addGuest, addGuests, type Guest, openMorning, toSlot } from '../clinic-factory.ts'
import { updateRows } from '../rows.ts'
import { type Answer, send, tally } from '../send.ts'
import { runTestServer } from '../test-server.ts'

const CROWD = isFull ? 1_000 : 32

const server = await runTestServer({ poolSize: 16 })
const { db } = server.database

type Clinic = Awaited<ReturnType<typeof openMorning>>
type Extra = { startsAfter?: number; headers?: Record<string, string>; notes?: string }

const wanted = (clinic: Clinic, { startsAfter = 0, notes }: Extra = {}) => ({
  ...toSlot(clinic, startsAfter),
  ...(notes && { notes }),
})

const book = (clinic: Clinic, guest: Guest, extra: Extra = {}): Promise<Answer> =>
  send(server, 'POST', '/api/public/appointments/', {
    body: wanted(clinic, extra),
    headers: { 'Guest-User-Access-Token': guest.token, ...extra.headers },
  })

const hold = (clinic: Clinic, token?: string, startsAfter = 0): Promise<Answer> =>
  send(server, 'POST', '/api/public/slot-holds/', {
    body: wanted(clinic, { startsAfter }),
    headers: token ? { 'Slot-Hold-Token': token } : {},
  })

const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** What the database has for a clinic that is not cancelled, by start. */
const kept = (clinic: Clinic) =>
  db
    .selectFrom('appointment')
    .select(['id', 'staff_id', 'patient_id', 'status', 'starts_at', 'ends_at'])
    .where('appointment_type_id', '=', clinic.type.id)
    .where('status', '<>', 'cancelled')
    .orderBy('starts_at')
    .execute()

describe('a crowd for one slot at once', () => {
  test.each([
    ['one clinician', 1],
    ['three clinicians', 3],
  ])(
    '%s: as many bookings as clinicians, everybody else is refused cleanly',
    async (_, clinicians) => {
      const clinic = await openMorning(db, clinicians)
      const guests = await addGuests(db, CROWD)
      const answers = await atOnce(CROWD, (index) => book(clinic, guests[index] as Guest))
      expect(tally(answers)).toEqual({ 201: clinicians, '409 slot_taken': CROWD - clinicians })
      const booked = await kept(clinic)
      expect(booked).toHaveLength(clinicians)
      expect(new Set(booked.map((row) => row.staff_id)).size).toBe(clinicians)
      expect(booked.map((row) => row.id).sort()).toEqual(
        answers
          .filter(({ status }) => status === 201)
          .map(({ body }) => body['id'])
          .sort(),
      )
    },
  )
})

describe('a held slot', () => {
  test('is refused to a crowd and given to its holder in their midst', async () => {
    const clinic = await openMorning(db)
    const [holder, ...others] = await addGuests(db, CROWD + 1)
    const { body } = await hold(clinic)
    const token = String(body['token'])
    const crowd = [...others.slice(0, CROWD / 2), holder as Guest, ...others.slice(CROWD / 2)]
    const answers = await Promise.all(
      crowd.map((guest) =>
        book(clinic, guest, guest === holder ? { headers: { 'Slot-Hold-Token': token } } : {}),
      ),
    )
    expect(tally(answers)).toEqual({ 201: 1, '409 slot_taken': CROWD })
    expect(await kept(clinic)).toMatchObject([{ patient_id: holder?.id, status: 'booked' }])
  })

  test('goes to one of a crowd once it has expired, though nothing has swept it', async () => {
    const clinic = await openMorning(db)
    const guests = await addGuests(db, CROWD)
    const { body } = await hold(clinic)
    await expire(Number(body['id']))
    const answers = await Promise.all(guests.map((guest) => book(clinic, guest)))
    expect(tally(answers)).toEqual({ 201: 1, '409 slot_taken': CROWD - 1 })
    expect(await kept(clinic)).toHaveLength(1)
  })

  test('is one per holder, however many times they ask at once', async () => {
    const clinic = await openMorning(db, 2)
    const { body } = await hold(clinic)
    const answers = await atOnce(20, (index) =>
      hold(clinic, String(body['token']), (index * 15) % 150),
    )
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await kept(clinic)).toHaveLength(1)
  })

  test('is kept when its holder asks to book another time that is gone', async () => {
    const clinic = await openMorning(db)
    const [holder, quick] = (await addGuests(db, 2)) as [Guest, Guest]
    const { body } = await hold(clinic)
    expect((await book(clinic, quick, { startsAfter: 60 })).status).toBe(201)
    const headers = { 'Slot-Hold-Token': String(body['token']) }
    expect((await book(clinic, holder, { startsAfter: 60, headers })).outcome).toBe(
      '409 slot_taken',
    )
    expect((await book(clinic, holder, { headers })).status).toBe(201)
  })
})

describe('one person who sends more than once', () => {
  test.each([
    ['from the list', false],
    ['from a hold', true],
  ])('twenty times at once with one key, %s: one appointment, the same answer', async (_, held) => {
    const clinic = await openMorning(db, 3)
    const guest = await addGuest(db)
    const token = held ? String((await hold(clinic)).body['token']) : null
    const headers = {
      'Idempotency-Key': 'twenty-times-at-once',
      ...(token && { 'Slot-Hold-Token': token }),
    }
    const answers = await atOnce(20, () => book(clinic, guest, { headers }))
    expect(tally(answers)).toEqual({ 201: 20 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await kept(clinic)).toHaveLength(1)
  })

  test('two bodies at once with one key: one is booked, the other is a conflict', async () => {
    const clinic = await openMorning(db)
    const guest = await addGuest(db)
    const headers = { 'Idempotency-Key': 'two-bodies-at-once' }
    const answers = await atOnce(2, (index) =>
      book(clinic, guest, { headers, startsAfter: index * 60 }),
    )
    expect(tally(answers)).toEqual({ 201: 1, '409 conflict': 1 })
    expect(await kept(clinic)).toHaveLength(1)
  })

  test('a refused attempt does not use the key up', async () => {
    const clinic = await openMorning(db)
    const [first, second] = (await addGuests(db, 2)) as [Guest, Guest]
    const headers = { 'Idempotency-Key': 'tried-and-refused' }
    const { body } = await book(clinic, first)
    expect((await book(clinic, second, { headers })).outcome).toBe('409 slot_taken')
    await send(server, 'DELETE', `/api/public/appointments/${body['id']}/`, {
      body: {},
      headers: { 'Guest-User-Access-Token': first.token },
    })
    expect((await book(clinic, second, { headers })).status).toBe(201)
  })
})

describe('any clinician', () => {
  test('two people at once both get one of two who are free', async () => {
    for (let round = 0; round < 10; round += 1) {
      const clinic = await openMorning(db, 2)
      const guests = await addGuests(db, 2)
      const answers = await Promise.all(guests.map((guest) => book(clinic, guest)))
      expect(tally(answers)).toEqual({ 201: 2 })
    }
  })

  test('the clinician with the fewest appointments that day comes first', async () => {
    const clinic = await openMorning(db, 3)
    const guests = await addGuests(db, 6)
    for (const [index, guest] of guests.entries()) {
      expect((await book(clinic, guest, { startsAfter: index * 15 })).status).toBe(201)
    }
    const booked = await kept(clinic)
    const staff = booked.map((row) => row.staff_id)
    expect(new Set(staff.slice(0, 3)).size).toBe(3)
    expect(new Set(staff.slice(3)).size).toBe(3)
  })
})

const expire = (id: number) =>
  updateRows(db, 'appointment', id, { hold_expires_at: sql<Date>`now() - interval '1 second'` })
