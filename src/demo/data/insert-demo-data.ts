import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '#server/database/connection.ts'
import { compareNoted } from '#server/merging/duplicate-search.ts'
import allergies from './allergies.json' with { type: 'json' }
import { insertAppointments, insertAttendanceAnswers } from './appointments.ts'
import { insertAuditTrail } from './audit-trail.ts'
import { insertAvailabilities } from './availabilities.ts'
import { insertCatalogue } from './catalogue.ts'
import { insertClinicians } from './clinicians.ts'
import competencies from './competencies.json' with { type: 'json' }
import { insertEforms } from './eforms.ts'
import { insertFilledForms } from './filled-forms.ts'
import surgeries from './gp-surgeries.json' with { type: 'json' }
import { insertGroups } from './groups.ts'
import { insertOutcomes, insertPastOutcomes } from './outcomes.ts'
import { insertAdviceCategories, insertPatientAdvice } from './patient-advice.ts'
import { insertPatientHistories } from './patient-histories/insert-patient-histories.ts'
import {
  demoMobile,
  demoNhsNumber,
  FEMALE,
  insertOtherPeople,
  insertPatients,
  MALE,
} from './patients.ts'
import { createRandom } from './random.ts'
import { insertSites } from './sites.ts'
import { insertVaccinations } from './vaccinations.ts'
import { insertVaccineProducts } from './vaccine-products.ts'

const DAY = 86_400_000
/** Longer than the longest patient history. */
const DAYS_IN_SERVICE = 4_100
const SEED = 1961

export async function insertDemoData(executor: Executor, timeZone: string, now: number) {
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

const text = z.string()
const ALLERGIES = z.array(z.strictObject({ name: text, description: text })).parse(allergies)
const COMPETENCIES = z.array(text).parse(competencies)
const SURGERIES = z
  .array(z.strictObject({ name: text, address1: text, city: text, postcode: text }))
  .parse(surgeries)

async function insertAllergies(executor: Executor, modified: Date): Promise<number[]> {
  const rows = await executor
    .insertInto('allergy')
    .values(ALLERGIES.map((allergy) => ({ ...allergy, modified })))
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
    .values(COMPETENCIES.map((name) => ({ name, modified })))
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function insertGpSurgeries(executor: Executor, modified: Date): Promise<number[]> {
  const rows = await executor
    .insertInto('gp_surgery')
    .values(
      SURGERIES.map(({ name, address1, city, postcode }, index) => ({
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

const WEEKDAYS = '{1,2,3,4,5}'

/**
 * Two patients want an earlier time than their appointment, one of them the patient who signs in;
 * four wait for hours at which branches are closed, so that the list is never empty.
 */
async function insertWaitingList(executor: Executor, now: number): Promise<void> {
  const at = new Date(now)
  const wantsEarlier = (patient: RawBuilder<boolean>, daysAgo: number) =>
    sql`
    insert into waiting_list_entry (patient_id, appointment_type_id, appointment_id, days, from_time,
      to_time, until, joined)
    select patient_id, appointment_type_id, appointment.id, ${WEEKDAYS}::smallint[], '09:00', '11:59',
      starts_at::date, ${at}::timestamptz - make_interval(days => ${daysAgo})
    from appointment join person on person.id = appointment.patient_id
    where status = 'booked' and starts_at > ${at}::timestamptz + interval '15 days' and ${patient}
    order by starts_at desc, appointment.id limit 1`.execute(executor)
  await wantsEarlier(sql`person.email = 'patient@example.test'`, 2)
  await wantsEarlier(sql`person.email <> 'patient@example.test' and not person.is_guest`, 9)
  await sql`
    insert into waiting_list_entry (patient_id, appointment_type_id, days, from_time, to_time, until,
      joined)
    select person.id, type.id, '{7}'::smallint[], '17:00', '23:59',
      ${at}::date + 60, ${at}::timestamptz - make_interval(days => person.number::integer)
    from (
      select id, row_number() over (order by id) as number
      from person where not is_staff and not is_guest and is_active and not is_deceased
        and merged_into is null and email <> 'patient@example.test'
    ) as person
      join (
        select id, row_number() over (order by id) as number
        from appointment_type where not disabled and not hidden
      ) as type on type.number = 1 + person.number % 2
    where person.number <= 4`.execute(executor)
}

const DAYS_ON_FILE = 95

const OLD_HOME = { address1: '14 Weir Lane', city: 'Little Aldern', postcode: 'ZZ4 8WL' }
const NEW_HOME = { address1: '3 Sailmakers Court', city: 'Saltmere', postcode: 'ZZ1 5SC' }

type Name = [first: string, last: string, gender: number, dob: string]

const person = ([first_name, last_name, gender, dob]: Name, number: number) => ({
  first_name,
  last_name,
  gender,
  dob,
  ...OLD_HOME,
  mobile: demoMobile(number),
  email:
    `${first_name.charAt(0)}.${last_name.replace(/\W/g, '')}${number}@example.test`.toLowerCase(),
  nhs_number: demoNhsNumber(number),
  is_guest: false,
})

const siobhan = person(['Siobhán', 'O’Connell', FEMALE, '1986-02-17'], 231)
const wei = person(['Wei', 'Huang', MALE, '1990-11-23'], 233)
const krzysztof = person(['Krzysztof', 'Zieliński', MALE, '1978-04-09'], 235)
const hannah = person(['Hannah', 'Marsden', FEMALE, '1994-07-30'], 237)
const alexander = person(['Alexander', 'Loxley', MALE, '1969-12-05'], 239)
const george = person(['George', 'Hartley', MALE, '1948-03-12'], 242)
const isla = person(['Isla', 'Sinclair', FEMALE, '1993-06-04'], 244)

const reached = ({ mobile, email }: typeof george) => ({ mobile, email })
const guest = { is_guest: true, nhs_number: '' }

/** People who are on file twice, each in another way. */
const TWICE = [
  ...[siobhan, { ...siobhan, ...guest, first_name: 'Siobhan', last_name: 'O’Connel' }],
  ...[wei, { ...wei, ...guest, first_name: 'Huang', last_name: 'Wei', email: 'wei@example.test' }],
  // Day and month the other way round, without the signs that a keyboard does not have.
  ...[krzysztof, { ...krzysztof, nhs_number: '', last_name: 'Zielinski', dob: '1978-09-04' }],
  ...[hannah, { ...hannah, ...NEW_HOME, last_name: 'Pemberton', mobile: demoMobile(238) }],
  ...[alexander, { ...alexander, ...guest, first_name: 'Alex', email: 'alex@example.test' }],
  { ...alexander, ...NEW_HOME, last_name: 'Loxly', mobile: demoMobile(240), nhs_number: '' },
]

const FAMILIES = [
  ...[george, { ...person(['George', 'Hartley', MALE, '1979-08-30'], 243), ...reached(george) }],
  ...[isla, { ...person(['Euan', 'Sinclair', MALE, '1993-06-04'], 245), ...reached(isla) }],
]

/**
 * People who are on file twice, and families who only look like it.
 * @returns the demonstration's own patient as they booked without signing in.
 */
async function insertDoubleRecords(executor: Executor, now: number): Promise<number> {
  const joined = new Date(now - DAYS_ON_FILE * DAY)
  const dates = { date_joined: joined, created: joined, modified: joined }
  const added = { county: 'Eastshire', nation: 'England', ...dates }
  const rows = [...TWICE, ...FAMILIES].map((row) => ({ ...row, ...added }))
  await executor.insertInto('person').values(rows).execute()
  const own = await executor
    .selectFrom('person')
    .select(['first_name', 'last_name', 'gender', 'dob', 'mobile'])
    .select(['address1', 'city', 'postcode'])
    .where('username', '=', 'patient')
    .executeTakeFirstOrThrow()
  const { id } = await executor
    .insertInto('person')
    .values({ ...own, ...added, ...guest, email: 'rosa.whitfield@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds who may be on file twice as the background work does, so that nobody waits for it. */
async function findDoubleRecords(executor: Executor, now: number): Promise<void> {
  while ((await compareNoted(executor)) > 0);
  await executor
    .updateTable('duplicate_candidate')
    .set({ found_at: new Date(now) })
    .execute()
}
