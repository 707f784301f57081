import { sql } from 'kysely'
import type {
  FhirAppointment,
  FhirPatient,
  FhirPractitioner,
  FhirRecord,
  FhirSite,
  FhirVaccination,
} from '#lib/records/fhir/fhir-record.ts'
import type { Executor } from '../../database/connection.ts'
import type { SubmittedFormRow } from '../../forms/form-rows.ts'
import { readAllergies } from '../../people/allergies.ts'
import { mergedInto } from '../../people/merged-into.ts'
import { notFound, Refusal } from '../../refusals/refusal.ts'

export type ExportedFormRow = SubmittedFormRow & { submitted_by: number }

/** @throws Refusal `not_found` with what a merged record became. */
export async function readFhirPatient(tx: Executor, id: number): Promise<FhirPatient> {
  const row = await tx
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This patient'))
  if (row.merged_into !== null) {
    throw new Refusal('not_found', (await mergedInto(tx, id))?.words ?? 'This record was merged.')
  }
  const merged = await tx
    .selectFrom('person')
    .select('id')
    .where('merged_into', '=', id)
    .orderBy('id')
    .execute()
  const gp_surgery =
    row.gp_surgery_id === null
      ? null
      : await tx
          .selectFrom('gp_surgery')
          .selectAll()
          .where('id', '=', row.gp_surgery_id)
          .executeTakeFirst()
  return {
    ...row,
    merged_ids: merged.map((each) => each.id),
    gp_surgery: gp_surgery ?? null,
  }
}

export async function readFhirRecord(
  tx: Executor,
  patient: FhirPatient,
  forms: readonly ExportedFormRow[],
): Promise<FhirRecord> {
  const { stated_by, ...allergies } = await readPatientAllergies(tx, patient.id)
  const vaccinations = await readVaccinations(tx, patient.id)
  const appointments = await readAppointments(tx, patient.id, forms)
  const people = [
    ...(stated_by?.is_staff ? [stated_by.id] : []),
    ...vaccinations.flatMap(({ clinician }) => clinician?.id ?? []),
    ...appointments.map(({ clinician }) => clinician.id),
    ...forms.filter((form) => form.submitted_role === 'staff').map((form) => form.submitted_by),
  ]
  const sites = [...vaccinations, ...appointments].flatMap(({ site }) => site?.id ?? [])
  return {
    patient,
    practitioners: await readPractitioners(tx, people),
    sites: await readSites(tx, sites),
    allergies: { ...allergies, stated_by },
    vaccinations,
    appointments,
  }
}

async function readPatientAllergies(
  tx: Executor,
  patientId: number,
): Promise<FhirRecord['allergies']> {
  const { items, none_known, stated } = await readAllergies(tx, patientId)
  const stated_by = await tx
    .selectFrom('allergy_statement as statement')
    .innerJoin('person', 'person.id', 'statement.stated_by')
    .select(['person.id', 'person.full_name', 'person.is_staff'])
    .where('statement.person_id', '=', patientId)
    .executeTakeFirst()
  return { items, none_known, stated, stated_by: stated_by ?? null }
}

/** Also those entered in error, because a receiver may have them from before. */
async function readVaccinations(tx: Executor, patientId: number): Promise<FhirVaccination[]> {
  const rows = await tx
    .selectFrom('vaccination_history as vaccination')
    .innerJoin('vaccine_product as product', 'product.id', 'vaccination.vaccine_product_id')
    .leftJoin('staff', 'staff.id', 'vaccination.staff_id')
    .leftJoin('person as clinician', 'clinician.id', 'staff.person_id')
    .leftJoin('appointment', 'appointment.id', 'vaccination.appointment_id')
    .leftJoin('site', 'site.id', 'appointment.site_id')
    .selectAll('vaccination')
    .select(['product.name as product_name', 'product.doses_required'])
    .select(['clinician.id as clinician_id', 'clinician.full_name as clinician_name'])
    .select(['site.id as site_id', 'site.name as site_name'])
    .where('vaccination.patient_id', '=', patientId)
    .orderBy('vaccination.date_administered')
    .orderBy('vaccination.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    date_administered: row.date_administered.toISOString(),
    entered_in_error: row.entered_in_error?.toISOString() ?? null,
    created: row.created.toISOString(),
    clinician: row.is_historical ? null : named(row.clinician_id, row.clinician_name),
    site: row.is_historical ? null : nameWithId(row.site_id, row.site_name),
  }))
}

async function readAppointments(
  tx: Executor,
  patientId: number,
  forms: readonly ExportedFormRow[],
): Promise<FhirAppointment[]> {
  const rows = await tx
    .selectFrom('appointment')
    .innerJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .innerJoin('site', 'site.id', 'appointment.site_id')
    .innerJoin('staff', 'staff.id', 'appointment.staff_id')
    .innerJoin('person as clinician', 'clinician.id', 'staff.person_id')
    .selectAll('appointment')
    .select(['type.name as service', 'site.name as site_name'])
    .select(['clinician.id as clinician_id', 'clinician.full_name as clinician_name'])
    .where('appointment.patient_id', '=', patientId)
    .where('appointment.status', '<>', sql.lit('held'))
    .orderBy('appointment.starts_at')
    .orderBy('appointment.id')
    .execute()
  const formsByAppointment = Map.groupBy(forms, (form) => form.appointment_id)
  return rows.map((row) => ({
    ...row,
    start: row.starts_at.toISOString(),
    end: row.ends_at.toISOString(),
    created: row.created.toISOString(),
    clinician: { id: row.clinician_id, full_name: row.clinician_name },
    site: { id: row.site_id, name: row.site_name },
    form_ids: (formsByAppointment.get(row.id) ?? []).map(({ id }) => id),
  }))
}

const named = (id: number | null, full_name: string | null) =>
  id !== null && full_name !== null ? { id, full_name } : null

const nameWithId = (id: number | null, name: string | null) =>
  id !== null && name !== null ? { id, name } : null

async function readPractitioners(
  tx: Executor,
  ids: readonly number[],
): Promise<FhirPractitioner[]> {
  return await tx
    .selectFrom('person')
    .leftJoin('staff', 'staff.person_id', 'person.id')
    .select(['person.id', 'full_name', 'first_name', 'last_name', 'title'])
    .select(sql<string>`coalesce(staff.pharmacist_reg_number, '')`.as('registration_number'))
    .where('person.id', '=', sql<number>`any(${[...new Set(ids)]}::integer[])`)
    .orderBy('person.id')
    .execute()
}

async function readSites(tx: Executor, ids: readonly number[]): Promise<FhirSite[]> {
  return await tx
    .selectFrom('site')
    .select(['id', 'name', 'address1', 'address2', 'city', 'county', 'postcode'])
    .select(['telephone', 'email'])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::integer[])`)
    .orderBy('id')
    .execute()
}
