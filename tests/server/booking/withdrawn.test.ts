import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../eventually.ts'
import {
  addGuest,
  addOpening,
  addSite,
  addType,
  type Guest,
  openMorning,
  toSlot,
} from '../clinic-factory.ts'
import { addStaffCompetency } from '../people/staff-competency.ts'
import { rowsWhere, updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { lockWaits } from '../test-database.ts'
import { runTestServer, setNow } from '../test-server.ts'

/* What was listed a moment ago and is not to be had any more. */

let clinic: Awaited<ReturnType<typeof openMorning>>
const server = await runTestServer()
const db = server.database.db
beforeEach(async () => {
  clinic = await openMorning(db)
})

const wanted = () => toSlot(clinic)

async function listed(): Promise<number> {
  const { body } = await send(
    server,
    'GET',
    `/api/public/weekly-availability/?appointment_type_slug=${clinic.type.slug}&week=${clinic.day}`,
  )
  return (body['days'] as { slots: unknown[] }[]).flatMap(({ slots }) => slots).length
}

const hold = () => send(server, 'POST', '/api/public/slot-holds/', { body: wanted() })

async function book(holdToken?: unknown, of?: Guest): Promise<Answer> {
  const guest = of ?? (await addGuest(db))
  return await send(server, 'POST', '/api/public/appointments/', {
    body: wanted(),
    headers: {
      'Guest-User-Access-Token': guest.token,
      ...(holdToken !== undefined && { 'Slot-Hold-Token': String(holdToken) }),
    },
  })
}

/** Asks while a change is under way, which is committed once the asking waits for it. */
async function askDuring(change: RawBuilder<unknown>, ask: () => Promise<Answer>): Promise<Answer> {
  const { asked } = await db.transaction().execute(async (tx) => {
    await change.execute(tx)
    const asked = ask()
    await eventually(async () => expect(await lockWaits(db)).toBe(1))
    return { asked }
  })
  return await asked
}

const firstStaffId = () => clinic.staff[0]?.id ?? 0

const withdrawals: { what: string; withdraw: () => RawBuilder<unknown>; left: number }[] = [
  {
    what: 'its availability is deleted',
    withdraw: () => sql`delete from availability where staff_id = ${firstStaffId()}`,
    left: 0,
  },
  {
    what: 'its availability moves to the afternoon',
    withdraw:
      () => sql`update availability_occurrence set starts_at = starts_at + interval '4 hours',
      ends_at = ends_at + interval '4 hours' where staff_id = ${firstStaffId()}`,
    left: 12,
  },
  {
    what: 'the clinician is no longer active',
    withdraw: () => sql`update staff set is_active = false where id = ${firstStaffId()}`,
    left: 0,
  },
  {
    what: 'the clinician is deleted',
    withdraw: () => sql`update staff set is_deleted = true where id = ${firstStaffId()}`,
    left: 0,
  },
  {
    what: 'the account of the clinician is closed',
    withdraw: () => sql`update person set is_active = false
      where id = (select person_id from staff where id = ${firstStaffId()})`,
    left: 0,
  },
]

describe.each(withdrawals)('a time when $what', ({ withdraw, left }) => {
  test('is not listed, held or booked', async () => {
    expect(await listed()).toBe(12)
    await withdraw().execute(db)
    expect(await listed()).toBe(left)
    expect((await hold()).outcome).toBe('409 slot_taken')
    expect((await book()).outcome).toBe('409 slot_taken')
  })

  test('is not booked by its holder', async () => {
    const { body } = await hold()
    await withdraw().execute(db)
    expect((await book(body['token'])).outcome).toBe('409 slot_taken')
  })
})

test.each(['hidden', 'disabled'] as const)(
  'a held time of a service that is %s since is not booked',
  async (change) => {
    const { body } = await hold()
    await updateRows(db, 'appointment_type', clinic.type.id, { [change]: true })
    const answer = await book(body['token'])
    expect(answer.status).toBe(change === 'hidden' ? 404 : 409)
  },
)

test.each<[string, () => Promise<() => Promise<Answer>>]>([
  ['booked', async () => () => book()],
  ['held', async () => hold],
  [
    'booked by its holder',
    async () => {
      const { body } = await hold()
      return () => book(body['token'])
    },
  ],
])(
  'a time whose availability goes in the very moment in which it is %s is refused cleanly',
  async (_, prepare) => {
    const ask = await prepare()
    const deletion = sql`delete from availability where staff_id = ${firstStaffId()}`
    expect((await askDuring(deletion, ask)).outcome).toBe('409 slot_taken')
    const rows = await rowsWhere(db, 'appointment', { site_id: clinic.site.id, status: 'booked' })
    expect(rows).toEqual([])
  },
)

test('a guest whose record goes in the very moment in which they book is a guest no more', async () => {
  const guest = await addGuest(db)
  const deletion = sql`delete from person where id = ${guest.id}`
  const answer = await askDuring(deletion, () => book(undefined, guest))
  expect(answer.outcome).toBe('401 not_signed_in')
  expect((await book(undefined, guest)).text).toBe(answer.text)
})

describe('a competency that runs out in the middle of the week', () => {
  test('opens the days up to and including its last, and no later one', async () => {
    const { site, room } = await addSite(db)
    const type = await addType(db, { duration: 60 })
    const staffId = firstStaffId()
    const days = ['2027-06-07', '2027-06-08', '2027-06-09', '2027-06-10', '2027-06-11']
    for (const day of days) {
      await addOpening(db, { staff: staffId, room, types: [type] }, [
        `${day}T09:00Z`,
        `${day}T10:00Z`,
      ])
    }
    const held = { from: '2027-06-08', to: '2027-06-10', neededBy: type.id }
    await addStaffCompetency(db, staffId, held)
    const [before, first, , last, after] = days
    setNow(server, '2027-06-01T00:00:00Z')
    try {
      const { body } = await send(
        server,
        'GET',
        `/api/public/weekly-availability/?appointment_type_slug=${type.slug}&week=2027-06-07`,
      )
      const open = (body['days'] as { date: string; slots: unknown[] }[])
        .filter(({ slots }) => slots.length > 0)
        .map(({ date }) => date)
      expect(open).toEqual(days.slice(1, 4))
      for (const [day, outcome] of [
        [before, '409 slot_taken'],
        [first, '201'],
        [last, '201'],
        [after, '409 slot_taken'],
      ]) {
        const answer = await send(server, 'POST', '/api/public/slot-holds/', {
          body: { appointment_type_id: type.id, start: `${day}T09:00:00Z`, site_id: site.id },
        })
        expect(`${day} ${answer.outcome}`).toBe(`${day} ${outcome}`)
      }
    } finally {
      server.services.now = Date.now
    }
  })
})
