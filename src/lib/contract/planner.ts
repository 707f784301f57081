import { z } from 'zod'
import { SiteSummary, Slot } from './booking.ts'
import { AppointmentDuration } from './clinic-appointments.ts'
import { calendarDate, id, idText, instant, plainDate } from './fields.ts'
import { operation } from './operation.ts'

const PlannerDate = z.object({ date: plainDate, places: z.int().positive(), first: instant })
export type PlannerDate = z.infer<typeof PlannerDate>

const PlannerTime = z.object({
  start: instant,
  end: instant,
  site: Slot.shape.site,
  clinicians: z.array(
    z.object({
      staff_id: id,
      full_name: z.string(),
      room_id: id,
      room_name: z.string(),
      availability_id: id,
    }),
  ),
})
export type PlannerTime = z.infer<typeof PlannerTime>

const AppointmentPlan = z.object({
  appointment_type: z.object({
    id,
    slug: z.string(),
    name: z.string(),
    duration: z.int().positive(),
    disabled: z.boolean(),
  }),
  time_zone: z.string(),
  from: plainDate,
  to: plainDate,
  dates: z.array(PlannerDate),
  times: z.array(PlannerTime),
})
export type AppointmentPlan = z.infer<typeof AppointmentPlan>

const PlannerChoices = z.object({
  appointment_types: z.array(z.object({ id, name: z.string(), duration: z.int().positive() })),
  sites: z.array(SiteSummary),
  /** Only the viewer without clinic.view_other_appointments. */
  clinicians: z.array(z.object({ staff_id: id, full_name: z.string() })),
})
export type PlannerChoices = z.infer<typeof PlannerChoices>

export const plannerOperations = {
  'GET admin/appointment-planner/': operation({
    summary:
      "List the dates on which an appointment type has free times, for up to 184 days; with `date`, its times too. Other clinicians' calendars with clinic.view_other_appointments",
    audience: 'admin',
    permission: 'clinic.view_appointment',
    query: z.strictObject({
      appointment_type_id: idText,
      site_id: idText.optional(),
      staff_id: idText.optional(),
      from: calendarDate.optional(),
      to: calendarDate.optional(),
      date: calendarDate.optional(),
      /** Minutes other than the type's need clinic.override_appointment_duration. */
      duration: z.coerce.number().pipe(AppointmentDuration).optional(),
      /** Leaves out times at which the patient has another appointment. */
      patient_id: idText.optional(),
      appointment_id: idText.optional(),
    }),
    status: 200,
    response: AppointmentPlan,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found'],
  }),
  'GET admin/appointment-planner/choices/': operation({
    summary: 'List the appointment types, sites and clinicians to choose from in the planner',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    status: 200,
    response: PlannerChoices,
    errors: ['not_signed_in', 'not_allowed'],
  }),
}
