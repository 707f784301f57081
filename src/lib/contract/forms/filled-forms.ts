import { z } from 'zod'
import { Appointment } from '../booking.ts'
import { ClinicAppointment } from '../clinic-appointments.ts'
import type { ErrorCode } from '../errors.ts'
import {
  id,
  idText,
  instant,
  line,
  listQuery,
  paged,
  paragraph,
  plainDate,
  seenVersion,
  url,
  version,
} from '../fields.ts'
import { operation, perAudience } from '../operation.ts'
import { LONGEST_CORRECTION_REASON, NO_REASON } from '../text-length.ts'
import { Answers } from './form-answers.ts'
import { FormItems } from './form-item.ts'

const EformSummary = z.object({
  id,
  name: line(200),
  title: z.string(),
  version,
  subversion: z.int().nonnegative(),
  is_vaccination_form: z.boolean(),
  minutes: z.int().positive(),
})

const AnsweredEform = EformSummary.extend({
  description: z.string(),
  formDefinition: FormItems,
})

const RaisedAlert = z.object({
  item: z.string(),
  level: z.enum(['warning', 'stop']),
  text: z.string(),
  advice: z.string(),
})

const formKind = z.enum(['patient', 'clinician'])
const formActions = ['change', 'submit', 'amend'] as const

const ofForm = {
  id,
  url,
  appointment_id: id,
  may: z.array(z.enum(formActions)),
}

export const SavedFormSummary = z.object({
  ...ofForm,
  eform: AnsweredEform,
  revision: version,
  started: instant,
  saved: instant,
  saved_by_name: z.string(),
  is_draft: z.boolean(),
  amends: id.nullable(),
  submitted_form_id: id.nullable(),
})
export type SavedFormSummary = z.infer<typeof SavedFormSummary>

const SavedForm = SavedFormSummary.extend({
  answers: Answers,
  on: plainDate,
  site_telephone: z.string(),
})
export type SavedForm = z.infer<typeof SavedForm>

const reason = paragraph(LONGEST_CORRECTION_REASON).default(NO_REASON)

export const SubmittedFormSummary = z.object({
  ...ofForm,
  eform: AnsweredEform,
  saved_form_id: id,
  kind: formKind,
  alerts: z.array(RaisedAlert),
  submitted: instant,
  submitted_by_name: z.string(),
  submitted_role: z.enum(['guest', 'patient', 'staff']),
  replaces: id.nullable(),
  replaced_by: id.nullable(),
  reason: z.string(),
})
export type SubmittedFormSummary = z.infer<typeof SubmittedFormSummary>

const patient = { audience: 'private' } as const

const SubmittedForm = SubmittedFormSummary.extend({
  answers: Answers,
  on: plainDate,
  site_telephone: z.string(),
  patient: z.object({ full_name: z.string(), dob: plainDate.nullable() }),
  appointment: z
    .object({
      appointment_type_name: z.string(),
      site_name: z.string(),
      start: instant,
      end: instant,
    })
    .nullable(),
})
export type SubmittedForm = z.infer<typeof SubmittedForm>

const clinicianFormStatus = z.enum(['in_progress', 'completed', 'amended'])

const ofClinician = {
  status: clinicianFormStatus,
  completed: instant.nullable(),
  completed_by_name: z.string(),
  alerts: z.array(RaisedAlert),
}

/** A saved form that staff fill in: completed is submitted, amended is submitted again. */
const ClinicianFormSummary = SavedFormSummary.extend(ofClinician)
export type ClinicianFormSummary = z.infer<typeof ClinicianFormSummary>

const ClinicianForm = SavedForm.extend({
  ...ofClinician,
  versions: z.array(
    z.object({ id, submitted: instant, submitted_by_name: z.string(), reason: z.string() }),
  ),
})
export type ClinicianForm = z.infer<typeof ClinicianForm>

const DueForm = z.object({
  kind: formKind,
  eform: EformSummary,
  may_start: z.boolean(),
})
export type DueForm = z.infer<typeof DueForm>

const lists = {
  inprogress_forms: z.array(SavedFormSummary),
  completed_forms: z.array(SubmittedFormSummary),
  clinician_forms: z.array(ClinicianFormSummary),
  due_forms: z.array(DueForm),
}
const OwnAppointmentForms = z.object({ appointment: Appointment, ...lists })
export type OwnAppointmentForms = z.infer<typeof OwnAppointmentForms>
const ClinicAppointmentForms = z.object({ appointment: ClinicAppointment, ...lists })
export type ClinicAppointmentForms = z.infer<typeof ClinicAppointmentForms>

const SavedFormStart = z.strictObject({
  appointment_id: id,
  eform_id: id,
  amends: id.optional(),
})

const SavedFormUpdate = z.strictObject({ answers: Answers, revision: seenVersion })

const FormSubmission = z.strictObject({
  saved_form_id: id,
  revision: seenVersion,
  /** Needed where it amends. */
  reason,
})
export type FormSubmission = z.infer<typeof FormSubmission>

const FormAmendment = z.strictObject({
  answers: Answers,
  /** It is null where nobody had amended the form. Left out, any will do. */
  replaced_by: id.nullable().optional(),
  reason: reason.transform((text) => text || NO_REASON),
})

const ClinicianFormUpdate = z.strictObject({
  answers: Answers.optional(),
  revision: seenVersion,
  complete: z.boolean().default(false),
  reason,
})

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
