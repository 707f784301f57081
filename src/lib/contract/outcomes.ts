import { z } from 'zod'
import { longestTemplate } from './admin/appointment-outcomes.ts'
import { AppointmentOutcomeSummary, AppointmentStatus } from './booking.ts'
import type { ErrorCode } from './errors.ts'
import {
  id,
  idText,
  instant,
  line,
  paragraph,
  plainDate,
  seenVersion,
  statedReason,
  version,
} from './fields.ts'
import { operation, perAudience } from './operation.ts'

const outcomeActions = ['add', 'change', 'withdraw'] as const

/** It has the version of the moment at which it was recorded. */
const RecordedOutcome = AppointmentOutcomeSummary.extend({
  id,
  outcome_id: id,
  recorded: instant,
  recorded_by_name: z.string(),
  reason: z.string(),
  replaces: id.nullable(),
  ended: instant.nullable(),
  ended_by_name: z.string(),
  replaced_by: id.nullable(),
  withdrawn_reason: z.string(),
  /** It says whether the outcome has a later version by now. */
  is_outdated: z.boolean(),
})
export type RecordedOutcome = z.infer<typeof RecordedOutcome>

const AppointmentOutcomes = z.object({
  appointment: z.object({ id, version, status: AppointmentStatus }),
  results: z.array(RecordedOutcome),
  offered: z.array(z.object({ id, name: z.string() })),
  may: z.array(z.enum(outcomeActions)),
})
export type AppointmentOutcomes = z.infer<typeof AppointmentOutcomes>

const OutcomeLetter = z.object({
  id,
  outcome_id: id,
  appointment_id: id,
  name: z.string(),
  version,
  subversion: z.int().nonnegative(),
  html: z.string(),
  recorded: instant,
  replaced: z
    .object({ on: instant, by: z.object({ id, outcome_id: id, name: z.string() }) })
    .nullable(),
  withdrawn: z.object({ on: instant }).nullable(),
  corrects: z.object({ on: instant, id, outcome_id: id, name: z.string() }).nullable(),
  /** False, for those who may correct it, where what it says has changed since it was issued. */
  is_current: z.boolean(),
  patient: z.object({
    full_name: z.string(),
    dob: plainDate.nullable(),
    nhs_number: z.string(),
    address: z.array(z.string()),
  }),
  appointment: z.object({ appointment_type_name: z.string(), start: instant, end: instant }),
  site: z.object({
    name: z.string(),
    address: z.array(z.string()),
    telephone: z.string(),
    email: z.string(),
  }),
  clinician_name: z.string(),
  may: z.array(z.enum(outcomeActions)),
})
export type OutcomeLetter = z.infer<typeof OutcomeLetter>

const change = { version: seenVersion, reason: statedReason }

const byId = z.strictObject({ id: idText })
const byRecord = z.strictObject({ id: idText, recorded_id: idText })
const reads = ['not_signed_in', 'not_found'] as const
const renders = ['invalid', ...reads, 'conflict'] as const
const changes = ['invalid', ...reads, 'not_allowed', 'conflict', 'stale'] as const
const byStaff = <const Codes extends readonly ErrorCode[]>(codes: Codes) =>
  [...codes, 'not_allowed'] as const

export const outcomeOperations = {
  ...perAudience(
    'GET appointments/{id}/outcomes/',
    {
      summary: 'The outcomes of an appointment, also those that were replaced or withdrawn',
      params: byId,
      status: 200,
      response: AppointmentOutcomes,
      errors: reads,
    },
    { permission: 'clinic.view_outcome' },
  ),
  'POST admin/appointments/{id}/outcomes/': operation({
    audience: 'admin',
    summary: 'Add an outcome to an appointment that has taken place, in its present version',
    permission: 'clinic.add_outcome',
    andPermission: 'clinic.view_outcome',
    params: byId,
    body: z.strictObject({ ...change, outcome_id: id }),
    status: 201,
    response: AppointmentOutcomes,
    errors: changes,
  }),
  'PUT admin/appointments/{id}/outcomes/{recorded_id}/': operation({
    audience: 'admin',
    summary:
      'Replace a recorded outcome by another, or by its own present version. Both stay readable',
    permission: 'clinic.change_outcome',
    andPermission: 'clinic.view_outcome',
    params: byRecord,
    body: z.strictObject({ ...change, outcome_id: id }),
    status: 200,
    response: AppointmentOutcomes,
    errors: changes,
  }),
  'DELETE admin/appointments/{id}/outcomes/{recorded_id}/': operation({
    audience: 'admin',
    summary: 'Withdraw a recorded outcome. It stays readable',
    permission: 'clinic.delete_outcome',
    andPermission: 'clinic.view_outcome',
    params: byRecord,
    body: z.strictObject(change),
    status: 200,
    response: AppointmentOutcomes,
    errors: changes,
  }),
  ...perAudience(
    'GET appointmentoutcomes/{id}/render/',
    {
      summary:
        'Render the letter of an outcome, with the template of the version that was recorded for the appointment',
      params: byId,
      query: z.strictObject({
        appointment_id: idText,
        recorded_id: idText.optional(),
      }),
      status: 200,
      response: OutcomeLetter,
      errors: renders,
    },
    { permission: 'clinic.view_outcome' },
  ),
  'POST admin/appointmentoutcomes/preview/': operation({
    audience: 'admin',
    summary:
      'Render a template that is not saved for an appointment. Answers and vaccinations are left out for those who may not see them',
    permission: 'clinic.change_appointmentoutcome',
    andPermission: 'clinic.view_appointment',
    body: z.strictObject({
      template_code: paragraph(longestTemplate).default(''),
      template_path: line(200).default(''),
      appointment_id: id,
    }),
    status: 200,
    response: z.object({ html: z.string() }),
    errors: byStaff(renders),
  }),
}
