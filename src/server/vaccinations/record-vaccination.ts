import type { VaccinationCheck, VaccinationWrite } from '#lib/contract/records/vaccinations.ts'
import { permits } from '#lib/policy/policy.ts'
import {
  nextDoseDate,
  suggestedDoseNumber,
  type VaccinationFacts,
  vaccinationErrors,
  vaccinationWarnings,
} from '#lib/vaccinations/vaccination-rules.ts'
import { type AppointmentForUpdate, checkStatus } from '../appointments/lock-appointment.ts'
import { type AuditEntry, auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { recordedOnce } from '../http/idempotency.ts'
import type { SignedInCall } from '../http/implement.ts'
import { mergedInto } from '../people/merged-into.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { invalid, notFound, Refusal } from '../refusals/refusal.ts'
import { type Dose, readFacts } from './read-facts.ts'

/**
 * Records what was given, was not given, or was given elsewhere. `vaccination_price` puts in the
 * price of the product where none is given.
 * @returns its id.
 * @throws Refusal `invalid` by field, for warnings that are not confirmed at `confirmed_warnings`;
 *   `conflict` for a cancelled appointment, or a key of another request; `not_allowed`, `not_found`.
 */
export async function recordVaccination(
  call: SignedInCall,
  written: VaccinationWrite,
): Promise<number> {
  const work = (tx: Executor) =>
    recordedOnce(tx, call, { kind: 'vaccination', body: written }, async () => {
      const dose = await readDose(tx, call, written, { isLocked: true })
      const facts = await readFacts(tx, call, dose)
      refuse(facts, written.confirmed_warnings)
      const { id } = await tx
        .insertInto('vaccination_history')
        .values({
          ...toVaccinationColumns(dose, facts, written),
          patient_id: dose.patientId,
          appointment_id: dose.appointmentId,
          is_historical: dose.isHistorical,
          recorded_by: call.viewer.personId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await auditVaccination(tx, call, 'vaccination.recorded', {
        id,
        patientId: dose.patientId,
        change: {
          appointment_id: dose.appointmentId,
          was_administered: dose.wasAdministered,
          is_historical: dose.isHistorical,
          ...confirmedWarnings(facts),
        },
      })
      return id
    })
  const { id } = await retried(() => call.services.db.transaction().execute(work)).catch(
    explainBroken,
  )
  return id
}

export async function checkVaccination(
  call: SignedInCall,
  written: VaccinationWrite,
): Promise<VaccinationCheck> {
  const { db } = call.services
  const dose = await readDose(db, call, written, { isLocked: false })
  const facts = await readFacts(db, call, dose)
  return {
    errors: vaccinationErrors(facts),
    warnings: vaccinationWarnings(facts),
    suggested_dose_number: suggestedDoseNumber(facts.earlier),
    booster_due_date: findDueDate(facts, undefined),
  }
}

/** Codes, because the trail keeps no health data. */
function confirmedWarnings(facts: VaccinationFacts): { confirmed?: string[] } {
  const confirmed = vaccinationWarnings(facts).map(({ code }) => code)
  return confirmed.length > 0 ? { confirmed } : {}
}

export function refuse(
  facts: VaccinationFacts,
  confirmed: readonly string[],
  changed?: ReadonlySet<string>,
): void {
  const errors = vaccinationErrors(facts, changed)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const open = vaccinationWarnings(facts).filter(({ text }) => !confirmed.includes(text))
  if (open.length > 0) throw invalid({ confirmed_warnings: open.map(({ text }) => text) })
}

type Written = Omit<VaccinationWrite, 'patient_id' | 'appointment_id' | 'staff_id'>

export const toVaccinationColumns = (dose: Dose, facts: VaccinationFacts, written: Written) => ({
  staff_id: dose.staffId,
  vaccine_product_id: dose.productId,
  batch_number: dose.batchNumber,
  expiry_date: dose.expiryDate,
  manufacturer: written.manufacturer,
  dose_number: written.dose_number,
  date_administered: new Date(dose.at),
  given_on: facts.givenOn,
  route_of_administration: written.route_of_administration,
  site_of_administration: written.site_of_administration,
  was_administered: dose.wasAdministered,
  not_given_reason: dose.notGivenReason,
  consent_obtained: dose.hasConsent,
  booster_due_date: findDueDate(facts, written.booster_due_date),
  adverse_reactions: written.adverse_reactions,
  external_clinic_name: dose.externalClinicName,
  external_clinic_address: written.external_clinic_address,
  administered_by: written.administered_by,
  notes: written.notes,
  price: written.price ?? (dose.isHistorical || !dose.wasAdministered ? '0.00' : null),
})

function findDueDate(
  { givenOn, product, wasAdministered }: VaccinationFacts,
  written: string | null | undefined,
): string | null {
  if (written !== undefined) return written
  return wasAdministered ? nextDoseDate(givenOn, product.intervalWeeks) : null
}

/** The lock on the patient makes two screens record one after the other. */
async function readDose(
  tx: Executor,
  call: SignedInCall,
  written: VaccinationWrite,
  { isLocked }: { isLocked: boolean },
): Promise<Dose> {
  const { appointment_id: appointmentId, is_historical: isHistorical } = written
  const appointment =
    appointmentId === null ? null : await readAppointment(tx, call, appointmentId, isLocked)
  const patientId = await readPatient(tx, appointment?.patient_id ?? null, written.patient_id)
  if (isLocked) {
    await tx.selectFrom('person').select('id').where('id', '=', patientId).forUpdate().execute()
  }
  const staffId = isHistorical
    ? (written.staff_id ?? null)
    : (written.staff_id ?? call.viewer.staffId)
  if (staffId !== null) await checkClinician(tx, staffId)
  checkMayRecord(call, staffId ?? appointment?.staff_id ?? call.viewer.staffId)
  return {
    id: null,
    patientId,
    appointmentId,
    staffId,
    productId: written.vaccine_product_id,
    at:
      written.date_administered === undefined
        ? call.services.now()
        : Date.parse(written.date_administered),
    ...statedIn(written),
  }
}

export const statedIn = (written: Written) => ({
  wasAdministered: written.was_administered,
  notGivenReason: written.not_given_reason,
  isHistorical: written.is_historical,
  hasConsent: written.consent_obtained,
  batchNumber: written.batch_number,
  expiryDate: written.expiry_date,
  boosterDueDate: written.booster_due_date ?? null,
  externalClinicName: written.external_clinic_name,
})

async function readAppointment(
  tx: Executor,
  call: SignedInCall,
  id: number,
  isLocked: boolean,
): Promise<AppointmentForUpdate> {
  const row = await tx
    .selectFrom('appointment')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'held')
    .$if(isLocked, (rows) => rows.forShare())
    .executeTakeFirstOrThrow(() => notFound('This appointment'))
  if (permits(call.viewer, 'appointment.see', { staffId: row.staff_id }) !== 'yes') {
    throw new Refusal('not_allowed', 'You can only record vaccinations at your own appointments.')
  }
  checkStatus('vaccination.record', row, {
    cancelled: 'This appointment was cancelled, so you cannot record a vaccination for it.',
    did_not_attend: 'The patient did not attend this appointment.',
  })
  return row
}

/**
 * The kept record, where the sent one has been merged into the appointment's patient.
 * @throws Refusal `invalid`, with the kept record for a merged one.
 */
async function readPatient(
  tx: Executor,
  ofAppointment: number | null,
  sent: number | undefined,
): Promise<number> {
  const id = ofAppointment ?? sent
  if (id === undefined) throw invalid({ patient_id: ['Choose a patient.'] })
  if (sent === undefined) return id
  const moved = await mergedInto(tx, sent)
  if (ofAppointment === null && moved) throw invalid({ patient_id: [moved.text] })
  if (sent === id || moved?.id === id) return id
  throw invalid({ patient_id: ['This is not the patient of the appointment.'] })
}

async function checkClinician(tx: Executor, id: number): Promise<void> {
  await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow(() => invalid({ staff_id: ['Choose a clinician who works here.'] }))
}

function checkMayRecord({ viewer }: SignedInCall, staffId: number | null): void {
  if (permits(viewer, 'vaccination.record', { staffId }) === 'yes') return
  throw new Refusal('not_allowed', 'You can only record vaccinations that you give yourself.')
}

export const auditVaccination = (
  tx: Executor,
  call: SignedInCall,
  action:
    | 'vaccination.recorded'
    | 'vaccination.corrected'
    | 'vaccination.entered_in_error'
    | 'vaccination.read',
  of: { id: number; patientId: number; change?: AuditEntry['change'] },
) =>
  auditByViewer(tx, call, {
    action,
    subjectType: 'vaccination_history',
    subjectId: of.id,
    patientId: of.patientId,
    change: of.change ?? {},
  })
