import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { Services } from '../services.ts'
import { deleteSavedForm } from './due-saved-forms.ts'
import { retentionCall, SYSTEM } from './retention-call.ts'

const NOBODY = {
  username: null,
  title: '',
  first_name: 'Anonymised',
  last_name: 'guest',
  email: '',
  mobile: '',
  landline: '',
  dob: null,
  gender: -1,
  nhs_number: '',
  address1: '',
  address2: '',
  city: '',
  county: '',
  nation: '',
  postcode: '',
  gp_surgery_id: null,
  is_active: false,
} as const

/**
 * Removes who a guest was. Their appointments stay, so that reports count as before. The database
 * locks the record first, and refuses where there is anything clinical or an appointment to come.
 * `keep_clinical_record` refuses that; from then on `keep_anonymised` and
 * `appointment_record_is_open` refuse to write anything again.
 */
export async function anonymiseGuest(
  tx: Executor,
  services: Pick<Services, 'files'>,
  { id, at, runId }: { id: number; at: Date; runId: string },
): Promise<void> {
  await tx
    .updateTable('person')
    .set({ ...NOBODY, anonymised: at })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('appointment')
    .set({ patient_address: '', notes: '', cancellation_notes: '', gp_surgery_id: null })
    .where('patient_id', '=', id)
    .where(
      sql<boolean>`(patient_address || notes || cancellation_notes <> '' or gp_surgery_id is not null)`,
    )
    .execute()
  await tx
    .updateTable('message')
    .set({ recipient: '', subject: '', sentence: '', note: '' })
    .where('patient_id', '=', id)
    .execute()
  await tx
    .updateTable('waiting_list_entry')
    .set({ state: 'left', ended: at })
    .where('patient_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await tx.deleteFrom('waiting_list_entry').where('patient_id', '=', id).execute()
  await tx.deleteFrom('waiting_list_access').where('issued_to', '=', id).execute()
  await tx.deleteFrom('guest_access').where('person_id', '=', id).execute()
  await tx.deleteFrom('correction_request').where('person_id', '=', id).execute()
  await tx.deleteFrom('appointment_access').where('issued_to', '=', id).execute()
  await tx
    .deleteFrom('duplicate_candidate')
    .where(sql<boolean>`${id} in (person_id, other_id)`)
    .execute()
  const drafts = await tx
    .selectFrom('saved_form')
    .innerJoin('appointment', 'appointment.id', 'saved_form.appointment_id')
    .select(['saved_form.id', 'appointment_id'])
    .where('patient_id', '=', id)
    .orderBy('saved_form.id')
    .execute()
  await audit(tx, retentionCall(runId), {
    actor: SYSTEM,
    action: 'person.anonymised',
    subjectType: 'person',
    subjectId: id,
    patientId: id,
  })
  for (const draft of drafts) {
    await deleteSavedForm(tx, services, { ...draft, patient_id: id }, runId)
  }
}
