import { z } from 'zod'
import { Appointment } from '../booking.ts'
import { ClinicAppointment } from '../clinic-appointments.ts'
import { id, instant, line, paragraph, plainDate, seenVersion, url, version } from '../fields.ts'
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

export const SavedForm = SavedFormSummary.extend({
  answers: Answers,
  on: plainDate,
  site_telephone: z.string(),
})
export type SavedForm = z.infer<typeof SavedForm>

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

export const SubmittedForm = SubmittedFormSummary.extend({
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

export const ClinicianForm = SavedForm.extend({
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
export const OwnAppointmentForms = z.object({ appointment: Appointment, ...lists })
export type OwnAppointmentForms = z.infer<typeof OwnAppointmentForms>
export const ClinicAppointmentForms = z.object({ appointment: ClinicAppointment, ...lists })
export type ClinicAppointmentForms = z.infer<typeof ClinicAppointmentForms>

const reason = paragraph(LONGEST_CORRECTION_REASON).default(NO_REASON)

export const SavedFormStart = z.strictObject({
  appointment_id: id,
  eform_id: id,
  amends: id.optional(),
})
export type SavedFormStart = z.infer<typeof SavedFormStart>

export const SavedFormUpdate = z.strictObject({ answers: Answers, revision: seenVersion })
export type SavedFormUpdate = z.infer<typeof SavedFormUpdate>

export const FormSubmission = z.strictObject({
  saved_form_id: id,
  revision: seenVersion,
  /** Needed where it amends. */
  reason,
})
export type FormSubmission = z.infer<typeof FormSubmission>

export const FormAmendment = z.strictObject({
  answers: Answers,
  /** It is null where nobody had amended the form. Left out, any will do. */
  replaced_by: id.nullable().optional(),
  reason: reason.transform((text) => text || NO_REASON),
})
export type FormAmendment = z.infer<typeof FormAmendment>

export const ClinicianFormUpdate = z.strictObject({
  answers: Answers.optional(),
  revision: seenVersion,
  complete: z.boolean().default(false),
  reason,
})
export type ClinicianFormUpdate = z.infer<typeof ClinicianFormUpdate>
