import { type InferResult, sql } from 'kysely'
import type { WaitingListEntry } from '#lib/contract/waiting-list.ts'
import type { Executor } from '../database/connection.ts'

type Summary = WaitingListEntry['sites'][number]
type InJson<Value> = Value extends { start: string; end: string }
  ? Omit<Value, 'start' | 'end' | 'expires'> & { start: number; end: number; expires?: number }
  : never

const summary = (site: string) =>
  sql`json_build_object('id', ${sql.ref(`${site}.id`)}, 'slug', ${sql.ref(`${site}.slug`)},
    'name', ${sql.ref(`${site}.name`)})`

const sites = sql<Summary[]>`(
  select coalesce(json_agg(${summary('site')} order by site.display_order, site.id), '[]')
  from waiting_list_site join site on site.id = waiting_list_site.site_id
  where waiting_list_site.entry_id = entry.id)`

const milliseconds = (instant: string) =>
  sql`(date_part('epoch', ${sql.ref(instant)}) * 1000)::bigint`

const appointment = sql<InJson<NonNullable<WaitingListEntry['appointment']>> | null>`(
  select json_build_object('id', appointment.id, 'start', ${milliseconds('appointment.starts_at')},
    'end', ${milliseconds('appointment.ends_at')}, 'site', ${summary('site')})
  from appointment join site on site.id = appointment.site_id
  where appointment.id = entry.appointment_id)`

/** An expired one is none, also before its hold is cleared away. */
const offer = sql<InJson<NonNullable<WaitingListEntry['offer']>> | null>`(
  select json_build_object('id', offer.id, 'start', ${milliseconds('offer.starts_at')},
    'end', ${milliseconds('offer.ends_at')}, 'expires', ${milliseconds('offer.expires')},
    'site', ${summary('site')}, 'clinician_name', person.full_name)
  from waiting_list_offer as offer
    join site on site.id = offer.site_id
    join staff on staff.id = offer.staff_id
    join person on person.id = staff.person_id
  where offer.entry_id = entry.id and offer.state = 'open' and offer.expires > now())`

/**
 * `keep_waiting` changes an entry with the appointments of its patient, and `give_offer_back` ends
 * the offer of one that ends.
 */
export const entryRows = (executor: Executor) =>
  executor
    .selectFrom('waiting_list_entry as entry')
    .innerJoin('appointment_type as type', 'type.id', 'entry.appointment_type_id')
    .select([
      'entry.id',
      'entry.patient_id',
      'entry.appointment_id',
      'entry.appointment_type_id',
      'entry.state',
      'entry.joined',
      'entry.days',
      'entry.until',
      'type.slug as type_slug',
      'type.name as type_name',
      sql<string>`to_char(entry.from_time, 'HH24:MI')`.as('from_time'),
      sql<string>`to_char(entry.to_time, 'HH24:MI')`.as('to_time'),
      sites.as('sites'),
      appointment.as('appointment'),
      offer.as('offer'),
    ])

export type EntryRow = InferResult<ReturnType<typeof entryRows>>[number]

export const presentEntry = (row: EntryRow): WaitingListEntry => ({
  id: row.id,
  state: row.state as WaitingListEntry['state'],
  joined: row.joined.toISOString(),
  appointment_type: { id: row.appointment_type_id, slug: row.type_slug, name: row.type_name },
  sites: row.sites,
  days: row.days.toSorted((a, b) => a - b),
  from_time: row.from_time,
  to_time: row.to_time,
  until: row.until,
  appointment: row.appointment && { ...row.appointment, ...toIsoTime(row.appointment) },
  offer: row.offer && {
    ...row.offer,
    ...toIsoTime(row.offer),
    expires: new Date(row.offer.expires ?? 0).toISOString(),
  },
})

const toIsoTime = ({ start, end }: { start: number; end: number }) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
})
