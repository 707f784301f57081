import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import { idText, listQuery, paged } from '../fields.ts'
import { operation } from '../operation.ts'
import {
  ClinicAppointmentForms,
  ClinicianForm,
  ClinicianFormUpdate,
  FormAmendment,
  FormSubmission,
  OwnAppointmentForms,
  SavedForm,
  SavedFormStart,
  SavedFormSummary,
  SavedFormUpdate,
  SubmittedForm,
  SubmittedFormSummary,
} from './filled-forms.ts'

const byId = z.strictObject({ id: idText })
const withToken = { 'Guest-User-Access-Token': 'required' } as const
const ofList = z.strictObject({
  ...listQuery,
  appointment_id: idText.optional(),
  eform_id: idText.optional(),
})
const reads = ['not_signed_in', 'not_found'] as const
const writes = ['invalid', ...reads, 'conflict', 'stale'] as const
const byStaff = <const Codes extends readonly ErrorCode[]>(codes: Codes) =>
  [...codes, 'not_allowed'] as const

const ofAppointment = {
  summary: 'The forms of an appointment: in progress, submitted, and still to be started',
  params: byId,
  status: 200,
} as const
const listSaved = {
  summary: 'List: saved forms, which can still change',
  query: ofList,
  status: 200,
  response: paged(SavedFormSummary),
} as const
const listSubmitted = {
  summary: 'List: submitted forms',
  query: ofList,
  status: 200,
  response: paged(SubmittedFormSummary),
} as const
const start = {
  summary:
    'Start a form for an appointment, or return the one that was started. `amends` changes a submitted one',
  body: SavedFormStart,
  status: 201,
  response: SavedForm,
} as const
const readSaved = {
  summary: 'Read a saved form with the version of the form that it was started with',
  params: byId,
  status: 200,
  response: SavedForm,
} as const
const save = {
  summary:
    'Save answers, finished or not. `stale` if somebody saved since `revision`; the same answers again are no conflict',
  params: byId,
  body: SavedFormUpdate,
  status: 200,
  response: SavedFormSummary,
} as const
const submit = {
  summary:
    'Submit a saved form. What is wrong is named at `answers.ITEM`. Sent again, it returns the same submitted form',
  body: FormSubmission,
  status: 201,
  response: SubmittedForm,
} as const
const readSubmitted = {
  summary: 'Read a submitted form',
  params: byId,
  status: 200,
  response: SubmittedForm,
} as const
const amend = {
  summary:
    'Amend a submitted form with a reason: a new submitted form that replaces it. Both stay readable',
  params: byId,
  body: FormAmendment,
  status: 200,
  response: SubmittedForm,
} as const

const guest = { audience: 'guest', headers: withToken } as const
const patient = { audience: 'private' } as const
const staff = { audience: 'admin' } as const

export const filledFormOperations = {
  'GET public/forms/{id}/': operation({
    ...guest,
    ...ofAppointment,
    response: OwnAppointmentForms,
    errors: reads,
  }),
  'GET private/forms/{id}/': operation({
    ...patient,
    ...ofAppointment,
    response: OwnAppointmentForms,
    errors: reads,
  }),
  'GET admin/forms/{id}/': operation({
    ...staff,
    ...ofAppointment,
    permission: 'eforms.view_submittedform',
    orPermission: 'eforms.view_clinicianform',
    andPermission: 'clinic.view_appointment',
    response: ClinicAppointmentForms,
    errors: byStaff(reads),
  }),

  'GET private/savedforms/': operation({ ...patient, ...listSaved, errors: ['not_signed_in'] }),
  'GET admin/savedforms/': operation({
    ...staff,
    ...listSaved,
    permission: 'eforms.view_savedform',
    errors: ['invalid', 'not_signed_in', 'not_allowed'],
  }),
  'POST public/savedforms/': operation({ ...guest, ...start, errors: writes }),
  'POST private/savedforms/': operation({ ...patient, ...start, errors: writes }),
  'POST admin/savedforms/': operation({
    ...staff,
    ...start,
    permission: 'eforms.add_savedform',
    errors: byStaff(writes),
  }),
  'GET public/savedforms/{id}/': operation({ ...guest, ...readSaved, errors: reads }),
  'GET private/savedforms/{id}/': operation({ ...patient, ...readSaved, errors: reads }),
  'GET admin/savedforms/{id}/': operation({
    ...staff,
    ...readSaved,
    permission: 'eforms.view_savedform',
    errors: byStaff(reads),
  }),
  'PUT public/savedforms/{id}/': operation({ ...guest, ...save, errors: writes }),
  'PUT private/savedforms/{id}/': operation({ ...patient, ...save, errors: writes }),
  'PUT admin/savedforms/{id}/': operation({
    ...staff,
    ...save,
    permission: 'eforms.change_savedform',
    errors: byStaff(writes),
  }),

  'GET private/submittedforms/': operation({
    ...patient,
    ...listSubmitted,
    errors: ['not_signed_in'],
  }),
  'GET admin/submittedforms/': operation({
    ...staff,
    ...listSubmitted,
    permission: 'eforms.view_submittedform',
    errors: ['invalid', 'not_signed_in', 'not_allowed'],
  }),
  'POST public/submittedforms/': operation({ ...guest, ...submit, errors: writes }),
  'POST private/submittedforms/': operation({ ...patient, ...submit, errors: writes }),
  'POST admin/submittedforms/': operation({
    ...staff,
    ...submit,
    permission: 'eforms.add_submittedform',
    errors: byStaff(writes),
  }),
  'GET public/submittedforms/{id}/': operation({ ...guest, ...readSubmitted, errors: reads }),
  'GET private/submittedforms/{id}/': operation({ ...patient, ...readSubmitted, errors: reads }),
  'GET admin/submittedforms/{id}/': operation({
    ...staff,
    ...readSubmitted,
    permission: 'eforms.view_submittedform',
    errors: byStaff(reads),
  }),
  'GET admin/submittedforms/{id}/questionnaire-response/': operation({
    ...staff,
    summary: 'A submitted form as a QuestionnaireResponse of HL7 FHIR R4',
    permission: 'eforms.view_submittedform',
    params: byId,
    status: 200,
    file: 'application/fhir+json',
    errors: byStaff(reads),
  }),
  'GET admin/eforms/{id}/questionnaire/': operation({
    ...staff,
    summary: 'The present version of an e-form as a Questionnaire of HL7 FHIR R4',
    permission: 'eforms.view_eform',
    params: byId,
    status: 200,
    file: 'application/fhir+json',
    errors: byStaff(reads),
  }),
  'PUT public/submittedforms/{id}/': operation({ ...guest, ...amend, errors: writes }),
  'PUT private/submittedforms/{id}/': operation({ ...patient, ...amend, errors: writes }),
  'PUT admin/submittedforms/{id}/': operation({
    ...staff,
    ...amend,
    permission: 'eforms.change_submittedform',
    errors: byStaff(writes),
  }),

  'POST admin/clinicianforms/': operation({
    ...staff,
    summary:
      'Start a clinician form for an appointment, or return the one that was started. `amends` changes a completed one',
    permission: 'eforms.add_clinicianform',
    orPermission: 'eforms.change_clinicianform',
    body: SavedFormStart,
    status: 201,
    response: ClinicianForm,
    errors: byStaff(writes),
  }),
  'GET admin/clinicianforms/{id}/': operation({
    ...staff,
    summary: 'Read a clinician form',
    permission: 'eforms.view_clinicianform',
    params: byId,
    status: 200,
    response: ClinicianForm,
    errors: byStaff(reads),
  }),
  'PUT admin/clinicianforms/{id}/': operation({
    ...staff,
    summary:
      'Save a clinician form, or complete it. To complete it again amends it, with a reason. Sent again, it is completed once',
    permission: 'eforms.change_clinicianform',
    params: byId,
    body: ClinicianFormUpdate,
    status: 200,
    response: ClinicianForm,
    errors: byStaff(writes),
  }),
}
