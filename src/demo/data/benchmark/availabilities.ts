import { sql } from 'kysely'
import { addDays } from '#lib/dates/format-date-time.ts'
import { expandOccurrences, type Occurrence } from '#lib/scheduling/occurrences.ts'
import { type AvailabilityRule, ruleToRRuleString } from '#lib/scheduling/recurrence.ts'
import type { Executor } from '#server/database/connection.ts'
import { type BenchmarkType, selectBenchmarkClinicians } from './base.ts'

export type BlockRule = { from: string; to: string; weekdays: number[] }

export type ConsultingBlock = BenchmarkType &
  BlockRule & {
    start: string
    weeks: number
    timeZone: string
  }

const DAILY = 3

export async function insertBenchmarkAvailabilities(
  executor: Executor,
  block: ConsultingBlock,
): Promise<void> {
  const rule = toRule(block)
  await sql`
    with clinician as (${selectBenchmarkClinicians(block)}), placed as (
      insert into availability (staff_id, room_id, start_date, start_time, end_time, recurring,
        recurring_until, repeat_every, freq, weekdays, rrule)
      select staff_id, room_id, ${rule.startDate}::date, ${rule.startTime}::time,
        ${rule.endTime}::time, true, ${rule.recurringUntil}::date, ${rule.repeatEvery}::integer,
        ${rule.freq}::smallint, ${rule.weekdays}::smallint[], ${ruleToRRuleString(rule)}
      from clinician
      returning id, staff_id, room_id
    ), offered as (
      insert into availability_appointment_type (availability_id, appointment_type_id)
      select placed.id, type.id from placed, appointment_type as type where type.slug = ${block.slug}
    )
    insert into availability_occurrence
      (availability_id, staff_id, room_id, date, starts_at, ends_at)
    select placed.id, staff_id, room_id, date, starts_at, ends_at
    from (${occurrenceRows(block)}) as occurrence, placed
    order by starts_at, staff_id`.execute(executor)
}

export function occurrenceRows(block: ConsultingBlock) {
  const occurrences = expandOccurrences(toRule(block), block.timeZone)
  const each = (pick: (occurrence: Occurrence) => string) => occurrences.map(pick)
  return sql`
    select row_number() over (order by starts_at) - 1 as number, date, starts_at, ends_at
    from unnest(
      ${each(({ date }) => date)}::date[],
      ${each(({ start }) => new Date(start).toISOString())}::timestamptz[],
      ${each(({ end }) => new Date(end).toISOString())}::timestamptz[]
    ) as listed (date, starts_at, ends_at)`
}

function toRule({ start, weeks, from, to, weekdays }: ConsultingBlock): AvailabilityRule {
  return {
    startDate: start,
    startTime: from,
    endTime: to,
    recurring: true,
    recurringUntil: addDays(start, 7 * weeks - 1),
    repeatEvery: 1,
    freq: DAILY,
    weekdays,
    months: [],
    exceptBankHolidays: false,
    exceptHolidayDates: true,
    exceptions: [],
  }
}
