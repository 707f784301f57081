import { randomUUID } from 'node:crypto'
import { type BrowserContext, chromium } from '@playwright/test'
import type pg from 'pg'
import { createApiClient } from '#lib/api/client.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { formAddress } from '#lib/forms/form-address.ts'
import { connect, type Database } from '#server/database/connection.ts'
import { savedFormRows, submittedFormRows } from '#server/forms/form-rows.ts'
import { type FormViewer, patientViewer } from '#server/forms/form-viewer.ts'
import type { SignedInCall } from '#server/http/implement.ts'
import { sessionStatement } from '#server/identity/sessions.ts'
import { tokenHash } from '#server/identity/token.ts'
import { ownRows } from '#server/own-appointments/own-appointment-rows.ts'
import { readSettings } from '#server/settings.ts'
import { findBrowser } from '../scripts/browser.mjs'
import { atMost, type Finding, inTurns, percentile, send } from './measure.ts'
import { atPartEnd, barePool } from './part-end.ts'
import { superuserHeaders } from './signed-in.ts'
import { uploadFindings } from './upload-memory.ts'
import { weigh } from './weight.ts'

const ITEMS = 300
const CONDITIONS = 100
const ROUNDS = 120
/** Until both sides are compiled. */
const WARM_UP = 400
const KEYS = 150
const SLOWDOWN = 4
/** What the browser reports at least; a key that took less is not reported. */
const SHORTEST_MS = 16

/**
 * A form of 300 items and 100 conditions: the API beside its bare SQL, and typing in a slow browser.
 * The bare SQL is each statement that the call sends: who is signed in, and the trail, too.
 */
export async function* formFindings(
  server: { url: string; pid: number },
  databaseUrl: string,
): AsyncGenerator<Finding> {
  const serverUrl = server.url
  const db = connect(databaseUrl, { poolSize: 2, onError: () => undefined })
  atPartEnd(() => db.destroy())
  const headers = await superuserHeaders(databaseUrl)
  const me = await db
    .selectFrom('person')
    .select('id')
    .where('is_superuser', '=', true)
    .executeTakeFirstOrThrow()
  const made = await addLongForm(db, me.id)
  const pool = barePool(databaseUrl, 1)
  const viewer = await patientViewer({
    viewer: { personId: made.personId, isStaff: false },
  } as SignedInCall)(db)
  const session = sessionStatement(db, {
    ...readSettings({}),
    tokenHash: tokenHash(headers['Cookie']?.split('=')[1] ?? ''),
  })
  yield* savingFindings(serverUrl, headers, { db, pool, viewer, session, ...made })
  yield* listFindings(serverUrl, headers, { db, pool, viewer, session, ...made })
  yield* uploadFindings(server, headers, { db, ...made })
  yield* browserFindings(serverUrl, await addGuestsForm(serverUrl, db))
}

type Made = Awaited<ReturnType<typeof addLongForm>> & {
  db: Database
  pool: pg.Pool
  viewer: FormViewer
  session: Statement
}

type Statement = { sql: string; parameters: readonly unknown[] }

async function* savingFindings(
  serverUrl: string,
  headers: Record<string, string>,
  { db, pool, viewer, session, savedId }: Made,
): AsyncGenerator<Finding> {
  const url = `${serverUrl}/api/private/savedforms/${savedId}/`
  const row = savedFormRows(db, viewer).where('saved_form.id', '=', savedId).compile()
  const save = async (round: number) => {
    const answers = Object.fromEntries(questions.map(({ id }) => [id, `yes ${round}`]))
    const body = JSON.stringify({ answers, revision: round + 1 })
    const answer = await send(url, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json', Origin: serverUrl },
      body,
    })
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.slice(0, 200)}`)
  }
  const bare = async (round: number) => {
    const answers = JSON.stringify(
      Object.fromEntries(questions.map(({ id }) => [id, `no ${round}`])),
    )
    await prepared(pool, 'session', session.sql, session.parameters)
    await pool.query('begin')
    await prepared(pool, 'lock', 'select id from saved_form where id = $1 for update', [savedId])
    await prepared(pool, 'row', row.sql, row.parameters)
    await prepared(pool, 'answers', 'select answers from saved_form where id = $1', [savedId])
    await prepared(
      pool,
      'save',
      'update saved_form set answers = $1, saved = now() where id = $2',
      [answers, savedId],
    )
    await prepared(pool, 'row', row.sql, row.parameters)
    await pool.query('commit')
  }
  yield atMost(
    'saving 300 answers beside the bare SQL (median / median)',
    await ratio(save, bare),
    2,
    '×',
  )
}

async function* listFindings(
  serverUrl: string,
  headers: Record<string, string>,
  { db, pool, viewer, session, personId, appointmentId }: Made,
): AsyncGenerator<Finding> {
  const statements = [
    ownRows(db).where('appointment.id', '=', appointmentId),
    savedFormRows(db, viewer).where('saved_form.appointment_id', '=', appointmentId),
    submittedFormRows(db, viewer).where('saved_form.appointment_id', '=', appointmentId),
  ].map((statement) => statement.compile())
  const read = async () => {
    const answer = await send(`${serverUrl}/api/private/forms/${appointmentId}/`, { headers })
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.slice(0, 200)}`)
  }
  const bare = async () => {
    await prepared(pool, 'session', session.sql, session.parameters)
    await pool.query('begin')
    await prepared(
      pool,
      'trail',
      `insert into audit_event (actor_id, actor_role, action, subject_type, subject_id, patient_id)
       values ($1, 'patient', 'form.listed', 'appointment', $2, $1)`,
      [personId, appointmentId],
    )
    for (const [place, { sql, parameters }] of statements.entries()) {
      await prepared(pool, `forms ${place}`, sql, parameters)
    }
    await prepared(
      pool,
      'due',
      `select eform.id from appointment_type_patient_form join eform on eform.id = eform_id
       where appointment_type_id = (select appointment_type_id from appointment where id = $1)`,
      [appointmentId],
    )
    await pool.query('commit')
  }
  yield atMost(
    'forms of an appointment beside the bare SQL (median / median)',
    await ratio(read, bare),
    2,
    '×',
  )
}

/** As the server sends it. */
const prepared = (pool: pg.Pool, name: string, text: string, values: readonly unknown[]) =>
  pool.query({ name, text, values: [...values] })

/** Of medians, measured in turn. */
async function ratio(
  ours: (round: number) => Promise<unknown>,
  bare: (round: number) => Promise<unknown>,
): Promise<number> {
  const times = await inTurns(ours, bare, { warmUp: WARM_UP, rounds: ROUNDS })
  return percentile(times.ours, 0.5) / percentile(times.bare, 0.5)
}

async function* browserFindings(serverUrl: string, path: string): AsyncGenerator<Finding> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  atPartEnd(() => browser.close())
  const { presses, script } = await typed(await browser.newContext(), serverUrl + path)
  yield atMost('filling page of a guest: script, compressed', script, 120, 'kB')
  yield atMost(
    `a key press to the next paint at ${SLOWDOWN}× slowdown: p95`,
    percentile(presses, 0.95),
    50,
    'ms',
  )
}

/** @returns the path of the filling page, with the guest's token. */
async function addGuestsForm(serverUrl: string, db: Database): Promise<string> {
  const guest = await createApiClient(`${serverUrl}/api`).call('POST public/users/', {
    body: {
      first_name: 'Bench',
      last_name: 'Guest',
      email: 'bench@example.test',
      mobile: '07700 900 123',
      dob: '1984-02-28',
    },
  })
  const { savedId } = await addLongForm(db, guest.id)
  return formAddress('guest', 'in-progress', savedId, guest.guest_access_token)
}

/** Types into one of the questions, a letter at a time. */
async function typed(context: BrowserContext, address: string) {
  const page = await context.newPage()
  const weighed = weigh(page)
  await page.goto(address, { waitUntil: 'networkidle' })
  const field = page.getByLabel('Question 150 (optional)', { exact: true })
  await field.waitFor()
  const { script } = await weighed()
  await page.evaluate((durationThreshold) => {
    const found: number[] = []
    Object.assign(window, { found })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.name === 'keydown') found.push(entry.duration)
      }
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
  }, SHORTEST_MS)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await field.focus()
  for (let key = 0; key < KEYS; key += 1) await page.keyboard.press('a', { delay: 40 })
  await page.waitForTimeout(500)
  const found = await page.evaluate(() => (window as unknown as { found: number[] }).found)
  const short = Array.from({ length: Math.max(0, KEYS - found.length) }, () => SHORTEST_MS)
  return { presses: [...found, ...short], script }
}

/** Every third one looks at the one before. */
const questions: FormItem[] = Array.from(
  { length: ITEMS - 1 },
  (_, place): FormItem => ({
    type: 'text',
    id: `item${place}`,
    label: `Question ${place}`,
    ...(place % 3 === 2 &&
      place / 3 < CONDITIONS && {
        show_when: {
          match: 'all',
          conditions: [{ item: `item${place - 1}`, operator: 'is_not', value: 'no' }],
        },
      }),
  }),
)
const longItems: FormItem[] = [...questions, { type: 'file', id: 'file', label: 'A letter' }]

/** A person's own appointment with the form; its draft has every answer. */
async function addLongForm(db: Database, personId: number) {
  const mark = randomUUID()
  const eform = await db
    .insertInto('eform')
    .values({ name: mark, form_definition: JSON.stringify(longItems) })
    .returning(['id', 'edition', 'subversion'])
    .executeTakeFirstOrThrow()
  const place = await db
    .selectFrom('appointment')
    .select(['appointment_type_id', 'staff_id', 'room_id', 'site_id'])
    .where('status', '=', 'booked')
    .executeTakeFirstOrThrow()
  const appointment = await db
    .insertInto('appointment')
    .values({
      ...place,
      reference: mark,
      status: 'booked',
      patient_id: personId,
      starts_at: new Date(Date.now() + (900 + personId) * 86_400_000),
      duration: 15,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('appointment_type_patient_form')
    .values({ appointment_type_id: place.appointment_type_id, eform_id: eform.id, position: 1 })
    .execute()
  const saved = await db
    .insertInto('saved_form')
    .values({
      kind: 'patient',
      appointment_id: appointment.id,
      eform_id: eform.id,
      edition: eform.edition,
      subversion: eform.subversion,
      answers: JSON.stringify(Object.fromEntries(questions.map(({ id }) => [id, 'yes']))),
      started_by: personId,
      saved_by: personId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { personId, appointmentId: appointment.id, savedId: saved.id }
}
