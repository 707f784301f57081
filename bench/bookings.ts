import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { newReference } from '#server/booking/booking-records.ts'
import { bookingStatement } from '#server/booking/insert-appointment.ts'
import { connect, type Database } from '#server/database/connection.ts'
import { newToken, tokenHash } from '#server/identity/token.ts'
import { forgetPeopleToCompare, untilMessagesEnd } from './background.ts'
import { atLeast, type Finding, hundredths, measureRate, send } from './measure.ts'
import { atPartEnd, barePool } from './part-end.ts'
import type { Running } from './processes.ts'

const BOOKINGS = 3_000
const WIDTH = 32
const CROWD = 1_000

type FreeTime = {
  occurrence_id: number
  availability_id: number
  staff_id: number
  room_id: number
  site_id: number
  start: Date
}

/** Bookings a second over HTTP beside the same INSERT from a bare pool, in turns in one run. */
export async function* bookingFindings(
  server: Running,
  databaseUrl: string,
): AsyncGenerator<Finding> {
  const db = connect(databaseUrl, { poolSize: 4, onError: () => undefined })
  atPartEnd(() => db.destroy())
  const type = await db
    .selectFrom('appointment_type')
    .select(['id', 'duration'])
    .where('slug', '=', 'bench-throughput')
    .executeTakeFirstOrThrow()
  const guests = await addGuests(db, CROWD)
  await forgetPeopleToCompare(db)
  const free = await freeTimes(db, type.id, 3 * BOOKINGS + 1)
  const pool = barePool(databaseUrl, 16)
  const toGuest = (index: number) => guests[index % guests.length] as (typeof guests)[number]
  const book = (time: FreeTime, token: string) =>
    send(`${server.url}/api/public/appointments/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Guest-User-Access-Token': token,
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify({
        appointment_type_id: type.id,
        start: time.start.toISOString(),
        site_id: time.site_id,
        availability_id: time.availability_id,
      }),
    })

  const overHttp = free.slice(0, BOOKINGS)
  const inserts = free
    .slice(BOOKINGS, 3 * BOOKINGS)
    .map((time, index) => bareInsert(db, type, time, toGuest(index).id))
  const statuses: number[] = []
  let http = 0
  let insert = 0
  let prepared = 0
  const ROUNDS = 3
  for (let round = 0; round < ROUNDS; round += 1) {
    const share = BOOKINGS / ROUNDS
    await untilMessagesEnd(db)
    http += await measureRate(share, WIDTH, async (index) => {
      const time = overHttp[round * share + index] as FreeTime
      statuses.push((await book(time, toGuest(index).token)).status)
    })
    await untilMessagesEnd(db)
    insert += await measureAlone(server, share, (index) => {
      const { text, values } = inserts[round * share + index] as pg.QueryConfig
      return pool.query(text, values)
    })
    await untilMessagesEnd(db)
    prepared += await measureAlone(server, share, (index) =>
      pool.query(inserts[BOOKINGS + round * share + index] as pg.QueryConfig),
    )
  }
  yield atLeast(
    `bookings a second over HTTP (${Math.round(http / ROUNDS)}) beside the bare INSERT (${Math.round(insert / ROUNDS)})`,
    http / insert,
    0.5,
    '×',
  )
  yield {
    what: `  beside the same INSERT prepared (${Math.round(prepared / ROUNDS)})`,
    measured: `${hundredths(http / prepared)} ×`,
    budget: 'for comparison',
    met: true,
  }
  const failed = statuses.filter((status) => status !== 201).length
  yield { what: '  of these not booked', measured: String(failed), budget: '0', met: failed === 0 }
  await untilMessagesEnd(db)
  const wanted = free.at(-1) as FreeTime
  const answers = await Promise.all(guests.map((guest) => book(wanted, guest.token)))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  yield {
    what: '1,000 people for one slot at once',
    measured: `${count(201)} × 201, ${count(409)} × 409`,
    budget: '1 × 201, 999 × 409',
    met: count(201) === 1 && count(409) === CROWD - 1,
  }
}

/** The server would send confirmations beside them: it stands still meanwhile. */
async function measureAlone(
  { pid }: Running,
  count: number,
  insert: (index: number) => Promise<unknown>,
): Promise<number> {
  process.kill(pid, 'SIGSTOP')
  try {
    return await measureRate(count, WIDTH, insert)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** The product's own statement, made beforehand and prepared as the product prepares it. */
function bareInsert(
  db: Database,
  type: { id: number; duration: number },
  free: FreeTime,
  patientId: number,
): pg.QueryConfig {
  const booking = {
    typeId: type.id,
    reference: newReference(),
    patientId,
    patientAddress: '',
    gpSurgeryId: null,
    notes: '',
    changeAt: () => ({}),
    caller: `person:${patientId}`,
    idempotencyKey: randomUUID(),
    requestHash: createHash('sha256').update('bench').digest(),
    accessHash: tokenHash(newToken()),
    accessDays: 365,
    actorId: patientId,
    role: 'guest' as const,
    clinicianChosen: false,
    source: '127.0.0.1',
    requestId: randomUUID(),
  }
  const opening = {
    occurrenceId: free.occurrence_id,
    staffId: free.staff_id,
    roomId: free.room_id,
    siteId: free.site_id,
    availabilityId: free.availability_id,
    start: free.start.getTime(),
    duration: type.duration,
    isTypeNotOffered: false,
  }
  const { sql: text, parameters } = bookingStatement(db, opening, booking)
  return { name: 'insert', text, values: [...parameters] }
}

async function addGuests(db: Database, count: number) {
  const tokens = Array.from({ length: count }, () => newToken())
  const people = await db
    .insertInto('person')
    .values(
      tokens.map((_, index) => ({
        first_name: 'Bench',
        last_name: `Guest ${index}`,
        is_guest: true,
      })),
    )
    .returning('id')
    .execute()
  const guests = people.map(({ id }, index) => ({ id, token: tokens[index] as string }))
  await db
    .insertInto('guest_access')
    .values(
      guests.map(({ id, token }) => ({
        token_hash: tokenHash(token),
        person_id: id,
        expires_at: sql<Date>`now() + interval '1 day'`,
      })),
    )
    .execute()
  return guests
}

/** Free times, one clinician after another, so that neighbours in the list are of different people. */
async function freeTimes(db: Database, typeId: number, count: number): Promise<FreeTime[]> {
  const { rows } = await sql<FreeTime>`
    select occurrence.id as occurrence_id, occurrence.availability_id, occurrence.staff_id, occurrence.room_id, room.site_id,
      start
    from availability_occurrence as occurrence
    join availability_appointment_type as offered
      on offered.availability_id = occurrence.availability_id
      and offered.appointment_type_id = ${typeId}
    join room on room.id = occurrence.room_id
    cross join lateral generate_series(occurrence.starts_at,
      occurrence.ends_at - interval '15 minutes', interval '15 minutes') as start
    where occurrence.starts_at > now() + interval '1 day'
      and occurrence.starts_at < now() + interval '60 days'
      and not exists (select from appointment where appointment.staff_id = occurrence.staff_id
        and appointment.during && tstzrange(start, start + interval '15 minutes'))
    order by start, occurrence.staff_id
    limit ${count}`.execute(db)
  if (rows.length < count) throw new Error('Too few free times: run it on a fresh database.')
  return rows
}
