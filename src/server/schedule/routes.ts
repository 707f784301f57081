import type { z } from 'zod'
import type { ClinicFormProgress } from '#lib/contract/booking.ts'
import type { Schedule, ScheduleColumn, scheduleOperations } from '#lib/contract/schedule.ts'
import { daysBetween } from '#lib/dates/dates.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { dayBoundaries, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { sortByName } from '#lib/text/name-order.ts'
import { auditReads } from '../audit/audit-reads.ts'
import { findVisibility } from '../catalogue/visibility.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { onlyStaffIdFor } from '../identity/schedule-scope.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { invalid } from '../refusals/refusal.ts'
import { type ScheduleRows, scheduleRowsQuery } from './schedule-query.ts'

export const scheduleRoutes = {
  'GET admin/clinic/schedule/': ({ query }, call) => readSchedule(call, query),
} satisfies Handlers

const MOST_DAYS = 14

type Query = z.output<(typeof scheduleOperations)['GET admin/clinic/schedule/']['query']>
type ScheduleRequest = Query & { from: string; to: string }

/**
 * Working hours, appointments and holds of the requested days, as far as the viewer may see them.
 * Cancelled appointments free their time and are left out.
 * @throws Refusal `invalid` for more than fourteen days.
 */
async function readSchedule(call: SignedInCall, requested: Query): Promise<Schedule> {
  const { services, viewer } = call
  const zone = services.settings.CLINIC_TIME_ZONE
  const { from = requested.to ?? toClinicDate(services.now(), zone), to = from } = requested
  const query: ScheduleRequest = { ...requested, from, to }
  if (query.to < query.from) throw invalid({ to: ['Choose a day on or after the first day.'] })
  if (daysBetween(query.from, query.to) >= MOST_DAYS) {
    throw invalid({ to: [`Choose ${MOST_DAYS} days or fewer.`] })
  }
  const dates = Array.from({ length: daysBetween(query.from, query.to) + 1 }, (_, day) =>
    addDays(query.from, day),
  )
  const midnights = dayBoundaries(query.from, dates.length, zone)
  const { db } = services
  const read = await scheduleRowsQuery({
    window: { start: midnights[0] ?? 0, end: midnights.at(-1) ?? 0 },
    onlyStaffId: onlyStaffIdFor(viewer),
    formsOfStaffId: formsOfStaffIdFor(viewer),
    seesHiddenSites: findVisibility(viewer).sites,
    siteId: query.site_id,
    staffId: query.staff_id,
    roomId: query.room_id,
  }).execute(db)
  const { schedule } = read.rows[0] as (typeof read.rows)[number]
  await auditReads(db, call, {
    action: 'schedule.read',
    subjectType: 'schedule',
    view: query,
    patientIds: schedule.appointments.patient ?? [],
  })
  const rows = {
    ...schedule,
    sites: inOrder(schedule.sites),
    staff: inOrder(schedule.staff),
    rooms: inOrder(schedule.rooms).sort((one, other) => one.site_id - other.site_id),
  }
  return {
    by: query.by,
    time_zone: zone,
    from: query.from,
    to: query.to,
    days: dates.map((date, day) => ({
      date,
      start: toIsoInstant(midnights[day]),
      end: toIsoInstant(midnights[day + 1]),
    })),
    read_at: new Date(rows.read_at * 1000).toISOString(),
    columns: query.by === 'staff' ? staffColumns(rows, query) : roomColumns(rows, query),
    sites: rows.sites ?? [],
    staff: rows.staff ?? [],
    rooms: rows.rooms ?? [],
    appointment_types: rows.types ?? [],
    occurrences: toOccurrences(rows),
    appointments: toAppointments(rows, (staffId) => can(viewer, 'submittedForm.see', { staffId })),
  }
}

/** Is the only clinician whose patients' forms the viewer sees; null is everybody, 0 is nobody. */
function formsOfStaffIdFor(viewer: SignedIn): number | null {
  if (can(viewer, 'submittedForm.see')) return null
  const { staffId } = viewer
  return can(viewer, 'submittedForm.see', { staffId }) ? (staffId ?? 0) : 0
}

function staffColumns(rows: ScheduleRows, query: ScheduleRequest): ScheduleColumn[] {
  const siteByRoom = new Map((rows.rooms ?? []).map(({ id, site_id }) => [id, site_id]))
  const sites = new Map<number, Set<number>>()
  const seen = (staffId: number, roomId: number) => {
    const site = siteByRoom.get(roomId)
    const known = sites.get(staffId) ?? new Set()
    sites.set(staffId, site === undefined ? known : known.add(site))
  }
  const { occurrences, appointments } = rows
  for (const [row, id] of (occurrences.staff ?? []).entries()) {
    seen(id, occurrences.room?.[row] ?? 0)
  }
  for (const [row, id] of (appointments.staff ?? []).entries()) {
    seen(id, appointments.room?.[row] ?? 0)
  }
  return (rows.staff ?? [])
    .filter(({ id }) => sites.has(id) || id === query.staff_id)
    .map(({ id, name }) => {
      const [site, another] = sites.get(id) ?? []
      return { id, name, site_id: another === undefined ? (site ?? null) : null }
    })
}

function roomColumns(rows: ScheduleRows, query: ScheduleRequest): ScheduleColumn[] {
  const used = new Set([...(rows.occurrences.room ?? []), ...(rows.appointments.room ?? [])])
  return (rows.rooms ?? []).filter(({ id }) => used.has(id) || id === query.room_id)
}

/** Here, because PostgreSQL takes a fifth of the statement to fold two hundred names. */
const inOrder = <Row extends { id: number; name: string }>(rows: Row[] | null): Row[] =>
  sortByName(
    (rows ?? []).toSorted((one, other) => one.id - other.id),
    ({ name }) => name,
  )

const toIsoInstant = (milliseconds = 0) => new Date(milliseconds).toISOString()

/** A day has thousands of times, and few that differ. */
function isoInstants(): (seconds?: number) => string {
  const known = new Map<number, string>()
  return (seconds = 0) => {
    const text = known.get(seconds) ?? toIsoInstant(seconds * 1000)
    known.set(seconds, text)
    return text
  }
}

function toOccurrences({ occurrences: rows }: ScheduleRows): Schedule['occurrences'] {
  const instant = isoInstants()
  return (rows.id ?? []).map((id, row) => ({
    id,
    availability_id: rows.availability?.[row] ?? 0,
    staff_id: rows.staff?.[row] ?? 0,
    room_id: rows.room?.[row] ?? 0,
    date: rows.date?.[row] ?? '',
    start: instant(rows.start?.[row]),
    end: instant(rows.end?.[row]),
    recurring: rows.recurring?.[row] ?? false,
  }))
}

function toAppointments(
  schedule: ScheduleRows,
  seesFormsOf: (staffId: number) => boolean,
): Schedule['appointments'] {
  const { appointments: rows } = schedule
  const instant = isoInstants()
  const counts = new Map(schedule.forms?.map(([id, ...count]) => [id, count]))
  const alerts = Map.groupBy(schedule.alerts ?? [], ([id]) => id)
  const countForms = (id: number): ClinicFormProgress => {
    const [due, in_progress, submitted] = counts.get(id) ?? [0, 0, 0]
    const raised = alerts.get(id) ?? []
    return {
      due,
      in_progress,
      submitted,
      alerts: raised.map(([, level, text]) => ({ level, text })),
    }
  }
  return (rows.id ?? []).map((id, row) => {
    const patient = rows.patient?.[row] ?? null
    const until = rows.until?.[row] ?? null
    const status = rows.status?.[row] ?? 'booked'
    const staffId = rows.staff?.[row] ?? 0
    return {
      id,
      version: rows.version?.[row] ?? 0,
      status,
      staff_id: staffId,
      room_id: rows.room?.[row] ?? 0,
      start: instant(rows.start?.[row]),
      end: instant(rows.end?.[row]),
      appointment_type_id: rows.type?.[row] ?? 0,
      patient: patient === null ? null : { id: patient, full_name: rows.name?.[row] ?? '' },
      held_until: until === null ? null : instant(until),
      forms: status !== 'held' && seesFormsOf(staffId) ? countForms(id) : null,
      is_coming: rows.is_coming?.[row] ?? null,
    }
  })
}
