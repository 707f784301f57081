import { z } from 'zod'
import { Appointment, AppointmentOutcomeSummary, ClinicFormProgress } from './booking.ts'
import {
  chosenRecords,
  id,
  idText,
  instant,
  LONGEST_APPOINTMENT_MINUTES,
  paragraph,
  plainDate,
  reference,
  seenVersion,
} from './fields.ts'
import { operation } from './operation.ts'
import {
  LONGEST_CANCELLATION_NOTES,
  LONGEST_CORRECTION_REASON,
  LONGEST_NOTES,
  LONGEST_PERSONAL_MESSAGE,
} from './text-length.ts'

const StatusChange = z.object({
  at: instant,
  by_name: z.string(),
  reinstated: z.boolean(),
  /** It is null where the viewer cannot undo it without a reason. */
  undo_until: instant.nullable(),
})
export type StatusChange = z.infer<typeof StatusChange>

export const ClinicAppointment = Appointment.extend({
  patient: z.object({
    id,
    full_name: z.string(),
    dob: plainDate.nullable(),
    nhs_number: z.string(),
    mobile: z.string(),
    email: z.string(),
  }),
  staff_id: id,
  room: z.object({ id, name: z.string() }),
  room_id: id,
  completed_by_name: z.string(),
  cancelled_by_name: z.string(),
  status_change: StatusChange.nullable(),
  outcomes: z.array(AppointmentOutcomeSummary.extend({ url: reference })),
  offered_outcomes: z.array(z.object({ id, name: z.string() })),
  clinician_notes: z.string(),
  /** Titles of the clinician forms that were not finished when it was completed. */
  unfinished_forms: z.array(z.string()),
  unfinished_forms_reason: z.string().nullable(),
  /** It is null where every form was finished. */
  forms: ClinicFormProgress.nullable(),
  may: z.object({
    complete: z.boolean(),
    mark_as_did_not_attend: z.boolean(),
    reschedule: z.boolean(),
    change_type: z.boolean(),
    change_duration: z.boolean(),
    cancel: z.boolean(),
    write_notes: z.boolean(),
    undo: z.boolean(),
    correct: z.boolean(),
  }),
})
export type ClinicAppointment = z.infer<typeof ClinicAppointment>

export type FormerPlace = Pick<
  ClinicAppointment,
  'start' | 'staff_id' | 'room_id' | 'duration' | 'appointment_type_id'
>

/** Minutes other than the type's need clinic.override_appointment_duration. */
export const AppointmentDuration = z
  .int('Enter a whole number of minutes')
  .min(5, 'Enter 5 minutes or more')
  .max(LONGEST_APPOINTMENT_MINUTES, 'Enter 1,440 minutes or fewer')
  .refine((minutes) => minutes % 5 === 0, 'Enter a multiple of 5 minutes')

const place = {
  appointment_type_id: id,
  start: instant,
  site_id: id.optional(),
  availability_id: id.nullable().optional(),
  staff_id: id.optional(),
  room_id: id.optional(),
  duration: AppointmentDuration.optional(),
}

/** For the message about a change that staff make. */
export const notifiesPatient = {
  tell_patient: z.boolean().default(true),
  message: paragraph(LONGEST_PERSONAL_MESSAGE).default(''),
}
const NotifyPatient = z.object(notifiesPatient)
export type NotifyPatient = z.infer<typeof NotifyPatient>

const ClinicAppointmentWrite = z.strictObject({
  ...place,
  ...notifiesPatient,
  patient_id: id,
  gp_surgery_id: id.nullable().optional(),
  notes: paragraph(LONGEST_NOTES).default(''),
})

const ClinicAppointmentUpdate = z.strictObject({
  ...notifiesPatient,
  version: seenVersion,
  appointment_type_id: id.optional(),
  start: instant.optional(),
  staff_id: id.optional(),
  room_id: id.optional(),
  availability_id: id.nullable().optional(),
  duration: AppointmentDuration.optional(),
  gp_surgery_id: id.nullable().optional(),
  notes: paragraph(LONGEST_NOTES).optional(),
  clinician_notes: paragraph(LONGEST_NOTES).optional(),
})

const AppointmentSeriesWrite = ClinicAppointmentWrite.extend({
  every_weeks: z.int().min(1, 'Enter 1 or more').max(26, 'Enter 26 or fewer'),
  times: z.int().min(2, 'Enter 2 or more').max(52, 'Enter 52 or fewer'),
})

const ofAppointment = z.strictObject({ id: idText })
const refusals = ['invalid', 'not_signed_in', 'not_allowed', 'not_found'] as const
const changing = [...refusals, 'stale', 'conflict'] as const
const taking = [...changing, 'slot_taken'] as const

const RuleViolation = z.object({
  code: z.enum([
    'off_mark',
    'in_the_past',
    'within_notice',
    'beyond_horizon',
    'outside_hours',
    'occupied',
    'room_taken',
    'patient_taken',
    'duration_fixed',
    'competency_missing',
    'competency_expired',
    'type_not_offered',
    'disabled',
    'staff_inactive',
    'room_withdrawn',
  ]),
  detail: z.string(),
})
export type RuleViolation = z.infer<typeof RuleViolation>

export const clinicAppointmentOperations = {
  'GET admin/appointments/{id}/': operation({
    summary: 'Read an appointment',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    params: ofAppointment,
    status: 200,
    response: ClinicAppointment,
    errors: ['not_signed_in', 'not_allowed', 'not_found'],
  }),
  'POST admin/appointments/': operation({
    summary:
      'Book an appointment for a patient. Another duration needs clinic.override_appointment_duration; a type the availability does not offer needs clinic.override_appointment_types',
    audience: 'admin',
    permission: 'clinic.add_appointment',
    andPermission: 'clinic.view_appointment',
    body: ClinicAppointmentWrite,
    headers: { 'Idempotency-Key': 'optional' },
    status: 201,
    response: ClinicAppointment,
    errors: [...refusals, 'slot_taken', 'conflict'],
  }),
  'POST admin/appointments/series/': operation({
    summary:
      'Book a series of appointments some weeks apart: all or none. If none, a message for each that does not fit, at `occurrences.N` counted from 0',
    audience: 'admin',
    permission: 'clinic.add_appointment',
    andPermission: 'clinic.view_appointment',
    body: AppointmentSeriesWrite,
    headers: { 'Idempotency-Key': 'optional' },
    status: 201,
    response: z.object({ count: z.int().nonnegative(), results: z.array(ClinicAppointment) }),
    errors: [...refusals, 'slot_taken', 'conflict'],
  }),
  'PUT admin/appointments/{id}/': operation({
    summary:
      'Move or change an appointment: it frees the old time and takes the new one, or changes nothing',
    audience: 'admin',
    permission: 'clinic.change_appointment',
    andPermission: 'clinic.view_appointment',
    params: ofAppointment,
    query: z.looseObject({}),
    body: ClinicAppointmentUpdate,
    status: 200,
    response: ClinicAppointment,
    errors: taking,
  }),
  'DELETE admin/appointments/{id}/': operation({
    summary: 'Cancel an appointment. Its time can be booked again straight away',
    audience: 'admin',
    permission: 'clinic.delete_appointment',
    andPermission: 'clinic.view_appointment',
    params: ofAppointment,
    body: z.strictObject({
      cancellation_notes: paragraph(LONGEST_CANCELLATION_NOTES).default(''),
      version: seenVersion,
      ...notifiesPatient,
    }),
    status: 200,
    response: ClinicAppointment,
    errors: changing,
  }),
  'PUT admin/appointments/{id}/complete_appointment/': operation({
    summary:
      'Complete an appointment and record its outcomes. While a clinician form is not finished, it takes `unfinished_forms_reason`',
    audience: 'admin',
    permission: 'clinic.change_appointment',
    andPermission: 'clinic.view_appointment',
    params: ofAppointment,
    body: z.strictObject({
      version: seenVersion,
      completed_on: instant.nullable().optional(),
      outcome_ids: z.array(id).max(50).optional(),
      /** As an appointment has them, or their addresses, where there are no `outcome_ids`. */
      outcomes: chosenRecords(50).optional(),
      clinician_notes: paragraph(LONGEST_NOTES).optional(),
      /** Left out or null it is stored as not given; an empty text is refused. */
      unfinished_forms_reason: paragraph(LONGEST_CORRECTION_REASON).nullable().optional(),
    }),
    status: 200,
    response: ClinicAppointment,
    errors: changing,
  }),
  'PATCH admin/appointments/{id}/mark_as_did_not_attend/': operation({
    summary: 'Mark an appointment as did not attend',
    audience: 'admin',
    permission: 'clinic.change_appointment',
    andPermission: 'clinic.view_appointment',
    params: ofAppointment,
    body: z.strictObject({ version: seenVersion, ...notifiesPatient }),
    status: 200,
    response: ClinicAppointment,
    errors: changing,
  }),
  'PUT admin/appointments/{id}/reinstate_appointment/': operation({
    summary:
      'Set an appointment back to booked after it was cancelled, completed or marked as did not attend: your own change within 10 minutes, otherwise with clinic.change_outcome and a reason',
    audience: 'admin',
    permission: 'clinic.change_appointment',
    andPermission: 'clinic.view_appointment',
    params: ofAppointment,
    body: z.strictObject({
      version: seenVersion,
      reason: paragraph(LONGEST_CORRECTION_REASON).default(''),
      ...notifiesPatient,
    }),
    status: 200,
    response: ClinicAppointment,
    errors: taking,
  }),
  'POST admin/appointments/{id}/end-links/': operation({
    summary:
      'End all links that open the appointment, those in messages too. The next message has a new one',
    audience: 'admin',
    permission: 'clinic.change_appointment',
    andPermission: 'clinic.view_appointment',
    params: ofAppointment,
    status: 200,
    response: z.object({ ended: z.int().nonnegative() }),
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found'],
  }),
  'GET admin/check-availability/': operation({
    summary: 'Check if an appointment can be booked, and if not, every reason why',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    query: z.strictObject({
      appointment_type_id: idText,
      start: instant,
      duration: z.coerce.number().pipe(AppointmentDuration).optional(),
      staff_id: idText.optional(),
      room_id: idText.optional(),
      site_id: idText.optional(),
      patient_id: idText.optional(),
      appointment_id: idText.optional(),
    }),
    status: 200,
    response: z.object({
      available: z.boolean(),
      reasons: z.array(RuleViolation),
      online_reasons: z.array(RuleViolation),
    }),
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found'],
  }),
}
