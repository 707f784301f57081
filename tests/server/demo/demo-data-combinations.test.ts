import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createSeededDatabase, ZONE } from '../database/seeded-database.ts'

const shared = await createSeededDatabase()
const db = shared.db
afterAll(() => shared.drop())

const ILLNESSES = ['earache', 'infected-insect-bite', 'sore-throat', 'urinary-tract-infection']
const WEIGHT = ['weight-management', 'weight-management-follow-up']
const VACCINATIONS = [
  'chickenpox-vaccination',
  'covid-19-vaccination',
  'flu-vaccination',
  'hepatitis-b-for-work',
  'shingles-vaccination',
  'travel-vaccination',
  'workplace-flu-vaccination',
  'yellow-fever-vaccination',
]
const CONSULTATIONS = [
  'contraception-consultation',
  'medicines-review',
  'occupational-health-review',
  'stop-smoking',
  'travel-health-consultation',
  ...WEIGHT,
]

/** The services, by slug, whose appointments can end with each outcome. */
const ENDS: Record<string, string[]> = {
  '24-hour monitor offered': ['blood-pressure-check'],
  'Advice given': ILLNESSES,
  'Contraception supplied': ['contraception-consultation'],
  'Ear wax removed': ['ear-wax-removal'],
  'Follow-up agreed': [...CONSULTATIONS, 'health-check'].toSorted(),
  'Medicine supplied': ILLNESSES,
  'Medicines reviewed': ['medicines-review'],
  'Monitor fitted': ['blood-pressure-monitor-fitting'],
  'No ear wax found': ['ear-wax-removal'],
  'Paper card handed over': VACCINATIONS,
  'Plan agreed': ['stop-smoking', 'travel-health-consultation', ...WEIGHT],
  'Readings incomplete': ['blood-pressure-monitor-return'],
  'Readings sent to GP': ['blood-pressure-monitor-return'],
  'Referred to GP': [
    ...['blood-pressure-check', 'blood-pressure-monitor-fitting', 'ear-wax-removal'],
    ...['health-check', ...CONSULTATIONS, ...ILLNESSES],
  ].toSorted(),
  'Report written': ['occupational-health-review'],
  'Result in the usual range': ['blood-pressure-check', 'health-check'],
  'Sample not taken': ['blood-test'],
  'Sample sent to the laboratory': ['blood-test'],
  'Vaccination given': VACCINATIONS,
  'Vaccination not given': VACCINATIONS,
}

/** The products, by what their name begins with, that are given at each service. */
const GIVEN: Record<string, RegExp> = {
  'chickenpox-vaccination': /^Chickenpox/,
  'flu-vaccination': /^Influenza/,
  'hepatitis-b-for-work': /^Hepatitis B/,
  'shingles-vaccination': /^Shingles/,
  'travel-vaccination': /^(Hepatitis A|Typhoid|Rabies|Diphtheria|Cholera)/,
  'workplace-flu-vaccination': /^Influenza/,
  'yellow-fever-vaccination': /^Yellow fever/,
}

test('every service offers the outcomes that fit it, and no others', async () => {
  const { rows } = await sql<{ name: string; slugs: string[] }>`
    select outcome.name, array_agg(type.slug order by type.slug collate "C") as slugs
    from appointment_type_outcome as offered
      join appointment_type as type on type.id = offered.appointment_type_id
      join appointment_outcome as outcome on outcome.id = offered.appointment_outcome_id
    group by outcome.name`.execute(db)
  expect(Object.fromEntries(rows.map(({ name, slugs }) => [name, slugs]))).toEqual(ENDS)
  const { without } = await db
    .selectFrom('appointment_type as type')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointment_type_outcome')
            .select('appointment_type_id')
            .whereRef('appointment_type_id', '=', 'type.id'),
        ),
      ),
    )
    .select(({ fn }) => fn.countAll<number>().as('without'))
    .executeTakeFirstOrThrow()
  expect(without).toBe(0)
})

test('appointments end with one outcome of their service, and at most an additional one', async () => {
  const { rows } = await sql<{ names: string[]; slug: string }>`
    select array_agg(outcome.name) as names, type.slug
    from appointment
      join appointment_type as type on type.id = appointment.appointment_type_id
      join appointment_outcome_given as given on given.appointment_id = appointment.id
      join appointment_outcome as outcome on outcome.id = given.appointment_outcome_id
    where given.ended is null
    group by appointment.id, type.slug`.execute(db)
  expect(rows.length).toBeGreaterThan(200)
  const additional = ['Follow-up agreed', 'Paper card handed over']
  expect(
    rows.filter(
      ({ names, slug }) =>
        names.some((name) => !ENDS[name]?.includes(slug)) ||
        names.filter((name) => !additional.includes(name)).length !== 1,
    ),
  ).toEqual([])
})

test('an outcome says the same as the vaccination record, whose product fits service and age', async () => {
  const { rows } = await sql<{
    slug: string
    product: string
    age: number
    given: boolean
    outcomes: string[]
  }>`
    select type.slug, product.name as product, vaccination.was_administered as given,
      extract(year from age(
        (appointment.starts_at at time zone ${ZONE})::date, patient.dob))::integer as age,
      array(select outcome.name from appointment_outcome_given as of_it
        join appointment_outcome as outcome on outcome.id = of_it.appointment_outcome_id
        where of_it.appointment_id = appointment.id) as outcomes
    from vaccination_history as vaccination
      join vaccine_product as product on product.id = vaccination.vaccine_product_id
      join appointment on appointment.id = vaccination.appointment_id
      join appointment_type as type on type.id = appointment.appointment_type_id
      join person as patient on patient.id = appointment.patient_id`.execute(db)
  expect(rows.length).toBeGreaterThan(40)
  const isAdjuvanted = (product: string) => product.includes('adjuvanted')
  expect(
    rows.filter(
      ({ slug, product, age, given, outcomes }) =>
        !GIVEN[slug]?.test(product) ||
        (product.startsWith('Influenza') && isAdjuvanted(product) !== age >= 65) ||
        outcomes.includes(given ? 'Vaccination not given' : 'Vaccination given'),
    ),
  ).toEqual([])
  expect(rows.some(({ outcomes }) => outcomes.includes('Vaccination not given'))).toBe(true)
})

test('nobody comes twice in a year to a yearly vaccination or a first appointment', async () => {
  const { rows } = await sql`
    with visit as (
      select appointment.id, patient_id, slug, starts_at from appointment
        join appointment_type as type on type.id = appointment.appointment_type_id
      where status <> 'did_not_attend' and slug = any(${[
        ...['flu-vaccination', 'workplace-flu-vaccination', 'yellow-fever-vaccination'],
        ...['health-check', 'stop-smoking', 'weight-management', 'travel-health-consultation'],
      ]})
      -- Who is unwell comes again.
      and not exists (select from vaccination_history
        where appointment_id = appointment.id and not was_administered))
    select visit.patient_id, slug from visit join visit as again using (patient_id, slug)
    where again.id <> visit.id
      and again.starts_at between visit.starts_at and visit.starts_at + interval '10 months'
    `.execute(db)
  expect(rows).toEqual([])
})

test('only a minor illness gets better before the appointment', async () => {
  const rows = await db
    .selectFrom('appointment')
    .innerJoin('appointment_type as type', 'type.id', 'appointment_type_id')
    .where('cancellation_notes', 'like', 'I feel better%')
    .select('type.slug')
    .distinct()
    .execute()
  expect(rows.filter(({ slug }) => !ILLNESSES.includes(slug))).toEqual([])
})
