import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrphanedAppointment } from '#lib/contract/orphaned-appointments.ts'
import { runs } from '../../amount.ts'
import { addClinician, addGuest, addRoom, addSite, addType } from '../clinic-factory.ts'
import { oneRow } from '../rows.ts'
import { type Answer, listedIds, send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import {
  type Booked,
  clashes,
  expectedHours,
  type Hours,
  offeredIn,
  orphanedIn,
  readBooked,
  readHours,
} from './hours-model.ts'
import { written } from './sample-availability.ts'

/*
 * Hours that are made, changed and deleted, and rooms that go out of use and come back, while people
 * book, move and cancel in them: whatever happens, in any order and at once, nobody is in two places, nobody's appointment is lost, and nobody
 * is orphaned without a decision.
 */

const DAY = 86_400_000
/** Saturday 29 May 2027, 7am in London; the Monday is a bank holiday. */
const BEGIN = Date.parse('2027-05-29T06:00:00Z')
const DAYS = 4

const server = await runTestServer({ poolSize: 6 })
const { db } = server.database
const manager = await addSignedIn(server, { person: { is_superuser: true } })

const small = (max: number) => fc.nat({ max })
const hours = fc.record({
  from: fc.integer({ min: 8, max: 12 }),
  long: fc.integer({ min: 1, max: 6 }),
})
const scope = fc.constantFrom('one', 'following', 'all')
const rule = {
  who: small(1),
  where: small(1),
  day: small(DAYS),
  length: small(DAYS),
  hours,
  types: small(2),
  /** Days off, of those that it might be. */
  off: fc.uniqueArray(small(DAYS), { maxLength: 2 }),
  holidays: fc.boolean(),
}
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('make'), ...rule }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change'),
      ...rule,
      pick: small(9),
      scope,
      keep: fc.boolean(),
      on: small(DAYS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('delete'),
      pick: small(9),
      scope,
      keep: fc.boolean(),
      on: small(DAYS),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('book'),
      day: small(DAYS),
      half: small(20),
      type: small(1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel'), pick: small(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reschedule'),
      pick: small(9),
      day: small(DAYS),
      half: small(20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('room'), where: small(1), keep: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('night') }) },
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

type Clinic = { site: number; staff: number[]; rooms: number[]; types: number[] }

async function openClinic(): Promise<Clinic> {
  for (const table of ['idempotency_key', 'appointment', 'availability'] as const) {
    await db.deleteFrom(table).execute()
  }
  const { site, room } = await addSite(db)
  const staff = [await addClinician(db), await addClinician(db)]
  const types = [await addType(db, { duration: 30 }), await addType(db, { duration: 30 })]
  return {
    site: site.id,
    staff: staff.map(({ id }) => id),
    rooms: [room.id, (await addRoom(db, site.id)).id],
    types: types.map(({ id }) => id),
  }
}

const ask = (method: string, path: string, body?: unknown) =>
  manager.ask(method, `/api/admin/${path}`, body)
const toDate = (day: number) => new Date(BEGIN + day * DAY).toISOString().slice(0, 10)
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const toTime = (day: number, half: number) =>
  new Date(BEGIN + day * DAY + (2 + half) * 1_800_000).toISOString()

type RuleInput = Extract<Command, { length: number; who: number }>

const toRule = (clinic: Clinic, command: RuleInput) => ({
  staff: clinic.staff[command.who],
  room: clinic.rooms[command.where],
  appointment_types: command.types === 2 ? clinic.types : [clinic.types[command.types]],
  start_date: written(toDate(command.day)),
  start_time: clock(command.hours.from),
  end_time: clock(command.hours.from + command.hours.long),
  recurring: command.length > 0,
  recurring_until: written(toDate(command.day + command.length)),
  weekdays: [],
  exceptions: command.off.map((day) => written(toDate(day))),
  except_bank_holidays: command.holidays,
})

/** Decides as a person would, having looked: says what becomes of each. */
const resolutionsFor = (preview: Answer, keep: boolean) =>
  ((preview.body['orphaned'] ?? []) as OrphanedAppointment[]).map(
    ({ id: appointment_id, version: seen, alternatives }) => {
      const [place] = alternatives
      if (keep || !place) return { action: 'keep', appointment_id, version: seen }
      const { start, staff_id, room_id } = place
      return { action: 'reschedule', appointment_id, version: seen, start, staff_id, room_id }
    },
  )

function remember(answer: Answer, decided: ReturnType<typeof resolutionsFor>, kept: Set<number>) {
  if (answer.status >= 300) return answer
  for (const one of decided) if (one.action === 'keep') kept.add(one.appointment_id)
  return answer
}

/** Takes a room out of use, or back into it. */
async function turnRoom(clinic: Clinic, where: number, keep: boolean, kept: Set<number>) {
  const { id, version, is_active, name } = await oneRow(db, 'room', clinic.rooms[where] ?? 0)
  const write = { name, site_id: clinic.site, is_active: !is_active }
  const resolutions = resolutionsFor(
    await ask('POST', `rooms/${id}/preview/`, { version, write }),
    keep,
  )
  return remember(
    await ask('PUT', `rooms/${id}/`, { ...write, version, resolutions }),
    resolutions,
    kept,
  )
}

async function change(id: number, version: number, body: object, keep: boolean, kept: Set<number>) {
  const preview = await ask('POST', 'availabilities/preview/', { ...body, availability_id: id })
  const resolutions = resolutionsFor(preview, keep)
  const { rule: wanted, ...reach } = body as { rule?: object }
  const answer = await ask(wanted ? 'PUT' : 'DELETE', `availabilities/${id}/`, {
    ...wanted,
    ...reach,
    version,
    resolutions,
  })
  return remember(answer, resolutions, kept)
}

type Memory = { booked: Set<number>; cancelled: Set<number>; kept: Set<number> }

async function carryOut(clinic: Clinic, memory: Memory, one: Command): Promise<Answer | null> {
  const picked = async (pick: number) => {
    const rows = await db
      .selectFrom('availability')
      .select(['id', 'version'])
      .orderBy('id')
      .execute()
    return rows[pick % (rows.length || 1)]
  }
  const appointment = async (pick: number) => {
    const ids = [...memory.booked]
    const id = ids[pick % (ids.length || 1)] ?? 0
    return (await readBooked(db)).find((booked) => booked.id === id)
  }
  switch (one.kind) {
    case 'make':
      return await ask('POST', 'availabilities/', toRule(clinic, one as RuleInput))
    case 'change':
    case 'delete': {
      const {
        pick,
        scope: reach,
        keep,
        on,
      } = one as Extract<Command, { on: number; keep: boolean }>
      const row = await picked(pick)
      if (!row) return null
      const date = reach === 'all' ? {} : { date: written(toDate(on)) }
      const wanted = one.kind === 'change' ? { rule: toRule(clinic, one as RuleInput) } : {}
      return await change(
        row.id,
        row.version,
        { scope: reach, ...date, ...wanted },
        keep,
        memory.kept,
      )
    }
    case 'room': {
      const { where, keep } = one as Extract<
        Command,
        { kind: string; where: number; keep: boolean }
      >
      return await turnRoom(clinic, where, keep, memory.kept)
    }
    case 'book': {
      const { day, half, type } = one as Extract<Command, { type: number }>
      const { token } = await addGuest(db)
      const answer = await send(server, 'POST', '/api/public/appointments/', {
        body: {
          appointment_type_id: clinic.types[type],
          start: toTime(day, half),
          site_id: clinic.site,
        },
        headers: { 'Guest-User-Access-Token': token },
      })
      if (answer.status === 201) memory.booked.add(Number(answer.body['id']))
      return answer
    }
    case 'cancel': {
      const found = await appointment((one as { pick: number }).pick)
      if (!found) return null
      const answer = await ask('DELETE', `appointments/${found.id}/`, { version: found.version })
      if (answer.status === 200) memory.cancelled.add(found.id)
      return answer
    }
    case 'reschedule': {
      const { pick, day, half } = one as Extract<Command, { half: number; pick: number }>
      const found = await appointment(pick)
      if (!found) return null
      const body = { version: found.version, start: toTime(day, half), staff_id: found.staff }
      return await ask('PUT', `appointments/${found.id}/`, body)
    }
    default: {
      const later = server.services.now() + DAY
      server.services.now = () => later
      return null
    }
  }
}

const past = (all: readonly Hours[], now: number) =>
  all
    .filter(({ end }) => end <= now)
    .map(({ staff, room, start, end }) => [staff, room, start, end])

async function check(memory: Memory, before: { hours: Hours[]; now: number }) {
  const now = server.services.now()
  const [there, booked] = [await readHours(db), await readBooked(db)]
  expect(clashes(there)).toEqual([])
  expect(clashes(booked.filter(({ status }) => status !== 'cancelled'))).toEqual([])
  expect(there.map(({ staff, room, start, end }) => [staff, room, start, end])).toEqual(
    await expectedHours(db),
  )
  // What was over is as it was.
  expect(past(there, before.now)).toEqual(past(before.hours, before.now))
  const kept = booked.filter(({ status }) => status === 'booked').map(({ id }) => id)
  expect(kept).toEqual(
    [...memory.booked].filter((id) => !memory.cancelled.has(id)).sort((a, b) => a - b),
  )
  const orphaned = orphanedIn(await offeredIn(db, there), booked, now)
  expect(orphaned.filter((id) => !memory.kept.has(id))).toEqual([])
  const { body } = await ask('GET', 'clinic/orphaned-appointments/?within_days=1')
  const told = listedIds(body)
  expect(told.sort((a, b) => a - b)).toEqual(orphaned)
}

/** Whether a time can be had, by the hours and appointments as they stand. */
function isFree(
  clinic: Clinic,
  all: Hours[],
  booked: Booked[],
  command: { day: number; half: number; type: number },
  now: number,
) {
  const start = Date.parse(toTime(command.day, command.half))
  const span = { start, end: start + 1_800_000 }
  const type = clinic.types[command.type] ?? 0
  return (
    start >= now &&
    all.some(
      (each) =>
        each.types.includes(type) &&
        each.start <= span.start &&
        span.end <= each.end &&
        !booked.some(
          (one) =>
            one.status !== 'cancelled' &&
            (one.staff === each.staff || one.room === each.room) &&
            one.start < span.end &&
            span.start < one.end,
        ),
    )
  )
}

const ALLOWED = /^(200|201|204|400|404 not_found|409 (stale|conflict|slot_taken))$/

test('whatever happens to hours and appointments, at once or in turn, none is lost or orphaned unasked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 14 }),
      async (batches) => {
        server.services.now = () => BEGIN
        const clinic = await openClinic()
        const memory: Memory = { booked: new Set(), cancelled: new Set(), kept: new Set() }
        const week = { day: 0, length: DAYS, where: 0, types: 2, hours: { from: 9, long: 6 } }
        const always = { off: [], holidays: false }
        await carryOut(clinic, memory, { kind: 'make', who: 0, ...week, ...always } as Command)
        await carryOut(clinic, memory, {
          kind: 'make',
          who: 1,
          ...week,
          ...always,
          where: 1,
        } as Command)
        for (const batch of batches) {
          const hours = await readHours(db)
          const offered = await offeredIn(db, hours)
          const before = { hours, offered, now: server.services.now() }
          const booked = await readBooked(db)
          const answers = await Promise.all(batch.map((one) => carryOut(clinic, memory, one)))
          for (const answer of answers) {
            if (answer) expect(answer.outcome, answer.text).toMatch(ALLOWED)
          }
          const [alone] = batch
          if (batch.length === 1 && alone?.kind === 'book') {
            const command = alone as { day: number; half: number; type: number; kind: string }
            const free = isFree(clinic, before.offered, booked, command, before.now)
            expect(answers[0]?.outcome).toBe(free ? '201' : '409 slot_taken')
          }
          await check(memory, before)
        }
      },
    ),
    // A limit, so that a failure is still told while its example is being made smaller.
    { numRuns: runs(2), interruptAfterTimeLimit: 60_000 },
  )
})
