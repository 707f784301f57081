import { sql } from 'kysely'
import { addDays } from '#lib/dates/format-date-time.ts'
import { listSlots, openingsAt, type SiteSlot } from '#lib/scheduling/bookability.ts'
import { isDaytime, startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { type Interval, overlaps } from '#lib/scheduling/intervals.ts'
import type { BookingRules, StaffedOccurrence } from '#lib/scheduling/rule-violations.ts'
import { fitsPreference, type LocalStart, localStart } from '#lib/scheduling/waiting.ts'
import { bookingHorizon, bookingRules } from '../booking/booking-rules.ts'
import { rankOpenings } from '../booking/find-openings.ts'
import { deleteExpiredHolds } from '../booking/hold-lifetime.ts'
import {
  type Occupied,
  type OpeningsReading,
  patientBusy,
  readOpenings,
  withBusyTimes,
} from '../booking/read-openings.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { readReach } from '../messages/message-reach.ts'
import { Refusal } from '../refusals/refusal.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import type { Services } from '../services.ts'
import { isOfferWithoutHours, withdrawImpossible } from './impossible-offers.ts'
import { personAddresses, readOfferLimits } from './offer-limits.ts'
import { offerMinutes, offerTime } from './offer-time.ts'
import { toSlotPreference, waitingRows } from './waiting-rows.ts'

type Offering = Pick<Services, 'db' | 'settings' | 'now' | 'live' | 'mail' | 'texts'>

const OFFERS_LOCK = 7_201_965
const MOST_OFFERS = 100

/**
 * Offers time that has become free to those who wait, in the order of joining: each gets the first
 * slot that fits, unless it was offered to them before. At night nobody is told, so what becomes
 * free waits for the morning. `note_freed_time`, `note_new_hours` and `note_type_offered` note that
 * time.
 * @returns whether something may be left.
 */
export async function offerFreeTimes(services: Offering): Promise<boolean> {
  const { db } = services
  const { changed, isLeft } = await retried(() =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ is_mine: boolean }>`
        select pg_try_advisory_xact_lock(${OFFERS_LOCK}::bigint) as is_mine`.execute(tx)
      if (!rows[0]?.is_mine) return { changed: [], isLeft: false }
      await endWaits(tx, services)
      const freed = await withdrawImpossible(tx, services)
      if (!isDaytime(services)) return { changed: freed, isLeft: false }
      const window = await takeFreedTime(tx, services)
      if (!window) return { changed: freed, isLeft: false }
      const offered = await offerWithin(tx, services, window)
      const isLeft = offered.length >= MOST_OFFERS
      if (isLeft) await noteFreedTime(tx, window)
      return { changed: [...freed, ...offered], isLeft }
    }),
  )
  announce(services, ...changed)
  return isLeft
}

/** Notes all times as freed: a notice passed, a competency or a room came back. */
export async function noteAllTimes({ db, settings, now }: Offering): Promise<void> {
  const window = { start: now(), end: bookingHorizon(settings, now()) }
  await sql`
    insert into freed_time (starts_at, ends_at)
    select ${new Date(window.start)}::timestamptz, ${new Date(window.end)}::timestamptz
    where is_anybody_waiting()`.execute(db)
}

/** Whether there is time to offer now, or an offer that nobody can take. */
export async function isTimeFreed(services: Pick<Services, 'db' | 'settings' | 'now'>) {
  if (await isOfferWithoutHours(services.db)) return true
  if (!isDaytime(services)) return false
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from freed_time)
      or exists (select from waiting_list_offer where state = 'open' and expires <= now()) as is
  `.execute(services.db)
  return rows[0]?.is === true
}

async function endWaits(tx: Executor, { settings, now }: Offering): Promise<void> {
  const at = new Date(now())
  const today = toClinicDate(now(), settings.CLINIC_TIME_ZONE)
  await sql`
    update waiting_list_entry as entry set state = 'expired', ended = now()
    where state = 'waiting' and (until < ${today}::date or exists (
      select from appointment
      where appointment.id = entry.appointment_id and appointment.starts_at <= ${at}))`.execute(tx)
  await deleteExpiredHolds(tx)
    .where('id', 'in', (from) =>
      from
        .selectFrom('waiting_list_offer')
        .select(sql<number>`hold_id`.as('id'))
        .where('state', '=', 'open'),
    )
    .execute()
}

/** @returns from the first to the last of what was noted; undefined where that is nothing. */
async function takeFreedTime(
  tx: Executor,
  { settings, now }: Offering,
): Promise<Interval | undefined> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    with taken as (delete from freed_time returning starts_at, ends_at)
    select min(starts_at) as first, max(ends_at) as last from taken`.execute(tx)
  const [{ first, last } = { first: null, last: null }] = rows
  if (!first || !last) return undefined
  const zone = settings.CLINIC_TIME_ZONE
  // Whole days: a longer appointment may begin before what became free.
  const start = Math.max(now(), startOfDay(toClinicDate(first.getTime(), zone), zone))
  const end = Math.min(
    bookingHorizon(settings, now()),
    startOfDay(addDays(toClinicDate(last.getTime(), zone), 1), zone),
  )
  return start < end ? { start, end } : undefined
}

const noteFreedTime = (tx: Executor, { start, end }: Interval) =>
  tx
    .insertInto('freed_time')
    .values({ starts_at: new Date(start), ends_at: new Date(end) })
    .execute()

async function readQueue(tx: Executor, services: Offering) {
  const { isReached } = await readReach(tx, services, 'offer')
  const rows = await waitingRows(tx)
    .innerJoin('person', 'person.id', 'entry.patient_id')
    .select(
      sql<string[]>`array(
        select (date_part('epoch', starts_at) * 1000)::bigint || ' ' || site_id
        from waiting_list_offer where entry_id = entry.id)`.as('offered'),
    )
    .select(['person.email', 'person.mobile', 'entry.joined_from'])
    .select(personAddresses.as('addresses'))
    .where('person.is_active', '=', true)
    .where(
      sql<boolean>`not (entry.is_in_question
        and has_booked(entry.patient_id, entry.appointment_type_id))`,
    )
    .where('person.is_deceased', '=', false)
    // One offer at a time for a patient, whatever they wait for.
    .where(
      sql<boolean>`not exists (
        select from waiting_list_offer as offer
          join waiting_list_entry as other on other.id = offer.entry_id
        where other.patient_id = entry.patient_id and offer.state = 'open')`,
    )
    .orderBy('entry.joined')
    .orderBy('entry.id')
    .execute()
  return rows.filter((row) => isReached(row, row.appointment_type_id))
}

type Queued = Awaited<ReturnType<typeof readQueue>>[number]

async function offerWithin(
  tx: Executor,
  services: Offering,
  window: Interval,
): Promise<ChangedTime[]> {
  const free = freeTimes(tx, services, window)
  const offered: ChangedTime[] = []
  const patients = new Set<number>()
  const limits = await readOfferLimits(tx)
  for (const entry of await readQueue(tx, services)) {
    if (offered.length >= MOST_OFFERS) break
    if (patients.has(entry.patient_id) || limits.isReached(entry)) continue
    const held = await offerFirst(tx, services, entry, free)
    if (!held) continue
    offered.push(held)
    patients.add(entry.patient_id)
    limits.count(entry)
    free.take(held)
  }
  return offered
}

type LocalSlot = SiteSlot & LocalStart

type FreeTimes = {
  slotsFor: (entry: Queued) => Promise<readonly LocalSlot[]>
  openingsAt: (entry: Queued, slot: SiteSlot) => Promise<ReturnType<typeof openingsAt>>
  take: (held: ChangedTime) => void
}

/** Reads each type once, and slots again only after something was taken. */
function freeTimes(tx: Executor, { settings, now }: Offering, window: Interval): FreeTimes {
  const readings = new Map<number, OpeningsReading | null>()
  const taken: Occupied[] = []
  const locals = new Map<number, LocalStart>()
  let calendars = new Map<string, Calendar>()
  const read = async (typeId: number) => {
    const known = readings.get(typeId)
    if (known !== undefined) return known
    const query = { type: { id: typeId }, sees: { types: true, categories: true, sites: false } }
    const reading = await readOpenings(tx, { ...query, window }).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_found') return null
      throw error
    })
    readings.set(typeId, reading)
    return reading
  }
  const withLocal = (slot: SiteSlot): LocalSlot => {
    const local = locals.get(slot.start) ?? localStart(slot.start, settings.CLINIC_TIME_ZONE)
    locals.set(slot.start, local)
    return { ...slot, ...local }
  }
  const calendarFor = async ({ appointment_type_id: typeId, duration }: Queued) => {
    const name = `${typeId} ${duration ?? ''}`
    const known = calendars.get(name)
    if (known) return known
    const reading = await read(typeId)
    if (!reading) return null
    const occupied = [...reading.occupied, ...taken]
    const occurrences = withBusyTimes({ occurrences: reading.occurrences, occupied })
    const usual = bookingRules(settings, reading, now())
    const rules = { ...usual, duration: duration ?? usual.duration }
    const slots = listSlots(occurrences, rules, window).map(withLocal)
    const calendar = { occurrences, occupied, rules, slots }
    calendars.set(name, calendar)
    return calendar
  }
  return {
    slotsFor: async (entry) => (await calendarFor(entry))?.slots ?? [],
    openingsAt: async (entry, { start, siteId }) => {
      const calendar = await calendarFor(entry)
      if (!calendar) return []
      const { occurrences, occupied, rules } = calendar
      const day = toClinicDate(start, rules.zone)
      const there = openingsAt(occurrences, rules, start).filter((one) => one.siteId === siteId)
      return rankOpenings(there, occupied, {
        start: startOfDay(day, rules.zone),
        end: startOfDay(addDays(day, 1), rules.zone),
      })
    },
    take: ({ staff_id, room_id, starts_at, ends_at }) => {
      const time = { start: starts_at.getTime(), end: ends_at.getTime() }
      taken.push({ staffId: staff_id, roomId: room_id, ...time })
      calendars = new Map()
    },
  }
}

type Calendar = {
  occurrences: StaffedOccurrence[]
  occupied: Occupied[]
  rules: BookingRules
  slots: LocalSlot[]
}

async function offerFirst(
  tx: Executor,
  { settings, now }: Offering,
  entry: Queued,
  free: FreeTimes,
): Promise<ChangedTime | undefined> {
  const preference = toSlotPreference(entry)
  const fitting = (await free.slotsFor(entry)).filter(
    (slot) =>
      fitsPreference(slot, preference) && !entry.offered.includes(`${slot.start} ${slot.siteId}`),
  )
  const [first] = fitting
  const last = fitting.at(-1)
  if (!first || !last) return undefined
  const busy = await patientBusy(
    tx,
    entry.patient_id,
    { start: first.start, end: last.end },
    entry.appointment_id ?? undefined,
  )
  for (const slot of fitting) {
    const minutes = offerMinutes(slot.start, entry.before, settings, now())
    if (minutes === null || busy.some((other) => overlaps(other, slot))) continue
    const openings = await free.openingsAt(entry, slot)
    const held = await offerTime(tx, entry, openings, { minutes, offeredBy: null })
    if (held) return held
  }
  return undefined
}
