import { addDays } from '#lib/format-date-time.ts'
import { dateOf } from '#lib/scheduling/clinic-time.ts'
import type { Executor } from '#server/database/connection.ts'
import { ageOn } from './diary.ts'
import { lookUp } from './look-up.ts'
import { createRandom, type Random } from './random.ts'
import { GIVEN_AT, insertVaccineProducts, type PlacedProduct } from './vaccine-products.ts'

const MINUTE = 60_000
const SEED = 1796
const NOT_GIVEN = 0.04
const ON_THE_NHS = 0.3
const TOLD_OF_ANOTHER = 0.05
const SORE_ARM = 0.08
const YEARS_AGO = 3

type Visit = {
  id: number
  slug: string
  patient_id: number
  dob: string
  staff_id: number
  starts_at: Date
}

/** What was given at each vaccination appointment that is over, and some that were given elsewhere. */
export async function insertVaccinations(
  executor: Executor,
  { timeZone, began }: { timeZone: string; began: Date },
): Promise<void> {
  const products = await insertVaccineProducts(executor, began)
  const random = createRandom(SEED)
  const doses = new Map<string, number>()
  const visits = await vaccinationVisits(executor)
  const rows = visits.flatMap((visit) => {
    const age = ageOn(dateOf(visit.starts_at.getTime(), timeZone), visit.dob)
    const suitable = (GIVEN_AT[visit.slug] ?? [])
      .map((name) => lookUp(products, name))
      .filter(({ youngest = 0, oldest = age }) => youngest <= age && age <= oldest)
    const product = random.pick(suitable)
    const given = rowOf(visit, product, { doses, random, timeZone })
    return random.chance(TOLD_OF_ANOTHER) ? [given, elsewhere(given)] : [given]
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

function rowOf(visit: Visit, product: PlacedProduct, { doses, random, timeZone }: Context) {
  const at = new Date(visit.starts_at.getTime() + 5 * MINUTE)
  const date = dateOf(at.getTime(), timeZone)
  const given = !random.chance(NOT_GIVEN)
  const person = `${visit.patient_id} ${product.id}`
  const dose = Math.min((doses.get(person) ?? 0) + 1, product.doses ?? 1)
  if (given) doses.set(person, dose)
  const isLast = dose === (product.doses ?? 1)
  const injected = product.route !== 'oral'
  return {
    patient_id: visit.patient_id,
    staff_id: visit.staff_id,
    appointment_id: visit.id,
    vaccine_product_id: product.id,
    batch_number: `${product.manufacturer.slice(0, 2).toUpperCase()}${random.between(10_000, 99_999)}`,
    expiry_date: addDays(date, random.between(60, 500)) as string | null,
    manufacturer: product.manufacturer,
    dose_number: dose,
    date_administered: at,
    route_of_administration: product.route ?? 'intramuscular',
    site_of_administration: injected ? random.pick(['left_deltoid', 'right_deltoid']) : 'mouth',
    was_administered: given,
    consent_obtained: given,
    booster_due_date:
      given && isLast && product.boosterWeeks ? addDays(date, 7 * product.boosterWeeks) : null,
    adverse_reactions: given && random.chance(SORE_ARM) ? 'Sore arm for a day.' : '',
    is_historical: false,
    external_clinic_name: '',
    external_clinic_address: '',
    notes: given ? '' : 'Feverish on the day. Put off until they are well.',
    price: random.chance(ON_THE_NHS) ? '0.00' : product.price,
    created: at,
    modified: at,
  }
}

/** The same, some years ago, at a clinic that is none of ours; told at the visit. */
function elsewhere(given: ReturnType<typeof rowOf>): ReturnType<typeof rowOf> {
  const at = new Date(given.date_administered)
  at.setUTCFullYear(at.getUTCFullYear() - YEARS_AGO)
  return {
    ...given,
    batch_number: '',
    expiry_date: null,
    date_administered: at,
    was_administered: true,
    consent_obtained: false,
    booster_due_date: null,
    is_historical: true,
    external_clinic_name: 'Millbrook Travel Clinic',
    external_clinic_address: '12 Mill Lane, Otherby, ZZ9 9ZZ',
    notes: '',
    price: '0.00',
  }
}
