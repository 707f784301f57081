import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import { idText, listQuery, paged } from '../fields.ts'
import { operation, perAudience } from '../operation.ts'
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

const patient = { audience: 'private' } as const
const staff = { audience: 'admin' } as const

export const filledFormOperations = {
  ...perAudience('GET forms/{id}/', {
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
  ...perAudience(
    'POST savedforms/',
    {
      summary:
        'Start a form for an appointment, or return the one that was started. `amends` changes a submitted one',
      body: SavedFormStart,
      status: 201,
      response: SavedForm,
      errors: writes,
    },
    { permission: 'eforms.add_savedform' },
  ),
  ...perAudience(
    'GET savedforms/{id}/',
    {
      summary: 'Read a saved form with the version of the form that it was started with',
      params: byId,
      status: 200,
      response: SavedForm,
      errors: reads,
    },
    { permission: 'eforms.view_savedform' },
  ),
  ...perAudience(
    'PUT savedforms/{id}/',
    {
      summary:
        'Save answers, finished or not. `stale` if somebody saved since `revision`; the same answers again are no conflict',
      params: byId,
      body: SavedFormUpdate,
      status: 200,
      response: SavedFormSummary,
      errors: writes,
    },
    { permission: 'eforms.change_savedform' },
  ),

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
  ...perAudience(
    'POST submittedforms/',
    {
      summary:
        'Submit a saved form. What is wrong is named at `answers.ITEM`. Sent again, it returns the same submitted form',
      body: FormSubmission,
      status: 201,
      response: SubmittedForm,
      errors: writes,
    },
    { permission: 'eforms.add_submittedform' },
  ),
  ...perAudience(
    'GET submittedforms/{id}/',
    {
      summary: 'Read a submitted form',
      params: byId,
      status: 200,
      response: SubmittedForm,
      errors: reads,
    },
    { permission: 'eforms.view_submittedform' },
  ),
  ...perAudience(
    'PUT submittedforms/{id}/',
    {
      summary:
        'Amend a submitted form with a reason: a new submitted form that replaces it. Both stay readable',
      params: byId,
      body: FormAmendment,
      status: 200,
      response: SubmittedForm,
      errors: writes,
    },
    { permission: 'eforms.change_submittedform' },
  ),
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
