import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tokenHash } from '#server/identity/token.ts'
import { runs } from '../../amount.ts'
import { updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { runTestServer } from '../test-server.ts'
import {
  type Clinic,
  clashes,
  type Entry,
  expectedSlots,
  freeClinicians,
  isPatientTaken,
  openClinic,
  readEntries,
  type Type,
  toStart,
} from './clinic-model.ts'

/*
 * Random people hold, book, give back and cancel, one after another and at once, on a real database.
 * A model that knows nothing but the calendar's rows says what each must be told and what is listed.
 */

const server = await runTestServer()

type Time = { type: number; mark: number }
type Command =
  | ({ kind: 'hold'; holder: number } & Time)
  | { kind: 'release'; holder: number }
  | { kind: 'expire'; holder: number }
  | ({ kind: 'book'; guest: number; holder: number | null; key: string | null } & Time)
  | { kind: 'bookHeld'; guest: number; holder: number }
  | { kind: 'cancel'; pick: number }

// Mostly in the first half hour, where they get in each other's way.
const mark = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 6 }) }, fc.nat({ max: 23 }))
const time = { type: fc.nat({ max: 1 }), mark }
const holder = fc.nat({ max: 2 })
const guest = fc.nat({ max: 3 })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('hold' as const), holder, ...time }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), holder }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), holder }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      guest,
      holder: fc.option(holder),
      key: fc.option(fc.constantFrom('first-key', 'second-key')),
      ...time,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('bookHeld' as const), guest, holder }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
)

const alone = command.map((one) => [one])
const atOnce = fc.array(command, { minLength: 2, maxLength: 6 })
const day = fc.array(fc.oneof(alone, atOnce), { minLength: 8, maxLength: 16 })

/** What the people remember of what they were told. */
type Memory = {
  booked: Map<number, { guest: number; cancelled: boolean }>
  holds: (number | undefined)[]
  keys: Map<string, { body: string; id: unknown }>
}

const toBody = (clinic: Clinic, { type, mark }: Time) => ({
  appointment_type_id: clinic.types[type]?.id,
  start: new Date(toStart(clinic, mark)).toISOString(),
  site_id: clinic.siteId,
})

/** The time somebody has on hold, as they would ask for it. */
function heldTime(clinic: Clinic, entries: Entry[], holder: number): Time | undefined {
  const held = entries.find((entry) => entry.holder === holder)
  if (!held) return undefined
  return {
    type: clinic.types.findIndex(({ id }) => id === held.type),
    mark: (held.start - clinic.opens) / 300_000,
  }
}

/** Writes out "book what is held" as the booking it is. */
function concrete(clinic: Clinic, entries: Entry[], command: Command): Command {
  if (command.kind !== 'bookHeld') return command
  const time = heldTime(clinic, entries, command.holder) ?? { type: 0, mark: 0 }
  return { ...command, kind: 'book', key: null, ...time }
}

async function carryOut(clinic: Clinic, memory: Memory, command: Command): Promise<Answer | null> {
  switch (command.kind) {
    case 'hold': {
      const answer = await send(server, 'POST', '/api/public/slot-holds/', {
        body: toBody(clinic, command),
        headers: { 'Slot-Hold-Token': clinic.holders[command.holder] ?? '' },
      })
      if (answer.status === 201) memory.holds[command.holder] = Number(answer.body['id'])
      return answer
    }
    case 'release': {
      const id = memory.holds[command.holder]
      if (id === undefined) return null
      return await send(server, 'DELETE', `/api/public/slot-holds/${id}/`, {
        headers: { 'Slot-Hold-Token': clinic.holders[command.holder] ?? '' },
      })
    }
    case 'expire':
      await updateRows(
        clinic.db,
        'appointment',
        { hold_token_hash: tokenHash(clinic.holders[command.holder] ?? '') },
        { hold_expires_at: sql<Date>`now() - interval '1 second'` },
      )
      return null
    case 'book': {
      const body = toBody(clinic, command)
      const answer = await send(server, 'POST', '/api/public/appointments/', {
        body,
        headers: {
          'Guest-User-Access-Token': clinic.guests[command.guest]?.token ?? '',
          ...(command.holder !== null && {
            'Slot-Hold-Token': clinic.holders[command.holder] ?? '',
          }),
          ...(command.key && { 'Idempotency-Key': command.key }),
        },
      })
      if (answer.status === 201) {
        const id = Number(answer.body['id'])
        if (!memory.booked.has(id)) {
          memory.booked.set(id, { guest: command.guest, cancelled: false })
        }
        if (command.key) {
          memory.keys.set(`${command.guest} ${command.key}`, { body: JSON.stringify(body), id })
        }
      }
      return answer
    }
    case 'cancel': {
      const ids = [...memory.booked.keys()]
      const id = ids[command.pick % (ids.length || 1)]
      const booked = id === undefined ? undefined : memory.booked.get(id)
      if (!booked) return null
      const answer = await send(server, 'DELETE', `/api/public/appointments/${id}/`, {
        body: { cancellation_notes: 'Another day' },
        headers: { 'Guest-User-Access-Token': clinic.guests[booked.guest]?.token ?? '' },
      })
      if (answer.status === 200) booked.cancelled = true
      return answer
    }
    default:
      throw new Error('written out before')
  }
}

/** What one person alone must be told, by the calendar as it stood. */
function expectedOutcomes(
  clinic: Clinic,
  memory: Memory,
  entries: Entry[],
  command: Command,
): string[] {
  if (command.kind === 'cancel') return ['200']
  if (command.kind === 'release') {
    const held = entries.find(({ holder }) => holder === command.holder)
    if (held && held.id === memory.holds[command.holder]) return ['204']
    // An expired hold may or may not have been swept.
    return ['204', '404 not_found']
  }
  if (command.kind !== 'hold' && command.kind !== 'book') return []
  const type = clinic.types[command.type] as Type
  const start = toStart(clinic, command.mark)
  const others = entries.filter(
    (entry) => command.holder === null || entry.holder !== command.holder,
  )
  const free = freeClinicians(clinic, others, type, start) > 0
  if (command.kind === 'hold') return free ? ['201'] : ['409 slot_taken']
  const earlier = command.key ? memory.keys.get(`${command.guest} ${command.key}`) : undefined
  if (earlier) {
    const same = earlier.body === JSON.stringify(toBody(clinic, command))
    return same ? ['201'] : ['409 conflict']
  }
  const patient = clinic.guests[command.guest]?.id ?? 0
  if (isPatientTaken(entries, patient, type, start)) {
    return free ? ['409 conflict'] : ['409 conflict', '409 slot_taken']
  }
  return free ? ['201'] : ['409 slot_taken']
}

async function listed(clinic: Clinic, type: Type, holder: number | null) {
  const { body } = await send(
    server,
    'GET',
    `/api/public/weekly-availability/?appointment_type_slug=${type.slug}&week=${clinic.day}`,
    { headers: holder === null ? {} : { 'Slot-Hold-Token': clinic.holders[holder] ?? '' } },
  )
  const days = body['days'] as { slots: { start: string; remaining: number }[] }[]
  return days.flatMap(({ slots }) => slots.map(({ start, remaining }) => ({ start, remaining })))
}

/** The calendar is sound, what people were told is so, and the list says what the calendar says. */
async function checkAll(clinic: Clinic, memory: Memory, watcher: number | null): Promise<Entry[]> {
  const entries = await readEntries(clinic)
  expect(clashes(entries)).toEqual([])
  const booked = new Map(
    entries.filter(({ status }) => status === 'booked').map(({ id, patient }) => [id, patient]),
  )
  const told = [...memory.booked].filter(([, { cancelled }]) => !cancelled)
  expect(booked).toEqual(new Map(told.map(([id, { guest }]) => [id, clinic.guests[guest]?.id])))
  for (const type of clinic.types) {
    const others = entries.filter(({ holder }) => watcher === null || holder !== watcher)
    expect(await listed(clinic, type, watcher)).toEqual(expectedSlots(clinic, others, type))
  }
  return entries
}

/** Whose hold a command uses up when it succeeds; a repeated key changes nothing. */
const heldBy = (command: Command | undefined) =>
  command?.kind === 'hold' || (command?.kind === 'book' && !command.key)
    ? (command.holder ?? -1)
    : -1

const ALLOWED = /^(200|201|204|404 not_found|409 slot_taken|409 conflict)$/

test('whatever people do, one after another or at once, nobody overlaps and the list tells the truth', async () => {
  await fc.assert(
    fc.asyncProperty(day, fc.option(holder), async (batches, watcher) => {
      const clinic = await openClinic(server.database.db)
      const memory: Memory = { booked: new Map(), holds: [], keys: new Map() }
      let entries: Entry[] = []
      for (const batch of batches) {
        const commands = batch.map((one) => concrete(clinic, entries, one))
        const [alone] = commands
        const expected =
          commands.length === 1 && alone ? expectedOutcomes(clinic, memory, entries, alone) : null
        const answers = await Promise.all(commands.map((one) => carryOut(clinic, memory, one)))
        for (const answer of answers) {
          if (answer) expect(answer.outcome).toMatch(ALLOWED)
          if (answer && expected) expect(expected).toContain(answer.outcome)
        }
        const now = await checkAll(clinic, memory, watcher)
        // Whoever is refused keeps what they hold.
        if (expected && answers[0]?.status === 409) expect(now).toEqual(entries)
        entries = now
        if (expected?.[0] === '201') {
          const left = entries.filter(({ holder }) => holder === heldBy(alone))
          expect(left).toHaveLength(alone?.kind === 'hold' ? 1 : 0)
        }
      }
      await holdEverything(clinic, entries)
    }),
    // A limit, so that a failure is still told while its example is being made smaller.
    { numRuns: runs(3), interruptAfterTimeLimit: 90_000 },
  )
})

/** A newcomer can hold each time that is listed to them, and none that the model calls taken. */
async function holdEverything(clinic: Clinic, entries: Entry[]): Promise<void> {
  const token = `newcomer-of-site-${clinic.siteId}`
  for (const type of clinic.types) {
    const offered = await listed(clinic, type, null)
    const taken = Array.from({ length: 24 }, (_, mark) => toStart(clinic, mark))
      .filter((start) => freeClinicians(clinic, entries, type, start) === 0)
      .map((start) => new Date(start).toISOString())
    for (const start of [...offered.map((slot) => slot.start), ...taken.slice(0, 5)]) {
      const answer = await send(server, 'POST', '/api/public/slot-holds/', {
        body: { appointment_type_id: type.id, start, site_id: clinic.siteId },
        headers: { 'Slot-Hold-Token': token },
      })
      expect(answer.outcome).toBe(taken.includes(start) ? '409 slot_taken' : '201')
    }
    await clinic.db
      .deleteFrom('appointment')
      .where('hold_token_hash', '=', tokenHash(token))
      .execute()
  }
}
