import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { some } from '../../amount.ts'
import { eventually } from '../../eventually.ts'
import { addGuest, type Guest } from '../clinic-factory.ts'
import { rowsWhere } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { lockWaits } from '../test-database.ts'
import { runTestServer } from '../test-server.ts'
import { appointmentPath, bookOnline, type ClinicDay, openClinicDay } from './clinic-day.ts'

/*
 * A room goes out of use, or a clinician leaves, at the moment of a booking there: either the change
 * sees the appointment and is refused, or the booking is refused. No appointment stays there unseen.
 */

let day: ClinicDay
let guest: Guest
let roomId: number
let staffId: number
let personId: number
const server = await runTestServer({ poolSize: 8 })
const db = server.database.db
const manager = await addSignedIn(server, { person: { is_superuser: true } })
beforeEach(async () => {
  day = await openClinicDay(server)
  guest = await addGuest(db)
  roomId = day.first.room.id
  staffId = day.first.staff.id
  personId = day.first.staff.person_id
})

const asManager = (method: string, path: string, body: object) => manager.ask(method, path, body)

/** At half past nine with the first clinician. */
const slot = () => day.slot('09:30')
const byGuest = (path: string, body: object, more: Record<string, string> = {}) =>
  send(server, 'POST', `/api/public/${path}`, {
    headers: { 'Guest-User-Access-Token': guest.token, ...more },
    body: { ...slot(), availability_id: day.first.availability.id, ...body },
  })
const hold = () => byGuest('slot-holds/', {})

/** Each prepares what it needs, and returns the call that is made at that moment. */
const ways: Record<string, () => Promise<() => Promise<Answer>>> = {
  'booked online': async () => () => byGuest('appointments/', {}),
  'booked by its holder': async () => {
    const token = String((await hold()).body['token'])
    return () => byGuest('appointments/', {}, { 'Slot-Hold-Token': token })
  },
  'booked by staff': async () => () =>
    asManager('POST', '/api/admin/appointments/', {
      ...slot(),
      staff_id: staffId,
      room_id: roomId,
      patient_id: guest.id,
    }),
  'the opening that another appointment is rescheduled to': async () => {
    const booked = await bookOnline(server, day, '10:00', {
      guest,
      availabilityId: day.second.availability.id,
    })
    return () =>
      asManager('PUT', appointmentPath(booked), {
        version: 1,
        start: day.at('09:30'),
        staff_id: staffId,
        room_id: roomId,
      })
  },
}

/** Each change: by its statement, and by a call of the API. */
const changes: Record<string, { by: () => RawBuilder<unknown>; ask: () => Promise<Answer> }> = {
  'its room goes out of use': {
    by: () => sql`update room set is_active = false where id = ${roomId}`,
    ask: async () => {
      const { name, site_id } = day.first.room
      const body = { name, site_id, is_active: false, version: 1 }
      return await asManager('PUT', `/api/admin/rooms/${roomId}/`, body)
    },
  },
  'its clinician leaves': {
    by: () => sql`update staff set is_active = false where id = ${staffId}`,
    ask: () =>
      asManager('PUT', `/api/admin/staff/${staffId}/`, {
        user_id: personId,
        is_active: false,
        version: 1,
      }),
  },
  'the account of its clinician is closed': {
    by: () => sql`update person set is_active = false where id = ${personId}`,
    ask: () => asManager('PATCH', `/api/admin/users/${personId}/`, { is_active: false }),
  },
}

/** Somebody waits for a row that somebody else has. */
const waiting = (howMany: number) =>
  eventually(async () => expect(await lockWaits(db)).toBe(howMany), {
    interval: 20,
  })

/** Whether somebody is booked there now. */
const isBooked = async () => {
  const there = { room_id: roomId, starts_at: new Date(day.at('09:30')), status: 'booked' }
  return (await rowsWhere(db, 'appointment', there)).length > 0
}

describe.each(some(Object.entries(changes), 1))('an opening is requested while %s', (_, change) => {
  test.each([...Object.entries(ways), ['held', async () => hold] as const])(
    '%s, it is refused once that is done',
    async (_, prepare) => {
      const ask = await prepare()
      const { asked } = await db.transaction().execute(async (tx) => {
        await change.by().execute(tx)
        const asked = ask()
        await waiting(1)
        return { asked }
      })
      expect((await asked).outcome).toBe('409 slot_taken')
      expect(await isBooked()).toBe(false)
    },
  )

  test.each(Object.entries(ways))('%s just before, it is seen', async (_, prepare) => {
    const ask = await prepare()
    const { asked, changed } = await db.transaction().execute(async (tx) => {
      // The last rows that a booking writes wait for these: it is inserted, and not committed.
      await sql`select from person where id = ${guest.id} for update`.execute(tx)
      await sql`select from availability where id = ${day.first.availability.id} for update`.execute(
        tx,
      )
      const asked = ask()
      await waiting(1)
      const changed = change.ask()
      await waiting(2)
      return { asked, changed }
    })
    expect((await asked).status).toBeLessThan(300)
    expect((await changed).outcome).toMatch(/^409 (stale|conflict)$/)
    expect(await isBooked()).toBe(true)
  })

  test('both at once, again and again: one of them is done, the other refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      day = await openClinicDay(server)
      guest = await addGuest(db)
      roomId = day.first.room.id
      staffId = day.first.staff.id
      personId = day.first.staff.person_id
      const [booked, changed] = await Promise.all([byGuest('appointments/', {}), change.ask()])
      const outcomes = [booked.status < 300, changed.status < 300]
      expect(outcomes.filter(Boolean), `${booked.text} ${changed.text}`).toHaveLength(1)
    }
  })
})
