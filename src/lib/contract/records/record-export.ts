import { z } from 'zod'
import { AppointmentStatus } from '../booking.ts'
import { id, idText, instant, plainDate } from '../fields.ts'
import { operation } from '../operation.ts'
import { PatientAllergies } from './patient-records.ts'
import { OwnVaccination } from './vaccinations.ts'

const ExportedAnswer = z.object({
  item: z.string(),
  page: z.string(),
  question: z.string(),
  answer: z.array(z.string()),
})

const ExportedFormAnswers = z.object({
  id,
  title: z.string(),
  version: z.string(),
  submitted: instant,
  submitted_by_name: z.string(),
  /** Later answers took the place of these. */
  is_replaced: z.boolean(),
  reason: z.string(),
  answers: z.array(ExportedAnswer),
})
export type ExportedFormAnswers = z.infer<typeof ExportedFormAnswers>

const ExportedOutcome = z.object({
  name: z.string(),
  recorded: instant,
  letter_html: z.string().nullable(),
})

const ExportedAppointment = z.object({
  reference: z.string(),
  service: z.string(),
  status: AppointmentStatus,
  start: instant,
  end: instant,
  site_name: z.string(),
  site_address: z.array(z.string()),
  clinician_name: z.string(),
  outcomes: z.array(ExportedOutcome),
  forms: z.array(ExportedFormAnswers),
})
export type ExportedAppointment = z.infer<typeof ExportedAppointment>

const ExportedAdvice = z.object({
  id,
  advice_text: z.string(),
  categories: z.array(z.string()),
  created: instant,
  staff_name: z.string(),
  pinned: z.boolean(),
  favourite: z.boolean(),
  is_archived: z.boolean(),
})

const ExportedVaccination = OwnVaccination.omit({
  url: true,
  patient_id: true,
  appointment_id: true,
  vaccine_product_id: true,
  service_slug: true,
})
export type ExportedVaccination = z.infer<typeof ExportedVaccination>

/**
 * It has what the patient's record page shows and no more (docs/decisions/0071). The newest of each
 * list comes first.
 */
export const RecordExport = z.object({
  format: z.literal('carelane.patient-record'),
  format_version: z.literal(1),
  exported: instant,
  exported_by: z.string(),
  patient: z.object({
    id,
    full_name: z.string(),
    dob: plainDate.nullable(),
    nhs_number: z.string(),
    email: z.string(),
    mobile: z.string(),
    landline: z.string(),
    address: z.array(z.string()),
    gp_surgery: z.string(),
  }),
  allergies: PatientAllergies.omit({ version: true, stated_by_name: true }).extend({
    items: z.array(z.object({ name: z.string(), description: z.string() })),
  }),
  vaccinations: z.array(ExportedVaccination),
  advice: z.array(ExportedAdvice),
  appointments: z.array(ExportedAppointment),
})
export type RecordExport = z.infer<typeof RecordExport>

export const recordExportOperations = {
  'GET private/patient-record/export/': operation({
    summary: 'Download your own record: appointments, forms, vaccinations, advice and letters',
    audience: 'private',
    status: 200,
    file: 'application/json',
    response: RecordExport,
    freshSignIn: true,
    errors: ['not_signed_in'],
    cost: 'file',
  }),
  'GET admin/patient-records/{id}/fhir/': operation({
    summary:
      'The patient’s record as a Bundle of HL7 FHIR R4. Refused to those who may not see all of it',
    audience: 'admin',
    permission: 'clinic.view_user',
    andPermission: 'clinic.export_patientrecord',
    params: z.strictObject({ id: idText }),
    status: 200,
    file: 'application/fhir+json',
    freshSignIn: true,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found'],
    cost: 'file',
  }),
}
