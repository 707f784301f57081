import { z } from 'zod'
import { SiteSummary } from './booking.ts'
import { id, instant, listQuery, money, paged, plainDate } from './fields.ts'
import { operation } from './operation.ts'
import { periodQuery, scopeQuery, withPeriod } from './period.ts'
import { resource } from './resource.ts'

const count = z.int().nonnegative()
const minutes = z.int().nonnegative()
const share = z.number().nonnegative().nullable()
const Named = z.object({ id, name: z.string() })
const NamedPerson = z.object({ id, full_name: z.string() })

const days = { from: plainDate, to: plainDate }

/** What a period comes to. An appointment belongs to the clinic's day on which it starts. */
const Totals = z.object({
  ...days,
  /** All but the cancelled. */
  appointments: count,
  by_status: z.object({
    booked: count,
    completed: count,
    did_not_attend: count,
    cancelled: count,
  }),
  /** Of all but the cancelled, as far as they lie within the period. */
  minutes_booked: minutes,
  /** Of the clinicians' availability within the period. */
  minutes_available: minutes,
  /** Booked of available minutes, 1 for all of them; null where none were available. */
  utilisation: share,
  /** Of the appointments that were completed or not attended; null where there was none. */
  did_not_attend_rate: share,
})
export type Totals = z.infer<typeof Totals>

export const ClinicianDashboard = Totals.extend({
  /** Whose numbers these are; null: everybody's. */
  clinician: NamedPerson.nullable(),
  /** The most frequent first. */
  by_type: z.array(z.object({ appointment_type: Named, appointments: count, minutes })),
  /** Every day of the period. */
  by_day: z.array(
    z.object({
      date: plainDate,
      appointments: count,
      cancelled: count,
      minutes_booked: minutes,
      minutes_available: minutes,
    }),
  ),
  /** The month before where the period is a month, else as many days directly before. */
  previous: Totals,
})
export type ClinicianDashboard = z.infer<typeof ClinicianDashboard>

export const UpcomingAppointment = z.object({
  id,
  start: instant,
  end: instant,
  patient: NamedPerson,
  appointment_type: Named,
  site: SiteSummary,
  room: Named,
  clinician: NamedPerson,
})
export type UpcomingAppointment = z.infer<typeof UpcomingAppointment>

export const TotalIncome = z.object({
  ...days,
  total: money,
  /** How many doses were given. */
  doses: count,
  by_day: z.array(z.object({ date: plainDate, total: money, doses: count })),
  /** The largest income first. */
  by_product: z.array(z.object({ product: Named, total: money, doses: count })),
  previous: z.object({ ...days, total: money, doses: count }),
})
export type TotalIncome = z.infer<typeof TotalIncome>

/** Something that happened to an appointment. */
export const AppointmentLogEntry = z.object({
  /** Its place in the audit trail. */
  sequence: z.int().positive(),
  at: instant,
  /** Such as `appointment.booked`. */
  action: z.string(),
  /** Who did it, where it was somebody of the staff. */
  by: z.string().nullable(),
  appointment: z.object({
    id,
    start: instant,
    appointment_type: Named,
    patient: NamedPerson,
    clinician: NamedPerson,
    site: SiteSummary,
  }),
})
export type AppointmentLogEntry = z.infer<typeof AppointmentLogEntry>

export const appointmentLog = resource({
  name: 'line of the appointment log',
  path: 'dashboard-appointments-logs',
  entity: AppointmentLogEntry,
  searchable: [],
  orderable: ['sequence'],
  defaultOrder: 'sequence',
})

/** An appointment type and how often it was booked in the period; `duration` in minutes. */
export const DashboardAppointmentType = z.object({
  id,
  name: z.string(),
  duration: minutes,
  disabled: z.boolean(),
  hidden: z.boolean(),
  /** All but the cancelled. */
  appointments: count,
})
export type DashboardAppointmentType = z.infer<typeof DashboardAppointmentType>

export const dashboardAppointmentTypes = resource({
  name: 'appointment type of the dashboard',
  path: 'dashboard-appointment-types',
  entity: DashboardAppointmentType,
  searchable: ['name'],
  orderable: ['name', 'duration', 'appointments'],
  defaultOrder: 'name',
})

const refusals = ['not_signed_in', 'not_allowed', 'not_found'] as const

export const dashboardOperations = {
  'GET admin/clinician-dashboard/': operation({
    cost: 'report',
    summary: 'Count the appointments of a period: your own, another clinician’s or everyone’s',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    query: withPeriod(z.strictObject({ ...periodQuery, ...scopeQuery })),
    status: 200,
    response: ClinicianDashboard,
    errors: refusals,
  }),
  'GET admin/clinician-upcoming-appointments/': operation({
    summary: 'List the next appointments, including the one in progress',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    query: z.strictObject({
      ...scopeQuery,
      /** At most so many; DASHBOARD_UPCOMING_LIMIT where it is not said. */
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    status: 200,
    response: paged(UpcomingAppointment),
    errors: refusals,
  }),
  'GET admin/dashboard-total-income/': operation({
    cost: 'report',
    summary: 'Add up income from vaccinations given in a period, by day and by product',
    audience: 'admin',
    permission: 'clinic.view_vaccinationhistory',
    query: withPeriod(z.strictObject({ ...periodQuery, ...scopeQuery })),
    status: 200,
    response: TotalIncome,
    errors: refusals,
  }),
  'GET admin/dashboard-appointments-logs/': operation({
    cost: 'report',
    summary: 'List changes to appointments in a period, newest first',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    query: withPeriod(
      z.strictObject({
        page: listQuery.page,
        page_size: listQuery.page_size,
        /** No newer line than this one: pages then stay as they are while lines are added. */
        up_to: z.coerce.number().int().positive().optional(),
        ...periodQuery,
        ...scopeQuery,
      }),
    ),
    status: 200,
    response: paged(AppointmentLogEntry),
    errors: refusals,
  }),
  'GET admin/dashboard-appointment-types/': operation({
    cost: 'report',
    summary: 'List every appointment type and how often it was booked in a period',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    query: withPeriod(z.strictObject({ ...listQuery, ...periodQuery, ...scopeQuery })),
    status: 200,
    response: paged(DashboardAppointmentType),
    errors: refusals,
  }),
}
