import { type InferResult, type NotNull, sql } from 'kysely'
import type { z } from 'zod'
import { LONGEST_APPOINTMENT_MINUTES } from '#lib/contract/fields.ts'
import {
  type AppointmentLogEntry,
  appointmentLog,
  type DashboardAppointmentType,
  dashboardAppointmentTypes,
  type reportingOperations,
  type TotalIncome,
  type UpcomingAppointment,
} from '#lib/contract/reporting.ts'
import { periodBefore } from '#lib/dates/dates.ts'
import { matchingEvents } from '../audit/audit-events.ts'
import { auditReads } from '../audit/audit-reads.ts'
import { findVisibility } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'
import { type ListQuery, listPage } from '../resources/list.ts'
import { readDashboard } from './clinician-dashboard.ts'
import { counting } from './counting.ts'
import { locatedAppointments, presentLocated } from './located-appointments.ts'
import {
  type Days,
  dayRows,
  type ReportScope,
  reportScope,
  requestedDays,
  toDays,
} from './report-scope.ts'
import { reportedAppointmentRoutes } from './reported-appointments.ts'

export const reportingRoutes = {
  'GET admin/clinician-dashboard/': ({ query }, call) => readDashboard(call, query),
  'GET admin/clinician-upcoming-appointments/': ({ query }, call) => listUpcoming(call, query),
  'GET admin/dashboard-total-income/': ({ query }, call) => readIncome(call, query),
  'GET admin/dashboard-appointments-logs/': ({ query }, call) => listAppointmentLog(call, query),
  'GET admin/dashboard-appointment-types/': ({ query }, call) => listBookedTypes(call, query),
  ...reportedAppointmentRoutes,
  'GET admin/temporary-reporting/fields/': (_request, call) => readReportFields(call),
} satisfies Handlers

type Fields = z.infer<
  (typeof reportingOperations)['GET admin/temporary-reporting/fields/']['response']
>

async function readReportFields({ services, viewer }: SignedInCall): Promise<Fields> {
  const { db } = services
  const sees = findVisibility(viewer)
  const onlyStaffId = onlyStaffIdFor(viewer)
  let clinicians = db
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select(['staff.id', 'person.full_name'])
    .select(sql<boolean>`staff.is_active and not staff.is_deleted`.as('is_active'))
    .orderBy(inNameOrder('person.full_name'))
    .orderBy('staff.id')
  if (onlyStaffId !== null) clinicians = clinicians.where('staff.id', '=', onlyStaffId)
  let sites = db
    .selectFrom('site')
    .select(['id', 'name'])
    .orderBy(inNameOrder('name'))
    .orderBy('id')
  if (!sees.sites) sites = sites.where('hidden', '=', false)
  let types = db
    .selectFrom('appointment_type')
    .select(['id', 'name'])
    .orderBy(inNameOrder('name'))
    .orderBy('id')
  if (!sees.types) types = types.where('hidden', '=', false)
  return {
    clinicians: await clinicians.execute(),
    sites: await sites.execute(),
    appointment_types: await types.execute(),
    outcomes: await db
      .selectFrom('appointment_outcome')
      .select(['id', 'name', 'archived'])
      .orderBy('archived')
      .orderBy(inNameOrder('name'))
      .orderBy('id')
      .execute(),
  }
}

type BookedTypesQuery = ListQuery & {
  from?: string | undefined
  to?: string | undefined
  staff_id?: number | 'all' | undefined
}

async function listBookedTypes(
  call: SignedInCall,
  query: BookedTypesQuery,
): Promise<{ count: number; results: DashboardAppointmentType[] }> {
  const clinician = await reportScope(call, query.staff_id)
  const days = requestedDays(call, query)
  const seesHidden = findVisibility(call.viewer).types
  return await counting(call, async (tx) => {
    const types = bookedTypes(tx, days, clinician)
    const known = seesHidden ? types : types.where('type.hidden', '=', false)
    return await listPage(dashboardAppointmentTypes, known, query)
  })
}

const bookedTypes = (executor: Executor, { start, end }: Days, clinician: ReportScope) =>
  executor
    .selectFrom('appointment_type as type')
    .leftJoin(
      (from) => {
        const booked = from
          .selectFrom('appointment')
          .where('starts_at', '>=', start)
          .where('starts_at', '<', end)
          .where('status', 'not in', ['held', 'cancelled'])
          .groupBy('appointment_type_id')
          .select(['appointment_type_id', sql<number>`count(*)`.as('appointments')])
        return (clinician ? booked.where('staff_id', '=', clinician.id) : booked).as('booked')
      },
      (join) => join.onRef('booked.appointment_type_id', '=', 'type.id'),
    )
    .select(['type.id', 'type.name', 'type.duration', 'type.disabled', 'type.hidden'])
    .select(sql<number>`coalesce(booked.appointments, 0)`.as('appointments'))

type IncomeQuery = {
  from?: string | undefined
  to?: string | undefined
  staff_id?: number | 'all' | undefined
}

async function readIncome(call: SignedInCall, query: IncomeQuery): Promise<TotalIncome> {
  const { settings } = call.services
  const clinician = await reportScope(call, query.staff_id)
  const days = requestedDays(call, query)
  const before = toDays(periodBefore(days), settings.CLINIC_TIME_ZONE)
  return await counting(call, async (tx) => ({
    from: days.from,
    to: days.to,
    ...(await incomeIn(tx, days, clinician)),
    by_day: await incomeByDay(tx, days, clinician),
    by_product: await incomeByProduct(tx, days, clinician),
    previous: { from: before.from, to: before.to, ...(await incomeIn(tx, before, clinician)) },
  }))
}

type Income = { total: string; doses: number }

const income = sql`coalesce(sum(price), 0)::numeric(14, 2)::text as total, count(*) as doses`

const isEarned = (reportScope: ReportScope) =>
  sql`was_administered and not is_historical and entered_in_error is null
    and ${reportScope ? sql`staff_id = ${reportScope.id}` : sql`true`}`

async function incomeIn(
  executor: Executor,
  { start, end }: Days,
  reportScope: ReportScope,
): Promise<Income> {
  const { rows } = await sql<Income>`
    select ${income} from vaccination_history
    where date_administered >= ${start} and date_administered < ${end}
      and ${isEarned(reportScope)}`.execute(executor)
  return rows[0] as Income
}

async function incomeByDay(executor: Executor, days: Days, reportScope: ReportScope) {
  const { rows } = await sql<Income & { date: string }>`
    select day.date, earned.* from ${dayRows(days)}
    cross join lateral (
      select ${income} from vaccination_history
      where date_administered >= day.starts_at and date_administered < day.ends_at
        and ${isEarned(reportScope)}
    ) as earned
    order by day.date`.execute(executor)
  return rows
}

async function incomeByProduct(executor: Executor, { start, end }: Days, reportScope: ReportScope) {
  const { rows } = await sql<Income & { id: number; name: string }>`
    select product.id, product.name, earned.total, earned.doses
    from (
      select vaccine_product_id, sum(price) as amount, ${income} from vaccination_history
      where date_administered >= ${start} and date_administered < ${end} and ${isEarned(reportScope)}
      group by vaccine_product_id
    ) as earned
    join vaccine_product as product on product.id = earned.vaccine_product_id
    order by earned.amount desc, ${inNameOrder('product.name')}, product.id`.execute(executor)
  return rows.map(({ id, name, total, doses }) => ({ product: { id, name }, total, doses }))
}

type UpcomingQuery = { staff_id?: number | 'all' | undefined; limit?: number | undefined }

async function listUpcoming(
  call: SignedInCall,
  { staff_id, limit }: UpcomingQuery,
): Promise<{ count: number; results: UpcomingAppointment[] }> {
  const { db, settings, now } = call.services
  const clinician = await reportScope(call, staff_id)
  const at = new Date(now())
  let upcoming = locatedAppointments(db)
    .where('appointment.status', '=', 'booked')
    .where('appointment.ends_at', '>', at)
    // No appointment is longer, so the index is not read from its beginning.
    .where(
      'appointment.starts_at',
      '>',
      new Date(at.getTime() - LONGEST_APPOINTMENT_MINUTES * 60_000),
    )
  if (clinician) upcoming = upcoming.where('appointment.staff_id', '=', clinician.id)
  const rows = await upcoming
    .orderBy('appointment.starts_at')
    .orderBy('appointment.id')
    .limit(limit ?? settings.DASHBOARD_UPCOMING_LIMIT)
    .execute()
  await auditReads(db, call, {
    action: 'appointment.listed',
    subjectType: 'appointment',
    view: { list: 'upcoming', staff_id: clinician?.id ?? 'all' },
    patientIds: rows.map(({ patient_id }) => patient_id),
  })
  const { count } = await upcoming
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return {
    count,
    results: rows.map((row) => {
      const { id, start, end, patient, appointment_type, site, room, clinician } =
        presentLocated(row)
      return { id, start, end, patient, appointment_type, site, room, clinician }
    }),
  }
}

type Query = {
  from?: string | undefined
  to?: string | undefined
  staff_id?: number | 'all' | undefined
  page: number
  page_size: number
  up_to?: number | undefined
}

/**
 * Changes of appointments from the audit trail, newest first, with the patient's name and the staff
 * member. `up_to` keeps pages the same.
 * @throws Refusal as `reportScope`.
 */
async function listAppointmentLog(
  call: SignedInCall,
  query: Query,
): Promise<{ count: number; results: AppointmentLogEntry[] }> {
  const { CLINIC_TIME_ZONE: zone } = call.services.settings
  const clinician = await reportScope(call, query.staff_id)
  const { from, to } = requestedDays(call, query)
  const { page, page_size } = query
  const found = await counting(call, async (tx) => {
    const events = matchingEvents(tx, { action: 'appointment', from, to }, query.up_to, zone)
    const happened = events.where('event.action', '<>', 'appointment.read')
    const listing = await listPage(appointmentLog, presentable(happened, clinician), {
      page,
      page_size,
      ordering: '-sequence',
    })
    await auditReads(tx, call, {
      action: 'appointment.listed',
      subjectType: 'appointment',
      view: { list: 'log', from, to, staff_id: clinician?.id ?? 'all', page },
      patientIds: listing.results.map(({ patient_id }) => patient_id),
    })
    return listing
  })
  return { count: found.count, results: found.results.map(presentEntry) }
}

type Events = ReturnType<typeof matchingEvents>

type Line = InferResult<ReturnType<typeof presentable>>[number]

function presentable(events: Events, reportScope: ReportScope) {
  const lines = events
    .innerJoin('appointment', (join) =>
      join
        .onRef('appointment.id', '=', 'event.subject_id')
        .on('event.subject_type', '=', 'appointment'),
    )
    .leftJoin('appointment_type as type', 'type.id', 'appointment.appointment_type_id')
    .leftJoin('site', 'site.id', 'appointment.site_id')
    .leftJoin('staff', 'staff.id', 'appointment.staff_id')
    .leftJoin('person as clinician', 'clinician.id', 'staff.person_id')
    .leftJoin('person as patient', 'patient.id', 'appointment.patient_id')
    .leftJoin('person as actor', (join) =>
      join.onRef('actor.id', '=', 'event.actor_id').on('event.actor_role', '=', 'staff'),
    )
    .select([
      'event.sequence as id',
      'event.sequence',
      'event.at',
      'event.action',
      'actor.full_name as by',
      'appointment.id as appointment_id',
      'appointment.starts_at',
      'type.id as type_id',
      'type.name as type_name',
      'site.id as site_id',
      'site.slug as site_slug',
      'site.name as site_name',
      'staff.id as staff_id',
      'clinician.full_name as clinician_name',
      'patient.id as patient_id',
      'patient.full_name as patient_name',
    ])
    .$narrowType<Joined>()
  return reportScope ? lines.where('appointment.staff_id', '=', reportScope.id) : lines
}

/** Never missing, and left out of a count: see `located-appointments.ts`. */
type Joined = Record<
  | 'type_id'
  | 'type_name'
  | 'site_id'
  | 'site_slug'
  | 'site_name'
  | 'staff_id'
  | 'clinician_name'
  | 'patient_id'
  | 'patient_name',
  NotNull
>

const presentEntry = (line: Line): AppointmentLogEntry => ({
  sequence: line.sequence,
  at: line.at.toISOString(),
  action: line.action,
  by: line.by,
  appointment: {
    id: line.appointment_id,
    start: line.starts_at.toISOString(),
    appointment_type: { id: line.type_id, name: line.type_name },
    patient: { id: line.patient_id, full_name: line.patient_name },
    clinician: { id: line.staff_id, full_name: line.clinician_name },
    site: { id: line.site_id, slug: line.site_slug, name: line.site_name },
  },
})
