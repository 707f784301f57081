import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Database } from '#server/database/connection.ts'
import { serverArguments } from '../scripts/process.mjs'
import { atLeast, atMost, type Finding, percentile, send, timed } from './measure.ts'
import { atPartEnd } from './part-end.ts'
import { freePort, runServer } from './processes.ts'

const REMINDERS = 20_000
/** Several for each appointment, as types may have. */
const LEADS = 5
/** With and without sending in turns, because a machine changes over twenty minutes. */
const ROUNDS = 5
const VISITS = 300
const WARM_UP = 500
const PAGE = '/services/bench-consultation/availability'
/** Between two visitors, so that the page is measured and not a queue before it. */
const PAUSE_MS = 25

/**
 * The booking page while one process sends 20,000 reminders through a mail server of its own, beside
 * the same page while it sends nothing.
 */
export async function* messageFindings(databaseUrl: string): AsyncGenerator<Finding> {
  const db = connect(databaseUrl, { poolSize: 2, onError: () => undefined })
  atPartEnd(() => db.destroy())
  const smtpPort = await freePort()
  await runServer(process.execPath, ['bench/mail-sink.process.ts'], {
    SMTP_PORT: String(smtpPort),
  })
  const { url } = await runServer(process.execPath, serverArguments, {
    DATABASE_URL: databaseUrl,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'Bench <bench@example.test>',
  })
  const visit = async () => {
    const ms = await timed(async () => {
      const { status } = await send(url + PAGE)
      if (status !== 200) throw new Error(`${PAGE} answered ${status}`)
    })
    await wait(PAUSE_MS)
    return ms
  }
  const visits = async (count: number) => {
    const times: number[] = []
    while (times.length < count) times.push(await visit())
    return times
  }
  await visits(WARM_UP)
  const written = await timed(() => writeReminders(db))
  const times: { usual: number[]; meanwhile: number[] } = { usual: [], meanwhile: [] }
  let seconds = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    times.usual.push(...(await visits(VISITS)))
    const began = performance.now()
    await makeDue(db, REMINDERS / ROUNDS)
    while ((await left(db)) === REMINDERS / ROUNDS) await wait(PAUSE_MS)
    while ((await left(db)) > 0) times.meanwhile.push(...(await visits(VISITS / 3)))
    seconds += (performance.now() - began) / 1000
  }
  const { sent } = await db
    .selectFrom('message')
    .where('state', '=', 'sent')
    .select(({ fn }) => fn.countAll<string>().as('sent'))
    .executeTakeFirstOrThrow()
  yield atLeast('reminders that were delivered', Number(sent), REMINDERS, '')
  yield atMost('seconds to write them', written / 1000, 10, 's')
  yield atMost(
    `minutes to deliver them (${Math.round(REMINDERS / seconds)} a second)`,
    seconds / 60,
    60,
    'min',
  )
  const usual = percentile(times.usual, 0.95)
  yield atMost(
    `booking page meanwhile (p95 / p95 of ${Math.round(usual * 10) / 10} ms)`,
    percentile(times.meanwhile, 0.95) / usual,
    1.2,
    '×',
  )
}

/** Of the next appointments, with a lead of their own each, and none due yet. */
async function writeReminders(db: Database): Promise<void> {
  await sql`
    insert into message (event, appointment_id, patient_id, starts_at, lead_minutes, due)
    select 'reminder', id, patient_id, starts_at, 5 * lead, now() + interval '1 day'
    from (
      select * from appointment
      where status = 'booked' and starts_at > now() + interval '2 hours' and reference like 'BEN%'
      order by starts_at limit ${REMINDERS / LEADS}::integer) as appointment
      cross join generate_series(1, ${LEADS}::integer) as lead`.execute(db)
}

const makeDue = (db: Database, count: number) =>
  sql`
    update message set due = now()
    where id in (select id from message where state = 'waiting' and due > now() limit ${count}::integer)`.execute(
    db,
  )

async function left(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from message
    where state in ('waiting', 'sending') and due <= now()`.execute(db)
  return rows[0]?.count ?? 0
}
