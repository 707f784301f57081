import { z } from 'zod'
import { SiteSummary } from './booking.ts'
import { notifiesPatient } from './clinic-appointments.ts'
import {
  calendarDate,
  id,
  idText,
  instant,
  listQuery,
  paged,
  paragraph,
  seenVersion,
  version,
} from './fields.ts'
import { operation } from './operation.ts'
import { LONGEST_CANCELLATION_NOTES } from './text-length.ts'

const Alternative = z.object({
  start: instant,
  end: instant,
  staff_id: id,
  staff_name: z.string(),
  room_id: id,
  room_name: z.string(),
  site_id: id,
  site_name: z.string(),
  /** On a day on which its clinician lost hours, with the same one: only who asks for it is moved there. */
  with_absent_clinician: z.boolean(),
})
export type Alternative = z.infer<typeof Alternative>

const OrphanReason = z.enum([
  'outside_hours',
  'type_not_offered',
  'competency_missing',
  'staff_inactive',
  'room_withdrawn',
  'type_disabled',
  'patient_deceased',
])
export type OrphanReason = z.infer<typeof OrphanReason>

export const OrphanedAppointment = z.object({
  id,
  version,
  start: instant,
  end: instant,
  duration: z.int().positive(),
  appointment_type: z.object({ id, name: z.string() }),
  patient: z.object({ id, full_name: z.string() }),
  staff: z.object({ id, full_name: z.string() }),
  room: z.object({ id, name: z.string() }),
  site: SiteSummary,
  reasons: z.array(OrphanReason),
  /**
   * Its own branch first, then the same time, the nearest later times, and earlier ones; last those
   * with the clinician who is away.
   */
  alternatives: z.array(Alternative),
  may_cancel: z.boolean(),
})
export type OrphanedAppointment = z.infer<typeof OrphanedAppointment>

const OrphanRow = OrphanedAppointment.extend({
  kept: z.object({ at: instant, by: z.string() }).nullable(),
  asked: instant.nullable(),
})
export type OrphanRow = z.infer<typeof OrphanRow>

const Resolution = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('keep'), appointment_id: id, version }),
  z.strictObject({
    action: z.literal('reschedule'),
    appointment_id: id,
    version,
    start: instant,
    staff_id: id,
    room_id: id,
    ...notifiesPatient,
  }),
  z.strictObject({
    action: z.literal('cancel'),
    appointment_id: id,
    version,
    cancellation_notes: paragraph(LONGEST_CANCELLATION_NOTES).default(''),
    ...notifiesPatient,
  }),
  /** It stays among those that need attention, and its patient is asked to choose another time. */
  z.strictObject({ action: z.literal('ask'), appointment_id: id, version }),
])
export type Resolution = z.infer<typeof Resolution>

export const resolutions = z.array(Resolution).max(1_000).default([])

export const within_days = z.coerce.number().pipe(z.int().min(1).max(60)).default(14)

const byId = z.strictObject({ id: idText })
const refusals = ['invalid', 'not_signed_in', 'not_allowed', 'too_many_requests'] as const

export const orphanedOperations = {
  'GET admin/clinic/orphaned-appointments/': operation({
    summary:
      "List upcoming appointments that have lost their clinician, room or competency, or would lose them by a change; other clinicians' with clinic.view_other_appointments",
    audience: 'admin',
    permission: 'clinic.view_appointment',
    query: z.strictObject({
      page: listQuery.page,
      page_size: listQuery.page_size,
      from: calendarDate.optional(),
      to: calendarDate.optional(),
      staff_id: idText.optional(),
      site_id: idText.optional(),
      kept: z.enum(['yes', 'no']).optional(),
      asked: z.enum(['yes', 'no']).optional(),
      /** Asks what else would be orphaned without this clinician, room or staff competency. */
      without_staff_id: idText.optional(),
      without_room_id: idText.optional(),
      without_staff_competency_id: idText.optional(),
      within_days,
    }),
    status: 200,
    response: paged(OrphanRow),
    errors: ['invalid', 'not_signed_in', 'not_allowed'],
  }),
  'PUT admin/clinic/orphaned-appointments/{id}/kept/': operation({
    summary: 'Keep an appointment that needs attention as it is, until something else is missing',
    audience: 'admin',
    permission: 'clinic.change_appointment',
    andPermission: 'clinic.view_appointment',
    params: byId,
    body: z.strictObject({ version: seenVersion }),
    status: 204,
    errors: [...refusals, 'not_found', 'stale', 'conflict'],
  }),
  'DELETE admin/clinic/orphaned-appointments/{id}/kept/': operation({
    summary: 'Mark an appointment that was kept as it is as needing attention again',
    audience: 'admin',
    permission: 'clinic.change_appointment',
    andPermission: 'clinic.view_appointment',
    params: byId,
    status: 204,
    errors: ['not_signed_in', 'not_allowed', 'not_found'],
  }),
}
