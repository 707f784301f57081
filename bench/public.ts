import { sql } from 'kysely'
import { CONSULTATION } from '#demo/data/benchmark/base.ts'
import { connect } from '#server/database/connection.ts'
import { atMost, type Finding, inTurns, percentile, send } from './measure.ts'
import { atPartEnd, barePool } from './part-end.ts'
import { sentStatements } from './sent-statements.ts'

const SERVICES = 25
const BRANCHES = 4
const ROUNDS = { warmUp: 200, rounds: 300 }
const DURATIONS = [5, 10, 15, 20, 30, 45, 60]

type Place = { url: string; database: string }

export async function publicFindings(place: Place): Promise<Finding[]> {
  return await nextTimesFindings(place)
}

async function nextTimesFindings({ url, database }: Place): Promise<Finding[]> {
  const types = await addServices(database)
  const statements = await sentStatements(database, 'GET public/next-available/', {
    query: { types, count: 1 },
    cookies: '',
  })
  const address = `${url}/api/public/next-available/?types=${types.join()}`
  const { results } = JSON.parse((await send(address)).body) as { results: unknown[] }
  if (results.length !== SERVICES * BRANCHES) {
    throw new Error(`${results.length} services at branches have a time`)
  }
  const pool = barePool(database, 1)
  const { ours, bare } = await inTurns(
    () => send(address),
    async () => {
      for (const [index, statement] of statements.entries()) {
        const values = [...statement.parameters]
        await pool.query({ name: `next-available-${index}`, text: statement.sql, values })
      }
    },
    ROUNDS,
  )
  const median = (values: number[]) => percentile(values, 0.5)
  const p95 = percentile(ours, 0.95)
  const what = `next times of ${SERVICES} services at ${BRANCHES} branches, 100,000 appointments: p95`
  return [
    atMost(what, p95, 30, 'ms'),
    atMost('  beside the bare SQL (p95 / p95)', p95 / percentile(bare, 0.95), 1.5, '×'),
    atMost('  beside the bare SQL (median / median)', median(ours) / median(bare), 1.5, '×'),
  ]
}

/**
 * Until the part ends, everybody who consults at the first branches offers these types as well. A
 * third of them needs a competency. @returns their slugs.
 */
async function addServices(database: string): Promise<string[]> {
  const db = connect(database, { poolSize: 1, onError: () => undefined })
  const slugs = Array.from({ length: SERVICES }, (_, index) => `bench-public-${index + 1}`)
  const branches = Array.from({ length: BRANCHES }, (_, index) => `bench-site-${index + 1}`)
  atPartEnd(async () => {
    await sql`
      delete from availability_appointment_type where appointment_type_id in (
        select id from appointment_type where slug = any(${slugs}::text[]))`.execute(db)
    await db.deleteFrom('appointment_type').where('slug', 'in', slugs).execute()
    await db.destroy()
  })
  await sql`
    with type as (
      insert into appointment_type (name, slug, duration)
      select 'Benchmark ' || slug, slug, (${DURATIONS}::integer[])[number % ${DURATIONS.length}::integer + 1]
      from unnest(${slugs}::text[]) with ordinality as listed (slug, number)
      returning id, substring(slug from '[0-9]+$')::integer as number
    ), listed as (
      insert into appointment_type_category (appointment_type_id, appointment_category_id)
      select type.id, category.id from type, appointment_category as category
      where category.name = 'Benchmark'
    ), required as (
      insert into appointment_type_competency (appointment_type_id, competency_id)
      select type.id, competency.id from type, competency
      where type.number % 3 = 0 and competency.name = 'Benchmark consultation'
    )
    insert into availability_appointment_type (availability_id, appointment_type_id)
    select availability.id, type.id
    from type, availability
      join room on room.id = availability.room_id
      join site on site.id = room.site_id
      join availability_appointment_type as offered on offered.availability_id = availability.id
      join appointment_type as consultation on consultation.id = offered.appointment_type_id
    where site.slug = any(${branches}::text[]) and consultation.slug = ${CONSULTATION.slug}`.execute(
    db,
  )
  await sql`analyze appointment_type, availability_appointment_type`.execute(db)
  return slugs
}
