import { sql } from 'kysely'
import type { WaitingListJoin } from '#lib/contract/waiting-list.ts'
import { addDays, formatDate, formatTime } from '#lib/dates/format-date-time.ts'
import { listSlots } from '#lib/scheduling/bookability.ts'
import { startOfDay } from '#lib/scheduling/clinic-time.ts'
import { overlaps } from '#lib/scheduling/intervals.ts'
import { fitsPreference, localStart } from '#lib/scheduling/waiting.ts'
import { bookingRules } from '../booking/booking-rules.ts'
import { patientBusy, readOpenings, withBusyTimes } from '../booking/read-openings.ts'
import { isReservedForWaiting } from '../booking/reserved-for-waiting.ts'
import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { countedSource } from '../http/request-context.ts'
import { Refusal } from '../refusals/refusal.ts'
import { personAddresses } from './offer-limits.ts'

const MOST_OF_ADDRESS = 10
const MOST_OF_NETWORK = 20
const MOST_NAMED = 3

/**
 * One email address or mobile number, and one network in a day, can take so many places, whichever
 * processes answer.
 * @throws Refusal `conflict`.
 */
export async function checkPlaces(tx: Executor, call: Call, patientId: number): Promise<void> {
  const network = countedSource(call.source)
  // Those that join at the same moment are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waiting ${network}`}, 0))`.execute(tx)
  const { rows } = await sql<{ of_address: number; of_network: number }>`
    select
      (select count(*)::integer from waiting_list_entry as entry
        join person on person.id = entry.patient_id
      where entry.state = 'waiting' and ${personAddresses}
        && (select ${personAddresses} from person where id = ${patientId}))
        as of_address,
      (select count(*)::integer from waiting_list_entry
      where joined_from = ${network} and joined > now() - interval '1 day') as of_network
    `.execute(tx)
  const [counted] = rows
  if ((counted?.of_address ?? 0) < MOST_OF_ADDRESS && (counted?.of_network ?? 0) < MOST_OF_NETWORK)
    return
  throw new Refusal(
    'conflict',
    'Too many people wait from here at the moment. Contact the branch to be put on the list.',
  )
}

/**
 * Who can have a time books it: nobody waits, and has a time held, for what is free already.
 * @throws Refusal `conflict` that names the first of them.
 */
export async function checkNothingFree(
  tx: Executor,
  { services }: Call,
  { patientId, typeId }: { patientId: number; typeId: number },
  preference: WaitingListJoin,
): Promise<void> {
  const { settings, now } = services
  const zone = settings.CLINIC_TIME_ZONE
  const appointment =
    preference.appointment_id === undefined
      ? undefined
      : await tx
          .selectFrom('appointment')
          .select(['starts_at', 'duration'])
          .where('id', '=', preference.appointment_id)
          .executeTakeFirst()
  const before = appointment?.starts_at.getTime() ?? null
  const last = startOfDay(addDays(preference.until, 1), zone)
  const window = { start: now(), end: Math.min(last, before ?? last) }
  if (window.end <= window.start) return
  const reading = await readOpenings(tx, {
    type: { id: typeId },
    sees: { types: true, categories: true, sites: false },
    window,
    isKept: isReservedForWaiting(services),
  })
  const usual = bookingRules(settings, reading, now())
  const rules = { ...usual, duration: appointment?.duration ?? usual.duration }
  const busy = await patientBusy(tx, patientId, window, preference.appointment_id)
  const requested = {
    siteIds: preference.site_ids,
    days: preference.days,
    fromTime: preference.from_time,
    toTime: preference.to_time,
    until: preference.until,
    before,
  }
  const free = listSlots(withBusyTimes(reading), rules, window).filter(
    (slot) =>
      fitsPreference({ ...slot, ...localStart(slot.start, zone) }, requested) &&
      !busy.some((other) => overlaps(other, slot)),
  )
  if (free.length === 0) return
  const siteById = new Map(reading.sites.map(({ id, slug, name }) => [id, { id, slug, name }]))
  const freeTimes = free.slice(0, MOST_NAMED).flatMap(({ start, siteId }) => {
    const site = siteById.get(siteId)
    return site ? [{ start: new Date(start).toISOString(), site }] : []
  })
  const named = freeTimes.map(
    ({ start, site }) => `${formatTime(start, zone)} on ${formatDate(start, zone)} at ${site.name}`,
  )
  throw new Refusal(
    'conflict',
    `You do not need to wait: ${named.join('; ')} ${free.length === 1 ? 'is' : 'are'} free. Book one of these times, or wait for other days, hours or branches.`,
    { freeTimes },
  )
}
