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
  /** How long it takes; an estimate. */
  minutes: z.int().positive(),
})

/** The version that the answers were given to. */
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

/** Who fills it in. */
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
  /** False once it was submitted, until somebody amends it. */
  is_draft: z.boolean(),
  /** The submitted form that it changes; null for a first one. */
  amends: id.nullable(),
  /** The one that was submitted last. */
  submitted_form_id: id.nullable(),
})
export type SavedFormSummary = z.infer<typeof SavedFormSummary>

export const SavedForm = SavedFormSummary.extend({
  answers: Answers,
  /** The clinic's day, from which ages count. */
  on: plainDate,
  /** Of the branch that the patient comes to; empty for none. */
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
  /** Why it was amended. */
  reason: z.string(),
})
export type SubmittedFormSummary = z.infer<typeof SubmittedFormSummary>

export const SubmittedForm = SubmittedFormSummary.extend({
  answers: Answers,
  /** The day of its submission, from which ages count. */
  on: plainDate,
  site_telephone: z.string(),
  /** `dob` is null for others than staff, and where it is not known. */
  patient: z.object({ full_name: z.string(), dob: plainDate.nullable() }),
  /** Null for staff who may not see it. */
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
  /** As it was completed last. */
  alerts: z.array(RaisedAlert),
}

/** A saved form that staff fill in: completed is submitted, amended is submitted again. */
export const ClinicianFormSummary = SavedFormSummary.extend(ofClinician)
export type ClinicianFormSummary = z.infer<typeof ClinicianFormSummary>

/** `answers` of the draft, else as it was completed last. */
export const ClinicianForm = SavedForm.extend({
  ...ofClinician,
  /** Every time it was completed, the newest first. */
  versions: z.array(
    z.object({ id, submitted: instant, submitted_by_name: z.string(), reason: z.string() }),
  ),
})
export type ClinicianForm = z.infer<typeof ClinicianForm>

export const DueForm = z.object({
  kind: formKind,
  eform: EformSummary,
  may_start: z.boolean(),
})
export type DueForm = z.infer<typeof DueForm>

const lists = {
  inprogress_forms: z.array(SavedFormSummary),
  completed_forms: z.array(SubmittedFormSummary),
  /** Empty for patients and guests. */
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
  /** The submitted form to change: the draft begins with its answers. */
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
  /** As it was read: null where nobody had amended it. Left out, any will do. */
  replaced_by: id.nullable().optional(),
  /** Empty in a first submission that is sent back as it was read. */
  reason: reason.transform((text) => text || NO_REASON),
})
export type FormAmendment = z.infer<typeof FormAmendment>

export const ClinicianFormUpdate = z.strictObject({
  /** Left out to complete what was saved. */
  answers: Answers.optional(),
  revision: seenVersion,
  complete: z.boolean().default(false),
  /** Needed where it was completed before. */
  reason,
})
export type ClinicianFormUpdate = z.infer<typeof ClinicianFormUpdate>
