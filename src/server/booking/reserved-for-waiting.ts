import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#lib/dates/format-date-time.ts'
import {
  EVENING,
  isDaytime,
  MORNING,
  toClinicDate,
  toClinicTime,
  toInstant,
} from '#lib/scheduling/clinic-time.ts'
import type { Services } from '../services.ts'

const MINUTE = 60_000
/** The queue looks every few seconds: if it has not by then, it is down. */
const KEPT_MINUTES = 3
/** A time that starts sooner after the night cannot be offered any more. */
const LEAD_MINUTES = 30

/** Time that the night freed is reserved until the morning's first look. */
export function isReservedForWaiting({
  settings,
  now,
}: Pick<Services, 'settings' | 'now'>): RawBuilder<boolean> {
  const zone = settings.CLINIC_TIME_ZONE
  const at = now()
  const today = toClinicDate(at, zone)
  const morning = toInstant(today, MORNING, zone)
  const isAfterMidnight = toClinicTime(at, zone) < MORNING
  const evening = toInstant(
    addDays(today, at < morning + KEPT_MINUTES * MINUTE ? -1 : 0),
    EVENING,
    zone,
  )
  const recently = at - KEPT_MINUTES * MINUTE
  const since = Math.min(recently, evening)
  const isDay = isDaytime({ settings, now })
  const nextMorning = isAfterMidnight ? morning : toInstant(addDays(today, 1), MORNING, zone)
  const earliest = isDay ? at : nextMorning + LEAD_MINUTES * MINUTE
  return sql<boolean>`(
    freed.staff_id is not null and freed.noted >= ${new Date(since)}
    and freed.starts_at >= ${new Date(earliest)}
    and exists (
      select from waiting_list_entry as entry
      where entry.state = 'waiting'
        and entry.until >= (freed.starts_at at time zone ${zone})::date
        and extract(isodow from freed.starts_at at time zone ${zone}) = any(entry.days)
        and (freed.ends_at at time zone ${zone})::time > entry.from_time
        and (freed.starts_at at time zone ${zone})::time <= entry.to_time
        and exists (
          select from availability_occurrence as hours
            join availability_appointment_type as offered
              on offered.availability_id = hours.availability_id
            join room on room.id = hours.room_id
          where hours.staff_id = freed.staff_id
            and hours.starts_at < freed.ends_at and hours.ends_at > freed.starts_at
            and offered.appointment_type_id = entry.appointment_type_id
            and (not exists (select from waiting_list_site where entry_id = entry.id)
              or exists (select from waiting_list_site
                where entry_id = entry.id and site_id = room.site_id)))))`
}
