import { type InferResult, sql } from 'kysely'
import { z } from 'zod'
import type { Availability } from '#lib/contract/availabilities.ts'
import { permits } from '#lib/policy/policy.ts'
import {
  type AvailabilityRule,
  describeRule,
  latestEnd,
  type Occurrence,
  ruleToRRuleString,
} from '#lib/scheduling/recurrence.ts'
import { plainRule, sentRule } from '#lib/scheduling/rule-codec.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedIn } from '../identity/sessions.ts'

export function availabilityRows(executor: Executor) {
  return executor
    .selectFrom('availability')
    .innerJoin('staff', 'staff.id', 'availability.staff_id')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .innerJoin('room', 'room.id', 'availability.room_id')
    .innerJoin('site', 'site.id', 'room.site_id')
    .select([
      'availability.id',
      'availability.version',
      'availability.staff_id',
      'availability.room_id',
      'availability.start_date',
      'availability.start_time',
      'availability.end_time',
      'availability.recurring',
      'availability.recurring_until',
      'availability.repeat_every',
      'availability.freq',
      'availability.weekdays',
      'availability.months',
      'availability.rrule',
      'availability.except_bank_holidays',
      'availability.except_holiday_dates',
      'person.full_name as staff_name',
      'room.name as room_name',
      'site.id as site_id',
      'site.slug as site_slug',
      'site.name as site_name',
      // It is text, because the driver makes instants of the dates of an array.
      sql<string[]>`availability.exceptions::text[]`.as('exceptions'),
      sql<number[]>`array(select appointment_type_id from availability_appointment_type
        where availability_id = availability.id order by appointment_type_id)`.as('type_ids'),
      sql<Date | null>`(select min(starts_at) from availability_occurrence
        where availability_id = availability.id)`.as('first_start'),
    ])
    .$narrowType<{
      start_date: string
      recurring_until: string | null
      freq: AvailabilityRule['freq']
    }>()
}

export type AvailabilityRow = InferResult<ReturnType<typeof availabilityRows>>[number]

export const toAvailabilityRule = (row: AvailabilityRow): AvailabilityRule =>
  z.decode(plainRule, row)

export function presentAvailability(
  row: AvailabilityRow,
  viewer: SignedIn,
  apiUrl: string,
): Availability {
  const rule = toAvailabilityRule(row)
  return {
    id: row.id,
    url: `${apiUrl}/admin/availabilities/${row.id}/`,
    version: row.version,
    staff: row.staff_id,
    staff_name: row.staff_name,
    room: row.room_id,
    room_name: row.room_name,
    site: { id: row.site_id, slug: row.site_slug, name: row.site_name },
    appointment_types: row.type_ids,
    ...z.encode(sentRule, rule),
    rrule: row.rrule,
    start: row.first_start?.toISOString() ?? null,
    description: describeRule(rule),
    may_change: permits(viewer, 'availability.change', { staffId: row.staff_id }),
    may_delete: permits(viewer, 'availability.delete', { staffId: row.staff_id }),
  }
}

export type AvailabilityLocation = { staffId: number; roomId: number; typeIds: readonly number[] }

export async function insertAvailability(
  tx: Executor,
  location: AvailabilityLocation,
  rule: AvailabilityRule,
  splitFrom: number | null = null,
): Promise<number> {
  const { id } = await tx
    .insertInto('availability')
    .values({ ...toColumns(location, rule), split_from: splitFrom })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertTypes(tx, id, location.typeIds)
  return id
}

/** Delete its occurrences before its clinician or room changes: see `deleteOccurrences`. */
export async function updateAvailability(
  tx: Executor,
  id: number,
  location: AvailabilityLocation,
  rule: AvailabilityRule,
): Promise<void> {
  await tx.updateTable('availability').set(toColumns(location, rule)).where('id', '=', id).execute()
  await tx.deleteFrom('availability_appointment_type').where('availability_id', '=', id).execute()
  await insertTypes(tx, id, location.typeIds)
}

/** It works as `updateAvailability`; one that was deleted is there again under its number. */
export async function restoreAvailability(
  tx: Executor,
  id: number,
  location: AvailabilityLocation,
  rule: AvailabilityRule,
): Promise<void> {
  const { staffId, roomId } = location
  await sql`insert into availability (id, staff_id, room_id, start_date, start_time, end_time)
    overriding system value
    values (${id}, ${staffId}, ${roomId}, ${rule.startDate}::date, '09:00', '17:00')
    on conflict (id) do nothing`.execute(tx)
  await updateAvailability(tx, id, location, rule)
}

/** Waits for bookings in these occurrences, which are seen afterwards; later bookings find none. */
export async function deleteOccurrences(
  tx: Executor,
  availabilityId: number,
  occurrences: readonly Occurrence[],
): Promise<void> {
  await tx
    .deleteFrom('availability_occurrence')
    .where('availability_id', '=', availabilityId)
    .where(sql<boolean>`starts_at = any(${occurrences.map(({ start }) => new Date(start))})`)
    .execute()
}

/** @throws the exclusion violation when clinician or room are taken. */
export async function insertOccurrences(
  tx: Executor,
  availabilityId: number,
  { staffId, roomId }: AvailabilityLocation,
  occurrences: readonly Occurrence[],
): Promise<void> {
  await sql`insert into availability_occurrence
      (availability_id, staff_id, room_id, date, starts_at, ends_at)
    select ${availabilityId}, ${staffId}, ${roomId}, occurrence.*
    from unnest(${occurrences.map(({ date }) => date)}::date[],
      ${occurrences.map(({ start }) => new Date(start))}::timestamptz[],
      ${occurrences.map(({ end }) => new Date(end))}::timestamptz[]) as occurrence`.execute(tx)
}

async function insertTypes(tx: Executor, id: number, typeIds: readonly number[]): Promise<void> {
  await tx
    .insertInto('availability_appointment_type')
    .values(
      [...new Set(typeIds)].map((typeId) => ({ availability_id: id, appointment_type_id: typeId })),
    )
    .execute()
}

const toColumns = ({ staffId, roomId }: AvailabilityLocation, rule: AvailabilityRule) => ({
  ...z.encode(plainRule, rule),
  staff_id: staffId,
  room_id: roomId,
  recurring_until: rule.recurringUntil ?? (rule.recurring ? latestEnd(rule.startDate) : null),
  rrule: ruleToRRuleString(rule),
  exceptions: sql<string[]>`${rule.exceptions}::date[]`,
})
