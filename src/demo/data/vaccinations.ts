import { ageOn } from '#lib/dates/age.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '#server/database/connection.ts'
import { lookUp } from './look-up.ts'
import { createRandom, type Random } from './random.ts'
import type { InsertedProduct } from './vaccine-products.ts'

/** What is given at an appointment, by the slug of its type: one of these that suits the age. */
const GIVEN_AT: Readonly<Record<string, readonly string[]>> = {
  'flu-vaccination': ['flu', 'fluAdjuvanted'],
  'covid-19-vaccination': ['covid'],
  'shingles-vaccination': ['shingles'],
  'chickenpox-vaccination': ['chickenpox'],
  'travel-vaccination': ['hepatitisA', 'typhoid', 'typhoid', 'rabies', 'tetanus', 'cholera'],
  'yellow-fever-vaccination': ['yellowFever'],
  'workplace-flu-vaccination': ['flu', 'fluAdjuvanted'],
  'hepatitis-b-for-work': ['hepatitisB'],
}

const MINUTE = 60_000
const SEED = 1796
const NOT_GIVEN = 0.04
const ON_THE_NHS = 0.3
const TOLD_OF_ANOTHER = 0.05
const SORE_ARM = 0.08
const ENTERED_TWICE = 0.01
const YEARS_AGO = 3

type Visit = {
  id: number
  slug: string
  patient_id: number
  dob: string
  staff_id: number
  starts_at: Date
}

/** Inserts doses of past vaccination appointments, and some that were given elsewhere. */
export async function insertVaccinations(
  executor: Executor,
  { timeZone, products }: { timeZone: string; products: ReadonlyMap<string, InsertedProduct> },
): Promise<void> {
  const random = createRandom(SEED)
  const doses = new Map<string, number>()
  const visits = await vaccinationVisits(executor)
  const rows = visits.flatMap((visit) => {
    const age = ageOn(toClinicDate(visit.starts_at.getTime(), timeZone), visit.dob)
    const suitable = (GIVEN_AT[visit.slug] ?? [])
      .map((name) => lookUp(products, name))
      .filter(({ youngest = 0, oldest = age }) => youngest <= age && age <= oldest)
    const product = random.pick(suitable)
    const given = toRow(visit, product, { doses, random, timeZone })
    const twice = given.was_administered && random.chance(ENTERED_TWICE)
    return [
      given,
      ...(random.chance(TOLD_OF_ANOTHER) ? [elsewhere(given)] : []),
      ...(twice ? [enteredTwice(given)] : []),
    ]
  })
  if (rows.length > 0) await executor.insertInto('vaccination_history').values(rows).execute()
}

const vaccinationVisits = (executor: Executor): Promise<Visit[]> =>
  executor
    .selectFrom('appointment')
    .innerJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .innerJoin('person as patient', 'patient.id', 'appointment.patient_id')
    .where('appointment.status', '=', 'completed')
    .where('type.slug', 'in', Object.keys(GIVEN_AT))
    .select(['appointment.id', 'type.slug', 'appointment.patient_id', 'appointment.staff_id'])
    .select(['appointment.starts_at', 'patient.dob'])
    .$narrowType<{ patient_id: number; dob: string }>()
    .orderBy('appointment.starts_at')
    .orderBy('appointment.id')
    .execute()

type Context = { doses: Map<string, number>; random: Random; timeZone: string }

function toRow(visit: Visit, product: InsertedProduct, { doses, random, timeZone }: Context) {
  const at = new Date(visit.starts_at.getTime() + 5 * MINUTE)
  const date = toClinicDate(at.getTime(), timeZone)
  const given = !random.chance(NOT_GIVEN)
  const person = `${visit.patient_id} ${product.id}`
  const dose = Math.min((doses.get(person) ?? 0) + 1, product.doses ?? 1)
  if (given) doses.set(person, dose)
  const isLast = dose === (product.doses ?? 1)
  const injected = product.route !== 'oral'
  return {
    ...toDoseColumns(product, at, date),
    patient_id: visit.patient_id,
    staff_id: visit.staff_id as number | null,
    appointment_id: visit.id as number | null,
    dose_number: dose as number | null,
    site_of_administration: injected ? random.pick(['left_deltoid', 'right_deltoid']) : 'mouth',
    was_administered: given,
    not_given_reason: given ? '' : 'unwell',
    consent_obtained: given,
    booster_due_date:
      given && isLast && product.boosterWeeks ? addDays(date, 7 * product.boosterWeeks) : null,
    adverse_reactions: given && random.chance(SORE_ARM) ? 'Sore arm for a day.' : '',
    notes: given ? '' : 'Feverish on the day. Put off until they are well.',
    price: random.chance(ON_THE_NHS) ? '0.00' : product.price,
  }
}

export const toDoseColumns = (product: InsertedProduct, at: Date, date: string) => ({
  vaccine_product_id: product.id,
  ...toBatch(product, date),
  manufacturer: product.manufacturer,
  date_administered: at,
  given_on: date,
  route_of_administration: product.route ?? 'intramuscular',
  entered_in_error: null as Date | null,
  change_reason: '',
  is_historical: false,
  external_clinic_name: '',
  external_clinic_address: '',
  created: at,
  modified: at,
})

type VaccinationRow = ReturnType<typeof toRow>

export const TOLD = {
  staff_id: null,
  appointment_id: null,
  batch_number: '',
  expiry_date: null,
  dose_number: null,
  was_administered: true,
  not_given_reason: '',
  consent_obtained: false,
  booster_due_date: null,
  is_historical: true,
  notes: '',
  price: '0.00',
}

/** There is one batch for each product and month, so that a recall finds many. */
function toBatch({ id, manufacturer }: InsertedProduct, date: string) {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const number = 10_000 + id * 1_000 + ((year - 2000) * 12 + month)
  return {
    batch_number: `${manufacturer.slice(0, 2).toUpperCase()}${number}`,
    expiry_date: `${year + 1}-${String(month).padStart(2, '0')}-28` as string | null,
  }
}

/** The same dose was typed in twice: the second record was marked as entered in error. */
function enteredTwice(given: VaccinationRow): VaccinationRow {
  const at = new Date(given.date_administered.getTime() + MINUTE)
  return {
    ...given,
    booster_due_date: null,
    entered_in_error: new Date(at.getTime() + 10 * MINUTE),
    change_reason: 'The same dose was recorded twice.',
  }
}

function elsewhere(given: VaccinationRow): VaccinationRow {
  const at = new Date(given.date_administered)
  at.setUTCFullYear(at.getUTCFullYear() - YEARS_AGO)
  return {
    ...given,
    ...TOLD,
    date_administered: at,
    given_on: `${Number(given.given_on.slice(0, 4)) - YEARS_AGO}${given.given_on.slice(4)}`.replace(
      '02-29',
      '02-28',
    ),
    external_clinic_name: 'Millbrook Travel Clinic',
    external_clinic_address: '12 Mill Lane, Otherby, ZZ9 9ZZ',
  }
}
