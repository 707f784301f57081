import { type InferResult, sql } from 'kysely'
import type { SlotPreference } from '#lib/scheduling/waiting.ts'
import type { Executor } from '../database/connection.ts'

/** Those who wait, with what offers are found by; `before` is when the appointment they have begins. */
export const waitingRows = (executor: Executor) =>
  executor
    .selectFrom('waiting_list_entry as entry')
    .leftJoin('appointment', 'appointment.id', 'entry.appointment_id')
    .where('entry.state', '=', 'waiting')
    .select([
      'entry.id',
      'entry.patient_id',
      'entry.appointment_type_id',
      'entry.appointment_id',
      'entry.days',
      'entry.until',
      'appointment.starts_at as before',
      'appointment.duration',
      'appointment.site_id',
      sql<string>`to_char(entry.from_time, 'HH24:MI')`.as('from_time'),
      sql<string>`to_char(entry.to_time, 'HH24:MI')`.as('to_time'),
      sql<number[]>`array(select site_id from waiting_list_site where entry_id = entry.id)`.as(
        'site_ids',
      ),
    ])

type WaitingRow = InferResult<ReturnType<typeof waitingRows>>[number]

export const toSlotPreference = (entry: WaitingRow): SlotPreference => ({
  siteIds: entry.site_ids,
  days: entry.days,
  fromTime: entry.from_time,
  toTime: entry.to_time,
  until: entry.until,
  before: entry.before?.getTime() ?? null,
})
