import { randomUUID } from 'node:crypto'
import { chromium } from '@playwright/test'
import { sql } from 'kysely'
import { addDays } from '#lib/dates/format-date-time.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { connect, type Database } from '#server/database/connection.ts'
import { sessionCookie } from '#server/identity/cookies.ts'
import { startSession } from '#server/identity/sessions.ts'
import { scheduleRowsQuery } from '#server/schedule/schedule-query.ts'
import { readSettings } from '#server/settings.ts'
import { findBrowser } from '../scripts/browser.mjs'
import { forgetPeopleToCompare, untilMessagesEnd } from './background.ts'
import { atMost, type Finding, percentile, send, timed } from './measure.ts'
import { atPartEnd, barePool } from './part-end.ts'

const ZONE = 'Europe/London'
const CLINICIANS = 100
const APPOINTMENTS_EACH = 15
const ROUNDS = 100
const WARM_UP = 15
const VISITS = 7

/**
 * A staff day with 100 clinicians and 1,500 appointments: the API beside the bare SQL that reads the
 * same rows, and the time from the API call to the painted grid in a browser.
 */
export async function* scheduleFindings(
  serverUrl: string,
  databaseUrl: string,
): AsyncGenerator<Finding> {
  const db = connect(databaseUrl, { poolSize: 2, onError: () => undefined })
  atPartEnd(() => db.destroy())
  const date = addDays(toClinicDate(Date.now(), ZONE), 400)
  await fillDay(db, date)
  await forgetPeopleToCompare(db)
  await untilMessagesEnd(db)
  const cookie = await signIn(db, serverUrl)
  const url = `${serverUrl}/api/admin/clinic/schedule/?from=${date}&to=${date}`
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
  const { columns, appointments } = JSON.parse((await send(url, { headers })).body)
  if (columns.length !== CLINICIANS || appointments.length !== CLINICIANS * APPOINTMENTS_EACH) {
    throw new Error(`a day of ${columns.length} clinicians and ${appointments.length} appointments`)
  }

  const bare = scheduleRowsQuery({
    window: { start: startOfDay(date, ZONE), end: startOfDay(addDays(date, 1), ZONE) },
    onlyStaffId: null,
    formsOfStaffId: null,
    seesHiddenSites: true,
  }).compile(db)
  const pool = barePool(databaseUrl, 1)
  const api: number[] = []
  const rows: number[] = []
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const called = await timed(() => send(url, { headers }))
    const read = await timed(() =>
      pool.query({ name: 'schedule', text: bare.sql, values: [...bare.parameters] }),
    )
    if (round < WARM_UP) continue
    api.push(called)
    rows.push(read)
  }
  const middle = (values: number[]) => percentile(values, 0.5)
  yield atMost('a day of 100 clinicians, 1,500 appointments: p95', percentile(api, 0.95), 60, 'ms')
  yield atMost('  beside the bare SQL (median / median)', middle(api) / middle(rows), 3, '×')
  const painted = await paintedTimes(`${serverUrl}/clinic/schedule/staff?date=${date}`, cookie)
  yield atMost('  from the call to the painted grid (median)', middle(painted), 500, 'ms')
}

/** Milliseconds from the start of the schedule's call to the frame in which its grid is painted. */
async function paintedTimes(address: string, cookie: string): Promise<number[]> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: new URL(address).origin }])
    const times: number[] = []
    for (let visit = 0; visit < VISITS; visit += 1) {
      const page = await context.newPage()
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('.schedule-block')) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => performance.mark('grid painted')))
        }).observe(document, { childList: true, subtree: true })
      })
      await page.goto(address)
      await page.locator('.schedule-block').first().waitFor()
      const ms = await page.evaluate(async () => {
        while (performance.getEntriesByName('grid painted').length === 0) {
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
        const [painted] = performance.getEntriesByName('grid painted')
        const call = performance
          .getEntriesByType('resource')
          .find((entry) => entry.name.includes('/admin/clinic/schedule/'))
        return (painted?.startTime ?? Number.NaN) - (call?.startTime ?? Number.NaN)
      })
      // The first visit fetches the scripts.
      if (visit > 0) times.push(ms)
      await page.close()
    }
    return times
  } finally {
    await browser.close()
  }
}

/** 100 clinicians in rooms of their own from 9am, with 15 appointments each. */
async function fillDay(db: Database, date: string): Promise<void> {
  const opens = new Date(startOfDay(date, ZONE) + 9 * 3_600_000)
  const mark = randomUUID()
  await sql`with site as (
      insert into site (name, slug) values ('Bench', ${mark}::text) returning id),
    type as (
      insert into appointment_type (name, slug, duration)
      values ('Bench day', ${mark}::text, 15) returning id),
    people as (
      insert into person (first_name, last_name, is_staff)
      select 'Clinician', 'Bench ' || number, true from generate_series(1, ${CLINICIANS}) number
      returning id, split_part(last_name, ' ', 2)::integer as number),
    employed as (
      insert into staff (person_id) select id from people returning id, person_id),
    rooms as (
      insert into room (name, slug, site_id)
      select 'Room ' || number, ${mark}::text || number, site.id
      from generate_series(1, ${CLINICIANS}) number, site
      returning id, site_id, split_part(name, ' ', 2)::integer as number),
    placed as (
      select employed.id as staff_id, rooms.id as room_id, rooms.site_id, people.number
      from employed join people on people.id = person_id join rooms using (number)),
    rules as (
      insert into availability (staff_id, room_id, start_date, start_time, end_time)
      select staff_id, room_id, ${date}::date, '09:00', '17:00' from placed
      returning id, staff_id, room_id),
    occurrences as (
      insert into availability_occurrence
        (availability_id, staff_id, room_id, date, starts_at, ends_at)
      select id, staff_id, room_id, ${date}::date, ${opens}::timestamptz,
        ${opens}::timestamptz + interval '8 hours' from rules),
    patients as (
      insert into person (first_name, last_name)
      select 'Patient', 'Bench ' || number
      from generate_series(0, ${CLINICIANS * APPOINTMENTS_EACH - 1}) number
      returning id, split_part(last_name, ' ', 2)::integer as number)
    insert into appointment (reference, status, appointment_type_id, staff_id, room_id, site_id,
      patient_id, starts_at, duration)
    select ${mark}::text || patients.number, 'booked', type.id, staff_id, room_id, site_id,
      patients.id, ${opens}::timestamptz + (patients.number / ${CLINICIANS}) * interval '30 minutes',
      15
    from patients join placed on placed.number = patients.number % ${CLINICIANS} + 1, type`.execute(
    db,
  )
}

/** @returns the session cookie of somebody who may see everything. */
async function signIn(db: Database, serverUrl: string): Promise<string> {
  const settings = readSettings({ PORT: new URL(serverUrl).port })
  const person = await db
    .insertInto('person')
    .values({ first_name: 'Bench', last_name: 'Reader', is_superuser: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await db
    .insertInto('account')
    .values({ issuer: 'https://bench.example', subject: randomUUID(), person_id: person.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await startSession(db, settings, {
    accountId: account.id,
    authenticatedAt: new Date(),
    idToken: '',
    browser: '',
    source: '127.0.0.1',
  })
  return sessionCookie(settings, token).split(';')[0] ?? ''
}
