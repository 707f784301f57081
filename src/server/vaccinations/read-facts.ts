import { sql } from 'kysely'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { missingCompetencies } from '#lib/scheduling/competence.ts'
import type { VaccinationFacts } from '#lib/vaccinations/vaccination-rules.ts'
import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { readAllergies } from '../people/allergies.ts'
import { invalid, notFound } from '../refusals/refusal.ts'

export type Dose = {
  id: number | null
  patientId: number
  appointmentId: number | null
  staffId: number | null
  productId: number
  at: number
  wasAdministered: boolean
  notGivenReason: string
  isHistorical: boolean
  hasConsent: boolean
  batchNumber: string
  expiryDate: string | null
  boosterDueDate: string | null
  externalClinicName: string
}

/** @throws Refusal `invalid` for a product that is not there; `not_found` for the patient. */
export async function readFacts(
  tx: Executor,
  { services }: Pick<Call, 'services'>,
  dose: Dose,
): Promise<VaccinationFacts> {
  const givenOn = toClinicDate(dose.at, services.settings.CLINIC_TIME_ZONE)
  const product = await tx
    .selectFrom('vaccine_product')
    .selectAll()
    .where('id', '=', dose.productId)
    .executeTakeFirstOrThrow(() =>
      invalid({ vaccine_product_id: ['Choose a vaccine from the list.'] }),
    )
  const patient = await tx
    .selectFrom('person')
    .select(['dob', 'is_deceased'])
    .where('id', '=', dose.patientId)
    .executeTakeFirstOrThrow(() => notFound('This patient'))
  const earlier = await tx
    .selectFrom('vaccination_history')
    .select(['given_on as givenOn', 'dose_number as doseNumber'])
    .where('patient_id', '=', dose.patientId)
    .where('vaccine_product_id', '=', dose.productId)
    .where('was_administered', '=', true)
    .where('entered_in_error', 'is', null)
    .$if(dose.id !== null, (rows) => rows.where('id', '<>', dose.id))
    .execute()
  const { items: allergies } = await readAllergies(tx, dose.patientId)
  return {
    givenOn,
    isInFuture: dose.at > services.now(),
    isHistorical: dose.isHistorical,
    isNewRecord: dose.id === null,
    wasAdministered: dose.wasAdministered,
    notGivenReason: dose.notGivenReason,
    hasConsent: dose.hasConsent,
    batchNumber: dose.batchNumber,
    expiryDate: dose.expiryDate,
    boosterDueDate: dose.boosterDueDate,
    hasClinician: dose.staffId !== null,
    externalClinicName: dose.externalClinicName,
    patient: { dob: patient.dob, isDeceased: patient.is_deceased },
    product: {
      name: product.name,
      description: product.description,
      isActive: product.is_active,
      dosesRequired: product.doses_required,
      intervalWeeks: product.booster_interval_weeks,
    },
    earlier,
    allergies: allergies.map(({ name }) => name),
    missingCompetencies: await namesMissing(tx, dose, givenOn),
  }
}

/** They are those that the appointment's type requires. */
async function namesMissing(
  tx: Executor,
  { appointmentId, staffId, isHistorical, wasAdministered }: Dose,
  day: string,
): Promise<string[]> {
  if (appointmentId === null || staffId === null || isHistorical || !wasAdministered) return []
  const required = await tx
    .selectFrom('appointment')
    .innerJoin('appointment_type_competency as needed', (join) =>
      join.onRef('needed.appointment_type_id', '=', 'appointment.appointment_type_id'),
    )
    .innerJoin('competency', 'competency.id', 'needed.competency_id')
    .select(['competency.id', 'competency.name'])
    .where('appointment.id', '=', appointmentId)
    .execute()
  const held = await tx
    .selectFrom('staff_competency')
    .select(['competency_id as competencyId', 'issued_at as issuedAt', 'expires_at as expiresAt'])
    .where('staff_id', '=', staffId)
    .where('competency_id', '=', sql<number>`any(${required.map(({ id }) => id)}::integer[])`)
    .execute()
  const names = new Map(required.map(({ id, name }) => [id, name]))
  const ids = required.map(({ id }) => id)
  return missingCompetencies(ids, held, day).flatMap(
    ({ competencyId }) => names.get(competencyId) ?? [],
  )
}
