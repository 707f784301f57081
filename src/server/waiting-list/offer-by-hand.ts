import { sql } from 'kysely'
import type { AuditAction } from '#lib/contract/audit-actions.ts'
import type { WaitingListRow, WaitingTime } from '#lib/contract/waiting-list.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { listSlots, openingsAt } from '#lib/scheduling/bookability.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { overlaps } from '#lib/scheduling/intervals.ts'
import { fitsPreference, localStart } from '#lib/scheduling/waiting.ts'
import type { AuditEntry } from '../audit/audit.ts'
import { toAuditActor } from '../audit/audit.ts'
import { asOffered, bookingRules } from '../booking/booking-rules.ts'
import { findOpenings } from '../booking/find-openings.ts'
import { patientBusy, readOpenings, withBusyTimes } from '../booking/read-openings.ts'
import { findVisibility } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { notFound, Refusal, slotTaken } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import { offerMinutes, offerTime, withdrawOffer } from './offer-time.ts'
import { auditEntry } from './own-entries.ts'
import { findWaitingRow, presentWaitingRow } from './waiting-list.ts'
import { toSlotPreference, waitingRows } from './waiting-rows.ts'

const auditStaff = (
  tx: Executor,
  call: SignedInCall,
  { id, patient_id }: { id: number; patient_id: number },
  ...what: [AuditAction, AuditEntry['change']?]
) =>
  auditEntry(
    tx,
    call,
    toAuditActor(call.viewer),
    { id, patient_id, actorId: call.viewer.personId },
    ...what,
  )

export const offerByHandRoutes = {
  'GET admin/clinic/waiting-list/{id}/times/': ({ params }, call) => timesToOffer(call, params.id),
  'POST admin/clinic/waiting-list/{id}/offers/': ({ params, body }, call) =>
    offerByHand(call, params.id, body),
  'DELETE admin/clinic/waiting-list/{id}/offers/{offer_id}/': ({ params }, call) =>
    takeOfferBack(call, params.id, params.offer_id),
} satisfies Handlers

const findWaiting = (executor: Executor, id: number) =>
  waitingRows(executor).where('entry.id', '=', id).executeTakeFirst()

const MOST_TIMES = 20
const WITHIN_DAYS = 60

async function timesToOffer(
  { services, viewer }: SignedInCall,
  id: number,
): Promise<{ results: WaitingTime[] }> {
  const { db, settings, now } = services
  const zone = settings.CLINIC_TIME_ZONE
  const entry = await findWaiting(db, id)
  if (!entry) throw notFound('This entry of the waiting list')
  const end = startOfDay(addDays(toClinicDate(now(), zone), WITHIN_DAYS), zone)
  const window = { start: now(), end: Math.min(end, entry.before?.getTime() ?? end) }
  if (window.end <= window.start) return { results: [] }
  const reading = await readOpenings(db, {
    type: { id: entry.appointment_type_id },
    sees: { types: true, categories: true, sites: findVisibility(viewer).sites },
    window,
  })
  const usual = bookingRules(settings, reading, now())
  const rules = {
    ...usual,
    duration: entry.duration ?? usual.duration,
    patientBusy: await patientBusy(db, entry.patient_id, window, entry.appointment_id ?? undefined),
  }
  const occurrences = withBusyTimes(reading)
  const preference = toSlotPreference(entry)
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
  const nameById = new Map(names.map((row) => [row.id, row.full_name]))
  return {
    results: slots.flatMap((slot) => {
      const site = siteById.get(slot.siteId)
      if (!site) return []
      return [
        {
          start: new Date(slot.start).toISOString(),
          end: new Date(slot.end).toISOString(),
          site,
          clinician_name: nameById.get(staffIds.get(slot) ?? 0) ?? '',
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
async function offerByHand(
  call: SignedInCall,
  id: number,
  { start, site_id }: { start: string; site_id: number },
): Promise<WaitingListRow> {
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
        asOffered(call.services, { ...findVisibility(call.viewer), types: true, categories: true }),
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
      await auditStaff(tx, call, entry, 'waiting_list.offered', { start })
      return { row: await findWaitingRow(tx, call.services, id), held }
    }),
  )
  announce(call.services, held)
  return presentWaitingRow(row, call.viewer)
}

/** An expired offer gives way. @throws Refusal `conflict` for an open one. */
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
  await withdrawOffer(tx, { id: open.id })
}

async function takeOfferBack(call: SignedInCall, id: number, offerId: number): Promise<void> {
  const { db } = call.services
  const work = async (tx: Executor) => {
    const row = await findWaitingRow(tx, call.services, id)
    await tx
      .selectFrom('waiting_list_offer')
      .select('state')
      .where('id', '=', offerId)
      .where('entry_id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('This offer'))
    const freed = await withdrawOffer(tx, { id: offerId })
    if (freed.length === 0) {
      throw new Refusal('conflict', 'The patient has answered, or the offer has ended.')
    }
    await auditStaff(tx, call, row, 'waiting_list.withdrawn')
    return freed
  }
  const freed = await retried(() => db.transaction().execute(work))
  announce(call.services, ...freed)
}
