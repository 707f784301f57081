import { sql } from 'kysely'
import { daysIn, type Period, weekAround } from '#lib/dates/dates.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import { dayBoundaries, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'

export type ReportScope = { id: number; full_name: string } | null

/** @throws Refusal `not_allowed` without `clinic.view_other_appointments`, `not_found`. */
export async function reportScope(
  { viewer, services: { db } }: SignedInCall,
  requested: number | 'all' | undefined,
): Promise<ReportScope> {
  const staffId = requested ?? viewer.staffId ?? 'all'
  if (!can(viewer, 'schedule.see', staffId === 'all' ? {} : { staffId })) {
    throw new Refusal('not_allowed', 'You can only see your own appointments.')
  }
  if (staffId === 'all') return null
  return await db
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select(['staff.id', 'person.full_name'])
    .where('staff.id', '=', staffId)
    .executeTakeFirstOrThrow(() => notFound('This clinician'))
}

export type Days = Period & { boundaries: Date[]; start: Date; end: Date }

type Query = { from?: string | undefined; to?: string | undefined }

export function requestedDays({ services }: SignedInCall, { from, to }: Query): Days {
  const zone = services.settings.CLINIC_TIME_ZONE
  const period = from && to ? { from, to } : weekAround(toClinicDate(services.now(), zone))
  return toDays(period, zone)
}

export function toDays({ from, to }: Period, zone: string): Days {
  const boundaries = dayBoundaries(from, daysIn({ from, to }), zone).map((at) => new Date(at))
  return {
    from,
    to,
    boundaries,
    start: boundaries[0] as Date,
    end: boundaries.at(-1) as Date,
  }
}

export function dayRows({ from, boundaries }: Days) {
  const starts = boundaries.slice(0, -1)
  const dates = starts.map((_, index) => addDays(from, index))
  return sql`unnest(${dates}::date[], ${starts}::timestamptz[], ${boundaries.slice(1)}::timestamptz[])
    as day(date, starts_at, ends_at)`
}
