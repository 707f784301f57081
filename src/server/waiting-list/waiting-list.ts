import { sql } from 'kysely'
import type { Contract } from '#lib/contract/contract.ts'
import type { OperationRequest } from '#lib/contract/operation.ts'
import type { ListedWaiting, WaitingTime } from '#lib/contract/waiting-list.ts'
import { addDays } from '#lib/format-date-time.ts'
import { listSlots, openingsAt } from '#lib/scheduling/bookability.ts'
import { dateOf, startOfDay } from '#lib/scheduling/clinic-time.ts'
import { overlaps } from '#lib/scheduling/intervals.ts'
import { fitsPreference, localStart } from '#lib/scheduling/waiting.ts'
import { actorOf } from '../audit.ts'
import { auditReads } from '../audit-reads.ts'
import { asVisitor, bookingRules } from '../booking/booking-rules.ts'
import { findOpenings } from '../booking/find-openings.ts'
import { patientBusy } from '../booking/patients-busy.ts'
import { readOpenings, withBusyTimes } from '../booking/read-openings.ts'
import { visibilityOf } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound, Refusal, slotTaken } from '../refusal.ts'
import { announce } from '../schedule/announce.ts'
import { withdrawOffer } from './answer-offer.ts'
import { entryRows, presentEntry } from './entry-rows.ts'
import { offerMinutes, offerTime } from './offer-time.ts'
import { auditEntry, endWait } from './own-entries.ts'
import { preferenceOf, waitingRows } from './waiting-rows.ts'

type Query = OperationRequest<Contract['GET admin/clinic/waiting-list/']>['query']

/** Among those who wait for the same service. */
const positions = (executor: Executor) =>
  executor
    .selectFrom('waiting_list_entry')
    .where('state', '=', 'waiting')
    .select([
      'id',
      sql<number>`(row_number() over (partition by appointment_type_id order by joined, id))::integer`.as(
        'position',
      ),
    ])

const offersThat = (state: 'declined' | 'expired') => sql<number>`(
  select count(*)::integer from waiting_list_offer as offer
  where offer.entry_id = entry.id and offer.state = ${sql.lit(state)})`

const listedRows = (executor: Executor) =>
  entryRows(executor)
    .innerJoin('person as patient', 'patient.id', 'entry.patient_id')
    .leftJoin(positions(executor).as('place'), 'place.id', 'entry.id')
    .select([
      'patient.full_name as patient_name',
      'patient.mobile as patient_mobile',
      'place.position',
      offersThat('declined').as('declined'),
      offersThat('expired').as('expired'),
      sql<boolean>`(patient.is_active and not patient.is_deceased
        and (patient.email <> '' or patient.mobile <> ''))`.as('can_be_told'),
    ])

type ListedRow = Awaited<ReturnType<ReturnType<typeof listedRows>['executeTakeFirstOrThrow']>>

const presentListed = (row: ListedRow): ListedWaiting => ({
  ...presentEntry(row),
  patient: { id: row.patient_id, full_name: row.patient_name, mobile: row.patient_mobile },
  position: row.position,
  declined: row.declined,
  expired: row.expired,
  can_be_told: row.can_be_told,
})

/** In the order in which times are offered. */
export async function listWaiting(
  call: SignedInCall,
  query: Query,
): Promise<{ count: number; results: ListedWaiting[] }> {
  const { db } = call.services
  const { page, page_size, appointment_type_id, site_id, offered } = query
  const isOffered = sql<boolean>`exists (
    select from waiting_list_offer as open_offer
    where open_offer.entry_id = entry.id and open_offer.state = 'open'
      and open_offer.expires > now())`
  const isFor = sql<boolean>`(
    not exists (select from waiting_list_site where entry_id = entry.id)
    or exists (select from waiting_list_site where entry_id = entry.id and site_id = ${site_id ?? 0}))`
  const rows = listedRows(db)
    .where('entry.state', '=', 'waiting')
    .$if(appointment_type_id !== undefined, (some) =>
      some.where('entry.appointment_type_id', '=', appointment_type_id ?? 0),
    )
    .$if(site_id !== undefined, (some) => some.where(isFor))
    .$if(offered === 'yes', (some) => some.where(isOffered))
    .$if(offered === 'no', (some) => some.where(sql<boolean>`not ${isOffered}`))
  const { count } = await rows
    .clearSelect()
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  const results = await rows
    .orderBy('entry.joined')
    .orderBy('entry.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  await auditReads(db, call, {
    action: 'waiting_list.listed',
    subjectType: 'waiting_list_entry',
    view: { ...query },
    patientIds: results.map(({ patient_id }) => patient_id),
  })
  return { count, results: results.map(presentListed) }
}

async function findListed(executor: Executor, id: number): Promise<ListedRow> {
  const row = await listedRows(executor).where('entry.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This entry of the waiting list')
  return row
}

const findWaiting = (executor: Executor, id: number) =>
  waitingRows(executor).where('entry.id', '=', id).executeTakeFirst()

const MOST_TIMES = 20
const WITHIN_DAYS = 60

/** @throws Refusal `not_found`, also of one that has ended. */
export async function timesToOffer(
  { services, viewer }: SignedInCall,
  id: number,
): Promise<{ results: WaitingTime[] }> {
  const { db, settings, now } = services
  const zone = settings.CLINIC_TIME_ZONE
  const entry = await findWaiting(db, id)
  if (!entry) throw notFound('This entry of the waiting list')
  const end = startOfDay(addDays(dateOf(now(), zone), WITHIN_DAYS), zone)
  const window = { start: now(), end: Math.min(end, entry.before?.getTime() ?? end) }
  if (window.end <= window.start) return { results: [] }
  const reading = await readOpenings(db, {
    type: { id: entry.appointment_type_id },
    sees: { types: true, categories: true, sites: visibilityOf(viewer).sites },
    window,
  })
  const usual = bookingRules(settings, reading, now())
  const rules = {
    ...usual,
    duration: entry.duration ?? usual.duration,
    patientBusy: await patientBusy(db, entry.patient_id, window, entry.appointment_id ?? undefined),
  }
  const occurrences = withBusyTimes(reading)
  const preference = preferenceOf(entry)
  const slots = listSlots(occurrences, rules, window)
    .filter(({ start }) => offerMinutes(start, entry.before, settings, now()) !== null)
    .map((slot) => ({
      ...slot,
      isOther: !fitsPreference({ ...slot, ...localStart(slot.start, zone) }, preference),
    }))
    .toSorted((a, b) => Number(a.isOther) - Number(b.isOther))
    .slice(0, MOST_TIMES)
  const siteById = new Map(reading.sites.map(({ id, slug, name }) => [id, { id, slug, name }]))
  const staffIds = new Map(
    slots.map((slot) => [
      slot,
      openingsAt(occurrences, rules, slot.start).find((one) => one.siteId === slot.siteId)?.staffId,
    ]),
  )
  const names = await db
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select(['staff.id', 'person.full_name'])
    .where(sql<boolean>`staff.id = any(${[...staffIds.values()].filter(Boolean)}::integer[])`)
    .execute()
  const nameOf = new Map(names.map((row) => [row.id, row.full_name]))
  return {
    results: slots.flatMap((slot) => {
      const site = siteById.get(slot.siteId)
      if (!site) return []
      return [
        {
          start: new Date(slot.start).toISOString(),
          end: new Date(slot.end).toISOString(),
          site,
          clinician_name: nameOf.get(staffIds.get(slot) ?? 0) ?? '',
          is_other: slot.isOther,
        },
      ]
    }),
  }
}

/**
 * Offers a time by hand, whatever the patient's turn.
 * @throws Refusal `not_found`; `conflict` where another time is offered, or the patient is taken;
 *   `slot_taken`.
 */
export async function offerByHand(
  call: SignedInCall,
  id: number,
  { start, site_id }: { start: string; site_id: number },
): Promise<ListedWaiting> {
  const { db, settings, now } = call.services
  const { row, held } = await retried(() =>
    db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('waiting_list_entry')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .execute()
      const entry = await findWaiting(tx, id)
      if (!entry) throw notFound('This entry of the waiting list')
      await clearOffer(tx, id)
      const at = Date.parse(start)
      if (entry.before && at >= entry.before.getTime()) {
        throw new Refusal('conflict', 'The patient’s appointment is earlier than this.')
      }
      const minutes = offerMinutes(at, entry.before, settings, now())
      if (minutes === null) throw slotTaken('This time is too near for an offer.')
      const { appointment_type_id: typeId, duration, site_id: siteId } = entry
      const { openings } = await findOpenings(
        tx,
        asVisitor(call.services, { ...visibilityOf(call.viewer), types: true, categories: true }),
        {
          typeId,
          start: at,
          siteId: site_id,
          agreed: duration && siteId ? { typeId, duration, siteId } : undefined,
        },
      )
      const [{ duration: length }] = openings
      const time = { start: at, end: at + length * 60_000 }
      const busy = await patientBusy(tx, entry.patient_id, time, entry.appointment_id ?? undefined)
      if (busy.some((other) => overlaps(other, time))) {
        throw new Refusal('conflict', 'The patient has another appointment at this time.')
      }
      const held = await offerTime(tx, entry, openings, {
        minutes,
        offeredBy: call.viewer.personId,
      })
      if (!held) throw slotTaken()
      await auditEntry(
        tx,
        call,
        actorOf(call.viewer),
        { id, patient_id: entry.patient_id, actorId: call.viewer.personId },
        'waiting_list.offered',
        { start },
      )
      return { row: await findListed(tx, id), held }
    }),
  )
  announce(call.services, held)
  return presentListed(row)
}

/** An expired one gives way. @throws Refusal `conflict` for an open one. */
async function clearOffer(tx: Executor, entryId: number): Promise<void> {
  const open = await tx
    .selectFrom('waiting_list_offer')
    .select(['id', sql<boolean>`expires <= now()`.as('is_expired')])
    .where('entry_id', '=', entryId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (!open) return
  if (!open.is_expired) {
    throw new Refusal('conflict', 'Another time is offered to this patient at the moment.')
  }
  await withdrawOffer(tx, open.id)
}

/** @throws Refusal `not_found`; `conflict` for one that has ended. */
export async function takeOfferBack(
  call: SignedInCall,
  id: number,
  offerId: number,
): Promise<void> {
  const freed = await call.services.db.transaction().execute(async (tx) => {
    const row = await findListed(tx, id)
    const offer = await tx
      .selectFrom('waiting_list_offer')
      .select('state')
      .where('id', '=', offerId)
      .where('entry_id', '=', id)
      .executeTakeFirst()
    if (!offer) throw notFound('This offer')
    const freed = await withdrawOffer(tx, offerId)
    if (freed.length === 0) {
      throw new Refusal('conflict', 'The patient has answered, or the offer has ended.')
    }
    await auditStaff(tx, call, row, 'waiting_list.withdrawn')
    return freed
  })
  announce(call.services, ...freed)
}

/** Of one that has ended already, nothing. @throws Refusal `not_found`. */
export async function removeFromWaitingList(call: SignedInCall, id: number): Promise<void> {
  await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      const row = await findListed(tx, id)
      if (row.state !== 'waiting') return
      await endWait(tx, id, 'left')
      await auditStaff(tx, call, row, 'waiting_list.removed')
    }),
  )
}

const auditStaff = (
  tx: Executor,
  call: SignedInCall,
  { id, patient_id }: { id: number; patient_id: number },
  action: 'waiting_list.removed' | 'waiting_list.withdrawn',
) =>
  auditEntry(
    tx,
    call,
    actorOf(call.viewer),
    { id, patient_id, actorId: call.viewer.personId },
    action,
  )
