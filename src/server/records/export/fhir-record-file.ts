import { createHash, randomUUID } from 'node:crypto'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { exportResponse } from '#lib/forms/fhir/export-response.ts'
import type { FhirJson } from '#lib/forms/fhir/exporting.ts'
import { can } from '#lib/policy/policy.ts'
import { type FhirExporting, fhirReference } from '#lib/records/fhir/fhir-record.ts'
import { recordEntries, toBundleEntry } from '#lib/records/fhir/record-entries.ts'
import { audit, toAuditActor } from '../../audit/audit.ts'
import type { Executor } from '../../database/connection.ts'
import { questionnaireAddress } from '../../forms/fhir-files.ts'
import { submittedFormRows, versionContent } from '../../forms/form-rows.ts'
import { staffViewer } from '../../forms/form-viewer.ts'
import { clinicDay } from '../../forms/present-form.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { jsonPieces } from './json-pieces.ts'
import { type ExportedFormRow, readFhirPatient, readFhirRecord } from './read-fhir-record.ts'

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
