import { z } from 'zod'
import { ClinicFormProgress, SiteSummary } from './booking.ts'
import { calendarDate, id, idText, instant, plainDate, version } from './fields.ts'
import { operation } from './operation.ts'

const ScheduleBy = z.enum(['staff', 'room'])

const ScheduleColumn = z.object({ id, name: z.string(), site_id: id.nullable() })
export type ScheduleColumn = z.infer<typeof ScheduleColumn>

const ScheduleOccurrence = z.object({
  id,
  availability_id: id,
  staff_id: id,
  room_id: id,
  date: plainDate,
  start: instant,
  end: instant,
  recurring: z.boolean(),
})

/** What occupies a time. Cancelled appointments do not; a hold has no patient yet. */
const ScheduleAppointment = z.object({
  id,
  version,
  status: z.enum(['held', 'booked', 'completed', 'did_not_attend']),
  staff_id: id,
  room_id: id,
  start: instant,
  end: instant,
  appointment_type_id: id,
  patient: z.object({ id, full_name: z.string() }).nullable(),
  held_until: instant.nullable(),
  forms: ClinicFormProgress.nullable(),
  is_coming: z.boolean().nullable(),
})
export type ScheduleAppointment = z.infer<typeof ScheduleAppointment>

const Schedule = z.object({
  by: ScheduleBy,
  time_zone: z.string(),
  from: plainDate,
  to: plainDate,
  days: z.array(z.object({ date: plainDate, start: instant, end: instant })),
  /** The database's clock when this was read. */
  read_at: instant,
  columns: z.array(ScheduleColumn),
  sites: z.array(SiteSummary),
  staff: z.array(z.object({ id, name: z.string() })),
  rooms: z.array(z.object({ id, name: z.string(), site_id: id })),
  appointment_types: z.array(z.object({ id, name: z.string() })),
  occurrences: z.array(ScheduleOccurrence),
  appointments: z.array(ScheduleAppointment),
})
export type Schedule = z.infer<typeof Schedule>

/** An empty list means any, because there were too many or nobody knows. */
export const ScheduleChanged = z.object({
  type: z.literal('schedule.changed'),
  dates: z.array(plainDate),
  staff_ids: z.array(id),
  room_ids: z.array(id),
})
export type ScheduleChanged = z.infer<typeof ScheduleChanged>

export const scheduleOperations = {
  'GET admin/clinic/schedule/': operation({
    summary:
      "Read up to 14 days of the schedule by clinician or by room; other clinicians' columns with clinic.view_other_appointments",
    audience: 'admin',
    permission: 'clinic.view_appointment',
    query: z.strictObject({
      by: ScheduleBy.default('staff'),
      from: calendarDate.optional(),
      to: calendarDate.optional(),
      site_id: idText.optional(),
      staff_id: idText.optional(),
      room_id: idText.optional(),
    }),
    headers: { Unattended: 'optional' },
    status: 200,
    response: Schedule,
    errors: ['invalid', 'not_signed_in', 'not_allowed'],
  }),
}
