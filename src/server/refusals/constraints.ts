import { brokenConstraint } from '../database/failures.ts'
import {
  invalid,
  patientTaken,
  personAnonymised,
  personMerged,
  Refusal,
  slotTaken,
} from './refusal.ts'

const surgeryNotFound = () => invalid({ gp_surgery_id: ['Choose a GP surgery from the list.'] })
const guestGone = () => new Refusal('not_signed_in', 'This link or session is no longer valid.')

const otherPatientsAppointment = () =>
  invalid({ appointment_id: ['Choose an appointment of this patient.'] })
const adviceCategoryGone = () =>
  invalid({ category_ids: ['Choose from the list: one of these no longer exists.'] })

const formGone = () =>
  invalid({ eform_id: ['This form is no longer available. Load the page again.'] })

export const constraintRefusals: Readonly<Record<string, () => Refusal>> = {
  appointment_staff_overlap: slotTaken,
  appointment_room_overlap: slotTaken,
  appointment_patient_overlap: patientTaken,
  appointment_person_open: personMerged,
  advice_person_open: personMerged,
  vaccination_person_open: personMerged,
  staff_person_open: personMerged,
  account_person_open: personMerged,
  allergy_statement_person_open: personMerged,
  correction_request_person_open: personMerged,
  waiting_list_person_open: personMerged,
  person_allergy_person_open: personMerged,
  person_anonymised_stays: personAnonymised,
  appointment_appointment_type_id_fkey: slotTaken,
  appointment_availability_id_fkey: slotTaken,
  appointment_staff_id_fkey: slotTaken,
  appointment_room_id_fkey: slotTaken,
  appointment_site_id_fkey: slotTaken,
  appointment_gp_surgery_id_fkey: surgeryNotFound,
  appointment_patient_id_fkey: guestGone,
  // Deleted between being found and named.
  waiting_list_entry_appointment_type_id_fkey: slotTaken,
  waiting_list_site_site_id_fkey: () => invalid({ site_ids: ['Choose branches from the list'] }),
  availability_staff_id_fkey: () => invalid({ staff: ['Choose a clinician who works here'] }),
  availability_room_id_fkey: () => invalid({ room: ['Choose a room from the list'] }),
  availability_appointment_type_appointment_type_id_fkey: () =>
    invalid({ appointment_types: ['Choose from the list: one of these no longer exists'] }),
  availability_occurrence_staff_overlap: () =>
    invalid({ staff: ['This clinician has just been given other hours at one of these times'] }),
  availability_occurrence_room_overlap: () =>
    invalid({ room: ['This room has just been taken at one of these times'] }),
  saved_form_version: formGone,
  saved_form_eform_id_fkey: formGone,
  patient_advice_of_appointment: otherPatientsAppointment,
  patient_advice_category_advice_category_id_fkey: adviceCategoryGone,
  advice_snippet_category_advice_category_id_fkey: adviceCategoryGone,
  person_gp_surgery_id_fkey: surgeryNotFound,
  person_username_key: () => invalid({ username: ['Somebody else has this username.'] }),
  person_allergy_allergy_id_fkey: () =>
    invalid({ allergies: ['Choose from the list: one of these no longer exists.'] }),
  person_permission_group_permission_group_id_fkey: () =>
    invalid({ groups: ['Choose from the list: one of these no longer exists.'] }),
}

export function explainBroken(error: unknown): never {
  throw constraintRefusals[brokenConstraint(error) ?? '']?.() ?? error
}
