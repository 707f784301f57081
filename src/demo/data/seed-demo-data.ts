import { sql } from 'kysely'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Database, Executor } from '#server/database/connection.ts'
import allergies from './allergies.json' with { type: 'json' }
import { insertAppointments } from './appointments.ts'
import { insertAttendanceAnswers } from './attendance-answers.ts'
import { insertAuditTrail } from './audit-trail.ts'
import { insertAvailabilities } from './availabilities.ts'
import { insertCatalogue } from './catalogue.ts'
import { insertClinicians } from './clinicians.ts'
import competencies from './competencies.json' with { type: 'json' }
import { findDoubleRecords, insertDoubleRecords } from './double-records.ts'
import { insertEforms } from './eforms.ts'
import { insertFilledForms } from './filled-forms.ts'
import surgeries from './gp-surgeries.json' with { type: 'json' }
import { insertGroups } from './groups.ts'
import { insertOutcomes, insertPastOutcomes } from './outcomes.ts'
import { insertAdviceCategories, insertPatientAdvice } from './patient-advice.ts'
import { insertPatientHistories } from './patient-histories/insert-patient-histories.ts'
import { insertOtherPeople, insertPatients } from './patients.ts'
import { createRandom } from './random.ts'
import { insertSites } from './sites.ts'
import { insertVaccinations } from './vaccinations.ts'
import { insertVaccineProducts } from './vaccine-products.ts'
import { insertWaitingList } from './waiting-list.ts'

/** It is an advisory lock, whose number only has to be our own. */
const SEEDING_LOCK = 7_201_961
const DAY = 86_400_000
/** Longer than the longest patient history. */
const DAYS_IN_SERVICE = 4_100
const SEED = 1961

/**
 * Fills an empty database (no person, no site) with the made-up pharmacy group of the
 * demonstration, in one transaction: instances that start together seed once. The same `now`
 * (epoch milliseconds) gives the same rows; everything dated lies around it.
 * @returns whether it did.
 */
export async function seedDemoData(
  db: Database,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    // Whoever comes second waits until the first is done, however long that takes.
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${SEEDING_LOCK}::bigint)`.execute(tx)
    if (!(await isEmpty(tx))) return false
    await insertEverything(tx, timeZone, now)
    return true
  })
}

async function isEmpty(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from person) and not exists (select from site) as empty
  `.execute(executor)
  return rows[0]?.empty ?? false
}

async function insertEverything(executor: Executor, timeZone: string, now: number) {
  const today = toClinicDate(now, timeZone)
  const random = createRandom(SEED)
  const began = new Date(now - DAYS_IN_SERVICE * DAY)
  const surgeryIds = await insertGpSurgeries(executor, began)
  const allergyIds = await insertAllergies(executor, began)
  await insertAdviceCategories(executor, began)
  const rooms = await insertSites(executor, began)
  const competencyIds = await insertCompetencies(executor, began)
  const types = await insertCatalogue(executor, competencyIds, began)
  await insertOutcomes(executor, types, { now, began })
  await insertEforms(executor, types, began)
  await insertOtherPeople(executor, today, began)
  const clinicians = await insertClinicians(executor, competencyIds, { today, joined: began })
  const patients = await insertPatients(executor, allergyIds, { today, now, surgeryIds, random })
  const guestId = await insertDoubleRecords(executor, now)
  const places = { rooms, types, clinicians }
  const periods = await insertAvailabilities(executor, places, { today, timeZone, created: began })
  await insertAppointments(executor, periods, { now, patients, guestId, random })
  const products = await insertVaccineProducts(executor, began)
  await insertVaccinations(executor, { timeZone, products })
  await insertPastOutcomes(executor, types, { now, random: createRandom(SEED + 1) })
  await insertFilledForms(executor, { now, timeZone, random: createRandom(SEED + 2) })
  await insertPatientAdvice(executor, { now, random: createRandom(SEED + 3) })
  const stated = await insertPatientHistories(executor, {
    places,
    products,
    surgeryIds,
    today,
    now,
    timeZone,
    random: createRandom(SEED + 4),
  })
  await insertAttendanceAnswers(executor, now)
  await insertWaitingList(executor, now)
  await insertAuditTrail(executor, stated)
  // Nobody is written to about what was made up.
  await executor.deleteFrom('message').execute()
  await insertGroups(executor, began)
  await findDoubleRecords(executor, now)
}

async function insertAllergies(executor: Executor, modified: Date): Promise<number[]> {
  const rows = await executor
    .insertInto('allergy')
    .values(allergies.map((allergy) => ({ ...allergy, modified })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function insertCompetencies(
  executor: Executor,
  modified: Date,
): Promise<Map<string, number>> {
  const rows = await executor
    .insertInto('competency')
    .values(competencies.map((name) => ({ name, modified })))
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function insertGpSurgeries(executor: Executor, modified: Date): Promise<number[]> {
  const rows = await executor
    .insertInto('gp_surgery')
    .values(
      surgeries.map(({ name, address1, city, postcode }, index) => ({
        name,
        address1,
        city,
        county: 'Eastshire',
        nation: 'England',
        postcode,
        telephone: `01632 960 ${String(500 + index * 7)}`,
        email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.test`,
        modified,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
