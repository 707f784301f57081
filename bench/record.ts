import type pg from 'pg'
import { connect } from '#server/database/connection.ts'
import { atMost, type Finding, inTurns, percentile, send } from './measure.ts'
import { atPartEnd, barePool } from './part-end.ts'
import { addLongRecord, addVaccinations, type LongRecord } from './record-data.ts'
import { type Statement, sentStatements } from './sent-statements.ts'
import { superuserHeaders } from './signed-in.ts'

const VACCINATIONS = 1_000_000
const TURNS = { warmUp: 60, rounds: 120 }

type Section = { name: string; operation: string; params?: object; query?: object }

/**
 * A record of 20 years, section by section, and the list of a million vaccinations: each call beside
 * the statements that it sends, in turns. Only ours checks the request and presents the answer.
 */
export async function* recordFindings(
  serverUrl: string,
  databaseUrl: string,
): AsyncGenerator<Finding> {
  const db = connect(databaseUrl, { poolSize: 2, onError: () => undefined })
  atPartEnd(() => db.destroy())
  const record = await addLongRecord(db)
  await addVaccinations(db, VACCINATIONS)
  const headers = await superuserHeaders(databaseUrl)
  const pool = barePool(databaseUrl, 1)
  const batch = await db
    .selectFrom('vaccination_history')
    .select(['vaccine_product_id', 'batch_number'])
    .where('batch_number', 'like', 'BN%')
    .orderBy('date_administered', 'desc')
    .executeTakeFirstOrThrow()
  const list: Section = {
    name: 'a million vaccinations by product and batch',
    operation: 'GET admin/vaccinationhistories/',
    query: { ...batch, page: 1, page_size: 50 },
  }
  for (const section of [...toSections(record), list]) {
    const { operation, params = {}, query = {} } = section
    const cookies = headers['Cookie'] ?? ''
    const statements = await sentStatements(databaseUrl, operation, { params, query, cookies })
    const url = formatAddress(serverUrl, section)
    const call = async () => {
      const { status, body } = await send(url, { headers })
      if (status !== 200) throw new Error(`${url} answered ${status}: ${body.slice(0, 200)}`)
    }
    const bare = () => sendBare(pool, section.name, statements)
    const times = await inTurns(call, bare, TURNS)
    const median = percentile(times.ours, 0.5) / percentile(times.bare, 0.5)
    yield atMost(`${section.name}: p95`, percentile(times.ours, 0.95), 50, 'ms')
    yield atMost(`  beside its ${statements.length} statements (median / median)`, median, 2, '×')
  }
}

/** What the page asks for, the first section first. */
function toSections({ patientId, appointmentId }: LongRecord): Section[] {
  const ofPatient = { id: patientId }
  const ofAppointment = { id: appointmentId }
  const page = { page: 1, page_size: 25 }
  return [
    { name: 'record', operation: 'GET admin/patient-records/{id}/', params: ofPatient },
    {
      name: 'record: this appointment',
      operation: 'GET admin/appointments/{id}/',
      params: ofAppointment,
    },
    { name: 'record: forms', operation: 'GET admin/forms/{id}/', params: ofAppointment },
    {
      name: 'record: vaccinations',
      operation: 'GET admin/vaccinationhistories/get-vaccination-history-by-appointment/',
      query: { appointment_id: appointmentId },
    },
    {
      name: 'record: advice',
      operation: 'GET admin/patientadvices/',
      query: { ...page, patient_id: patientId, page_size: 20 },
    },
    {
      name: 'record: outcomes',
      operation: 'GET admin/appointments/{id}/outcomes/',
      params: ofAppointment,
    },
    {
      name: 'record: appointments',
      operation: 'GET admin/appointments/',
      query: { ...page, patient_id: patientId, ordering: '-start' },
    },
    {
      name: 'record: timeline',
      operation: 'GET admin/patient-records/{id}/timeline/',
      params: ofPatient,
      query: page,
    },
  ]
}

function formatAddress(serverUrl: string, { operation, params = {}, query = {} }: Section): string {
  const path = Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, String(value)),
    operation.replace('GET ', ''),
  )
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  )
  return `${serverUrl}/api/${path}?${search}`
}

async function sendBare(pool: pg.Pool, name: string, statements: readonly Statement[]) {
  for (const [place, { sql, parameters }] of statements.entries()) {
    await (parameters.length === 0
      ? pool.query(sql)
      : pool.query({ name: `${name} ${place}`, text: sql, values: [...parameters] }))
  }
}
