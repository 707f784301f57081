import { z } from 'zod'
import { SiteSummary } from './booking.ts'
import {
  calendarDate,
  id,
  idText,
  instant,
  listQuery,
  paged,
  paragraph,
  version,
} from './fields.ts'
import { operation } from './operation.ts'
import { LONGEST_CANCELLATION_NOTES } from './text-length.ts'

/** A place for an appointment that would otherwise be orphaned. */
export const Alternative = z.object({
  start: instant,
  end: instant,
  staff_id: id,
  staff_name: z.string(),
  room_id: id,
  room_name: z.string(),
  site_id: id,
  site_name: z.string(),
})
export type Alternative = z.infer<typeof Alternative>

/** What an appointment lacks. */
export const OrphanReason = z.enum([
  'outside_hours',
  'type_not_offered',
  'competency_missing',
  'staff_inactive',
  'room_withdrawn',
  'type_disabled',
  'patient_deceased',
])
export type OrphanReason = z.infer<typeof OrphanReason>

/** An appointment that is, or would be, without its clinician, room or competence. */
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
   * Free places of the same type: those at its own branch first, and of each branch the same time with
   * another clinician, then the nearest later times, then earlier ones.
   */
  alternatives: z.array(Alternative),
})
export type OrphanedAppointment = z.infer<typeof OrphanedAppointment>

/** One that is orphaned now; `left` says who knowingly left it so, as long as nothing else is amiss. */
export const ListedOrphan = OrphanedAppointment.extend({
  kept: z.object({ at: instant, by: z.string() }).nullable(),
})
export type ListedOrphan = z.infer<typeof ListedOrphan>

/** What is to become of one orphaned appointment, decided while it looked as `version` says. */
export const Resolution = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('keep'), appointment_id: id, version }),
  z.strictObject({
    action: z.literal('reschedule'),
    appointment_id: id,
    version,
    start: instant,
    staff_id: id,
    room_id: id,
  }),
  z.strictObject({
    action: z.literal('cancel'),
    appointment_id: id,
    version,
    cancellation_notes: paragraph(LONGEST_CANCELLATION_NOTES).default(''),
  }),
])
export type Resolution = z.infer<typeof Resolution>

export const resolutions = z.array(Resolution).max(1_000).default([])

/** Free places are looked for up to this many days from each appointment. */
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
      /** What was knowingly left alone, or what was not; without it, both. */
      kept: z.enum(['yes', 'no']).optional(),
      /** Asks what more would be orphaned without this clinician, room or record of a competency. */
      without_staff_id: idText.optional(),
      without_room_id: idText.optional(),
      without_staff_competency_id: idText.optional(),
      within_days,
    }),
    status: 200,
    response: paged(ListedOrphan),
    errors: ['invalid', 'not_signed_in', 'not_allowed'],
  }),
  'PUT admin/clinic/orphaned-appointments/{id}/kept/': operation({
    summary: 'Keep an appointment that needs attention as it is, until something else is missing',
    audience: 'admin',
    permission: 'clinic.change_appointment',
    params: byId,
    body: z.strictObject({ version }),
    status: 204,
    errors: [...refusals, 'not_found', 'stale', 'conflict'],
  }),
  'DELETE admin/clinic/orphaned-appointments/{id}/kept/': operation({
    summary: 'Mark an appointment that was kept as it is as needing attention again',
    audience: 'admin',
    permission: 'clinic.change_appointment',
    params: byId,
    status: 204,
    errors: ['not_signed_in', 'not_allowed', 'not_found'],
  }),
}
