import { z } from 'zod'
import { AppointmentOutcomeSummary, AppointmentStatus, SiteSummary } from './booking.ts'
import { id, idText, instant, listQuery, paged } from './fields.ts'
import { operation } from './operation.ts'
import { periodQuery, scopeQuery, withPeriod } from './period.ts'
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

const filters = {
  ...periodQuery,
  ...scopeQuery,
  site_id: idText.optional(),
  appointment_type_id: idText.optional(),
  status: AppointmentStatus.optional(),
  outcome_id: z.literal('none').or(idText).optional(),
}

const refusals = ['not_signed_in', 'not_allowed', 'not_found'] as const

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
}
