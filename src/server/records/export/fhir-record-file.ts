import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import type { FhirJson } from '#lib/forms/fhir/export-answers.ts'
import { exportResponse } from '#lib/forms/fhir/export-response.ts'
import { can } from '#lib/policy/policy.ts'
import {
  type FhirAppointment,
  type FhirExporting,
  type FhirPatient,
  type FhirPractitioner,
  type FhirRecord,
  type FhirSite,
  type FhirVaccination,
  fhirReference,
} from '#lib/records/fhir/fhir-record.ts'
import { recordEntries, toBundleEntry } from '#lib/records/fhir/record-entries.ts'
import { audit, toAuditActor } from '../../audit/audit.ts'
import type { Executor } from '../../database/connection.ts'
import { questionnaireAddress } from '../../forms/fhir-files.ts'
import { type SubmittedFormRow, submittedFormRows, versionContent } from '../../forms/form-rows.ts'
import { staffViewer } from '../../forms/form-viewer.ts'
import { clinicDay } from '../../forms/present-form.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { readAllergies } from '../../people/allergies.ts'
import { mergedInto } from '../../people/merged-into.ts'
import { notFound, Refusal } from '../../refusals/refusal.ts'
import { jsonPieces } from './json-pieces.ts'

const BATCH = 20

/**
 * The whole record as a Bundle of HL7 FHIR R4. Records the reading.
 * @throws Refusal `not_allowed` to those who may not see all of it; `not_found`.
 */
export async function fhirRecordFile(call: SignedInCall, id: number): Promise<FileAnswer> {
  const { services, viewer } = call
  if (!can(viewer, 'patientRecord.export')) {
    throw new Refusal(
      'not_allowed',
      'You can only export a record if you can see all of it: appointments, forms and vaccinations of every clinician.',
    )
  }
  const exporting: FhirExporting = {
    uuidOf: (type, key) => uuidFrom(`${services.settings.publicUrl}/${type}/${key}`),
    publicUrl: services.settings.publicUrl,
    clinicName: services.settings.PRODUCT_NAME,
  }
  const { record, forms } = await services.db.transaction().execute(async (tx) => {
    const patient = await readFhirPatient(tx, id)
    await audit(tx, call, {
      actor: toAuditActor(viewer),
      action: 'person.record_exported',
      subjectType: 'person',
      subjectId: id,
      patientId: id,
      change: { format: 'fhir' },
    })
    const forms = await readForms(tx, call, id)
    return { record: await readFhirRecord(tx, patient, forms), forms }
  })
  const entries = async function* () {
    yield* recordEntries(record, exporting)
    yield* formEntries(call, record.patient, forms, exporting)
  }
  return {
    name: `patient-${id}-fhir.json`,
    content: jsonPieces({
      resourceType: 'Bundle',
      identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${randomUUID()}` },
      type: 'collection',
      timestamp: new Date(services.now()).toISOString(),
      entry: entries(),
    }),
  }
}

/** Of patients and of clinicians, in the version that nothing replaces. */
async function readForms(
  tx: Executor,
  call: SignedInCall,
  patientId: number,
): Promise<ExportedFormRow[]> {
  return await submittedFormRows(tx, await staffViewer(call)(tx))
    .select('submitted_form.submitted_by')
    .where('appointment.patient_id', '=', patientId)
    .where('amendment.id', 'is', null)
    .orderBy('submitted_form.id')
    .execute()
}

/** Answers never change, so they are read after the transaction, a few forms at a time. */
async function* formEntries(
  call: SignedInCall,
  patient: { id: number; full_name: string },
  forms: readonly ExportedFormRow[],
  exporting: FhirExporting,
): AsyncIterable<FhirJson> {
  const { db } = call.services
  for (let done = 0; done < forms.length; done += BATCH) {
    const batch = forms.slice(done, done + BATCH)
    const rows = await db
      .selectFrom('submitted_form')
      .select(['id', 'answers'])
      .where(
        'id',
        'in',
        batch.map(({ id }) => id),
      )
      .execute()
    const answersById = new Map(rows.map((row) => [row.id, row.answers as Answers]))
    for (const form of batch) {
      const { items } = await versionContent(call, db, form)
      const response = exportResponse(
        { items, answers: answersById.get(form.id) ?? {}, on: clinicDay(call, form.submitted) },
        {
          id: String(form.id),
          questionnaire: `${questionnaireAddress(call, form.eform_id)}|${form.edition}.${form.subversion}`,
          status: form.replaces === null ? 'completed' : 'amended',
          authored: form.submitted.toISOString(),
          author: toAuthor(form, patient.id, exporting),
          subject: fhirReference(exporting, 'Patient', patient.id, patient.full_name),
          timeZone: call.services.settings.CLINIC_TIME_ZONE,
          fileAddress: (file) => `${call.apiUrl}/admin/files/${file}/`,
        },
      )
      yield toBundleEntry(form.id, response, exporting)
    }
  }
}

/** It names another person, such as that of a merged record, without a reference. */
function toAuthor(
  { submitted_by, submitted_by_name, submitted_role }: ExportedFormRow,
  patientId: number,
  exporting: FhirExporting,
): FhirJson {
  if (submitted_role === 'staff') {
    return fhirReference(exporting, 'Practitioner', submitted_by, submitted_by_name)
  }
  return submitted_by === patientId
    ? fhirReference(exporting, 'Patient', patientId, submitted_by_name)
    : { display: submitted_by_name }
}

/** A UUID of version 8 (RFC 9562) that stands for a name: the same name, the same UUID. */
function uuidFrom(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex')
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-')
}

type ExportedFormRow = SubmittedFormRow & { submitted_by: number }

/** @throws Refusal `not_found` with what a merged record became. */
async function readFhirPatient(tx: Executor, id: number): Promise<FhirPatient> {
  const row = await tx
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This patient'))
  if (row.merged_into !== null) {
    throw new Refusal('not_found', (await mergedInto(tx, id))?.text ?? 'This record was merged.')
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

async function readFhirRecord(
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
