import { z } from 'zod'
import { AppointmentOutcomeSummary, AppointmentStatus, SiteSummary } from './booking.ts'
import { calendarDate, id, idText, instant, listQuery, money, paged, plainDate } from './fields.ts'
import { operation } from './operation.ts'
import { DOWNLOADS_PEOPLE } from './permissions.ts'
import { resource } from './resource.ts'

const Named = z.object({ id, name: z.string() })
const NamedPerson = z.object({ id, full_name: z.string() })

const ReportedAppointment = z.object({
  id,
  reference: z.string(),
  start: instant,
  end: instant,
  duration: z.int().positive(),
  status: AppointmentStatus,
  appointment_type: Named,
  site: SiteSummary,
  room: Named,
  clinician: NamedPerson,
  patient: NamedPerson,
  outcomes: z.array(AppointmentOutcomeSummary),
  created: instant,
  completed_on: instant.nullable(),
  cancelled_on: instant.nullable(),
})
export type ReportedAppointment = z.infer<typeof ReportedAppointment>

/** An appointment counts for each of its outcomes, in any version. */
const OutcomeBreakdown = z.object({
  completed: z.int().nonnegative(),
  without: z.int().nonnegative(),
  results: z.array(Named.extend({ appointments: z.int().positive() })),
})
export type OutcomeBreakdown = z.infer<typeof OutcomeBreakdown>

export const reportedAppointments = resource({
  name: 'appointment of a report',
  path: 'temporary-reporting',
  entity: ReportedAppointment,
  searchable: [],
  orderable: ['start', 'duration', 'status', 'appointment_type', 'site', 'clinician', 'patient'],
  defaultOrder: 'start',
})

/** Clinic days, both inclusive; default this week. */
const periodQuery = {
  from: calendarDate.optional(),
  to: calendarDate.optional(),
}

/** A clinician or `all`; default oneself, or all for viewers who are no clinician. */
const scopeQuery = { staff_id: z.literal('all').or(idText).optional() }

const filters = {
  ...periodQuery,
  ...scopeQuery,
  site_id: idText.optional(),
  appointment_type_id: idText.optional(),
  status: AppointmentStatus.optional(),
  outcome_id: z.literal('none').or(idText).optional(),
}

const refusals = ['not_signed_in', 'not_allowed', 'not_found'] as const

/** Requires both days or neither, in order, and not too many to count. */
const withPeriod = <T extends z.ZodType<Given>>(query: T) =>
  query
    .refine(({ from, to }) => !from === !to, {
      path: ['to'],
      error: 'Enter both the first and the last day, or neither',
    })
    .refine(({ from, to }) => !from || !to || from <= to, {
      path: ['to'],
      error: 'The last day must not be before the first',
    })
    .refine(
      ({ from, to }) =>
        !from || !to || Date.parse(to) - Date.parse(from) < LONGEST_PERIOD * MS_PER_DAY,
      {
        path: ['to'],
        error: `Choose ${LONGEST_PERIOD} days or fewer`,
      },
    )

const LONGEST_PERIOD = 366
const MS_PER_DAY = 86_400_000

type Given = { from?: string | undefined; to?: string | undefined }

const count = z.int().nonnegative()
const minutes = z.int().nonnegative()
const share = z.number().nonnegative().nullable()

const days = { from: plainDate, to: plainDate }

/** The totals of a period. An appointment counts on the clinic day on which it starts. */
const Totals = z.object({
  ...days,
  /** Leaves out the cancelled ones. */
  appointments: count,
  by_status: z.object({
    booked: count,
    completed: count,
    did_not_attend: count,
    cancelled: count,
  }),
  minutes_booked: minutes,
  minutes_available: minutes,
  /** Booked share of available minutes, 1 for all; null without any. */
  utilisation: share,
  /** Share of completed and not attended appointments; null without any. */
  did_not_attend_rate: share,
})

export const ClinicianDashboard = Totals.extend({
  clinician: NamedPerson.nullable(),
  by_type: z.array(z.object({ appointment_type: Named, appointments: count, minutes })),
  by_day: z.array(
    z.object({
      date: plainDate,
      appointments: count,
      cancelled: count,
      minutes_booked: minutes,
      minutes_available: minutes,
    }),
  ),
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

const TotalIncome = z.object({
  ...days,
  total: money,
  doses: count,
  by_day: z.array(z.object({ date: plainDate, total: money, doses: count })),
  by_product: z.array(z.object({ product: Named, total: money, doses: count })),
  previous: z.object({ ...days, total: money, doses: count }),
})
export type TotalIncome = z.infer<typeof TotalIncome>

const AppointmentLogEntry = z.object({
  sequence: z.int().positive(),
  at: instant,
  action: z.string(),
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

const DashboardAppointmentType = z.object({
  id,
  name: z.string(),
  duration: minutes,
  disabled: z.boolean(),
  hidden: z.boolean(),
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

export const reportingOperations = {
  'GET admin/temporary-reporting/': operation({
    cost: 'report',
    summary: 'List the appointments of a period',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    query: withPeriod(
      z.strictObject({
        page: listQuery.page,
        page_size: listQuery.page_size,
        ordering: listQuery.ordering,
        ...filters,
      }),
    ),
    status: 200,
    response: paged(ReportedAppointment),
    errors: refusals,
  }),
  'GET admin/temporary-reporting/export/': operation({
    cost: 'file',
    summary: 'Download the appointments of a period as a file, earliest first, up to 100,000 rows',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    andPermission: DOWNLOADS_PEOPLE,
    query: withPeriod(z.strictObject(filters)),
    status: 200,
    file: 'text/csv',
    freshSignIn: true,
    errors: refusals,
  }),
  'GET admin/temporary-reporting/outcomes/': operation({
    cost: 'report',
    summary: 'Count the outcomes of the completed appointments of a period',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    query: withPeriod(z.strictObject(filters)),
    status: 200,
    response: OutcomeBreakdown,
    errors: refusals,
  }),
  'GET admin/temporary-reporting/fields/': operation({
    summary: 'List the filters of reports and the dashboard',
    audience: 'admin',
    permission: 'clinic.view_appointment',
    status: 200,
    response: z.object({
      clinicians: z.array(NamedPerson.extend({ is_active: z.boolean() })),
      sites: z.array(Named),
      appointment_types: z.array(Named),
      /** Includes archived outcomes, because they were given. */
      outcomes: z.array(Named.extend({ archived: z.boolean() })),
    }),
    errors: ['not_signed_in', 'not_allowed'],
  }),

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
        /** Excludes newer entries, so that pages stay the same. */
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
