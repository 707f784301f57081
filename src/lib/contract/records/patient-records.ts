import { z } from 'zod'
import { id, ids, idText, instant, paged, plainDate, seenVersion, version } from '../fields.ts'
import { operation } from '../operation.ts'

export const PatientAllergies = z.object({
  items: z.array(z.object({ id, name: z.string(), description: z.string() })),
  /** Stated as such; an empty list alone means that nobody has asked. */
  none_known: z.boolean(),
  stated: instant.nullable(),
  stated_by_name: z.string(),
  version,
})
export type PatientAllergies = z.infer<typeof PatientAllergies>

const NextAppointment = z.object({
  id,
  start: instant,
  end: instant,
  service: z.string(),
  site_name: z.string(),
  clinician_name: z.string(),
})

const patient = {
  id,
  full_name: z.string(),
  dob: plainDate.nullable(),
  nhs_number: z.string(),
}

const PatientRecord = z.object({
  patient: z.object({
    ...patient,
    mobile: z.string(),
    email: z.string(),
    is_deceased: z.boolean(),
  }),
  allergies: PatientAllergies,
  alerts: z.array(
    z.object({
      level: z.enum(['warning', 'stop']),
      text: z.string(),
      form_name: z.string(),
      form_id: id,
      submitted: instant,
    }),
  ),
  next_appointment: NextAppointment.nullable(),
  may: z.object({ change_allergies: z.boolean() }),
})
export type PatientRecord = z.infer<typeof PatientRecord>

const ToDo = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('forms'),
    appointment_id: id,
    service: z.string(),
    start: instant,
    count: z.int().positive(),
  }),
  z.object({
    kind: z.literal('vaccination'),
    product_name: z.string(),
    due: plainDate,
    service_slug: z.string().nullable(),
  }),
])
export type ToDo = z.infer<typeof ToDo>

const OwnRecord = z.object({
  patient: z.object(patient),
  allergies: PatientAllergies.nullable(),
  next_appointment: NextAppointment.nullable(),
  to_do: z.array(ToDo),
})
export type OwnRecord = z.infer<typeof OwnRecord>

const AllergiesWrite = z
  .strictObject({ version: seenVersion, allergy_ids: ids(), none_known: z.boolean() })
  .refine(({ allergy_ids, none_known }) => !(none_known && allergy_ids.length > 0), {
    path: ['none_known'],
    message: 'Choose allergies or “No known allergies”, not both',
  })

export const timelineKinds = {
  appointment: 'Appointments',
  form: 'Forms',
  vaccination: 'Vaccinations',
  advice: 'Advice',
  outcome: 'Outcomes',
  message: 'Messages',
} as const
export const TimelineKind = z.enum(Object.keys(timelineKinds) as (keyof typeof timelineKinds)[])
export type TimelineKind = z.infer<typeof TimelineKind>

const TimelineEntry = z.object({
  kind: TimelineKind,
  id,
  at: instant,
  title: z.string(),
  detail: z.string(),
  appointment_id: id.nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

const byId = z.strictObject({ id: idText })
const refusals = ['invalid', 'not_signed_in', 'not_allowed', 'not_found'] as const
const timelineQuery = {
  kind: TimelineKind.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(25),
}

export const patientRecordOperations = {
  'GET admin/patient-records/{id}/': operation({
    summary: 'Who the patient is, allergies, alerts and the next appointment',
    audience: 'admin',
    permission: 'clinic.view_user',
    params: byId,
    status: 200,
    response: PatientRecord,
    errors: refusals,
  }),
  'PUT admin/patient-records/{id}/allergies/': operation({
    summary: 'State the patient’s allergies, or that none are known',
    audience: 'admin',
    permission: 'clinic.change_user',
    andPermission: 'clinic.view_user',
    params: byId,
    body: AllergiesWrite,
    status: 200,
    response: PatientAllergies,
    errors: [...refusals, 'stale'],
  }),
  'GET admin/patient-records/{id}/timeline/': operation({
    summary:
      'Everything on the patient’s record, the newest first. Leaves out what you may not see',
    audience: 'admin',
    permission: 'clinic.view_user',
    params: byId,
    query: z.strictObject(timelineQuery),
    status: 200,
    response: paged(TimelineEntry),
    errors: refusals,
  }),
  'GET private/patient-record/': operation({
    summary: 'Your own record, and what to do next',
    audience: 'private',
    status: 200,
    response: OwnRecord,
    errors: ['not_signed_in'],
  }),
  'PUT private/patient-record/allergies/': operation({
    summary: 'State your own allergies, or that you know of none',
    audience: 'private',
    body: AllergiesWrite,
    status: 200,
    response: PatientAllergies,
    errors: ['invalid', 'not_signed_in', 'stale'],
  }),
  'GET private/patient-record/timeline/': operation({
    summary: 'Everything on your own record, the newest first',
    audience: 'private',
    query: z.strictObject(timelineQuery),
    status: 200,
    response: paged(TimelineEntry),
    errors: ['invalid', 'not_signed_in'],
  }),
  'GET public/patient-record/': operation({
    summary: 'The record of the guest’s appointment, and what to do next',
    audience: 'guest',
    headers: { 'Guest-User-Access-Token': 'required' },
    query: z.strictObject({ appointment_id: idText }),
    status: 200,
    response: OwnRecord,
    errors: ['invalid', 'not_signed_in', 'not_found'],
  }),
}
