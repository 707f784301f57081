import type { FileAnswer } from '#lib/contract/operation.ts'
import type { RecordExport } from '#lib/contract/records/record-export.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { addressLines } from '#lib/text/address-lines.ts'
import { adviceRows } from '../../advice/advice-rows.ts'
import { audit, toAuditActor } from '../../audit/audit.ts'
import type { Executor } from '../../database/connection.ts'
import type { Handlers, SignedInCall } from '../../http/implement.ts'
import { readAllergies } from '../../people/allergies.ts'
import {
  presentOwnVaccination,
  type VaccinationRow,
  vaccinationRows,
} from '../../vaccinations/vaccination-rows.ts'
import { exportedAppointments } from './exported-appointments.ts'
import { fhirRecordFile } from './fhir-record-file.ts'
import { jsonPieces } from './json-pieces.ts'

export const recordExportRoutes = {
  'GET private/patient-record/export/': (_request, call) => ownRecordFile(call),
  'GET admin/patient-records/{id}/fhir/': ({ params }, call) => fhirRecordFile(call, params.id),
} satisfies Handlers

type Parts = Omit<RecordExport, 'appointments'> & {
  appointments: AsyncIterable<RecordExport['appointments'][number]>
}

/** Records the reading. Appointments are read while the file is sent, a few at a time. */
async function ownRecordFile(call: SignedInCall): Promise<FileAnswer> {
  const { services, viewer } = call
  const { settings, now } = services
  const { personId } = viewer
  const parts = await services.db.transaction().execute(async (tx): Promise<Parts> => {
    await audit(tx, call, {
      actor: toAuditActor(viewer),
      action: 'person.record_exported',
      subjectType: 'person',
      subjectId: personId,
      patientId: personId,
      change: { format: 'json', own: true },
    })
    const { items, none_known, stated } = await readAllergies(tx, personId)
    return {
      format: 'carelane.patient-record',
      format_version: 1,
      exported: new Date(now()).toISOString(),
      exported_by: settings.PRODUCT_NAME,
      patient: await readPatient(tx, personId),
      allergies: {
        items: items.map(({ name, description }) => ({ name, description })),
        none_known,
        stated,
      },
      vaccinations: await readVaccinations(tx, call),
      advice: await readAdvice(tx, personId),
      appointments: exportedAppointments(call, await appointmentIds(tx, personId)),
    }
  })
  const today = toClinicDate(now(), settings.CLINIC_TIME_ZONE)
  return { name: `health-record-${today}.json`, content: jsonPieces(parts) }
}

async function readPatient(tx: Executor, id: number): Promise<RecordExport['patient']> {
  const row = await tx
    .selectFrom('person')
    .leftJoin('gp_surgery', 'gp_surgery.id', 'person.gp_surgery_id')
    .select(['person.id', 'full_name', 'dob', 'nhs_number', 'person.email', 'mobile', 'landline'])
    .select(['person.address1', 'person.address2', 'person.city', 'person.postcode'])
    .select('gp_surgery.name as gp_surgery')
    .where('person.id', '=', id)
    .executeTakeFirstOrThrow()
  const { address1, address2, city, postcode, gp_surgery, ...shown } = row
  return {
    ...shown,
    address: addressLines({ address1, address2, city, postcode }),
    gp_surgery: gp_surgery ?? '',
  }
}

/** As the patient's list of vaccinations: without those entered in error. */
async function readVaccinations(
  tx: Executor,
  call: SignedInCall,
): Promise<RecordExport['vaccinations']> {
  const rows = await vaccinationRows(tx)
    .where('vaccination.patient_id', '=', call.viewer.personId)
    .where('vaccination.entered_in_error', 'is', null)
    .orderBy('vaccination.date_administered', 'desc')
    .orderBy('vaccination.id', 'desc')
    .execute()
  return rows.map((row) => toVaccination(row, call))
}

function toVaccination(row: VaccinationRow, call: SignedInCall) {
  const {
    url: _url,
    patient_id: _patient,
    appointment_id: _appointment,
    vaccine_product_id: _product,
    service_slug: _service,
    ...exported
  } = presentOwnVaccination(row, call)
  return exported
}

/** It is the patient's list of advice, with what is archived and without what was withdrawn. */
async function readAdvice(tx: Executor, personId: number): Promise<RecordExport['advice']> {
  const rows = await adviceRows(tx)
    .where('advice.patient_id', '=', personId)
    .where('advice.withdrawn_at', 'is', null)
    .orderBy('advice.created', 'desc')
    .orderBy('advice.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    advice_text: row.advice_text,
    categories: row.categories.map(({ name }) => name),
    created: row.created.toISOString(),
    staff_name: row.staff_name,
    pinned: row.pinned,
    favourite: row.favourite,
    is_archived: row.archived_at !== null,
  }))
}

async function appointmentIds(tx: Executor, personId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('appointment')
    .select('id')
    .where('patient_id', '=', personId)
    .where('status', '<>', 'held')
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}
