import { type Selectable, sql } from 'kysely'
import type { WaitingListEntry } from '#lib/contract/waiting-list.ts'
import { explainTaken } from '../appointments/reschedule-appointment.ts'
import { toBooking } from '../booking/booking-records.ts'
import { findOpenings } from '../booking/find-openings.ts'
import { bookHold } from '../booking/insert-appointment.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { DB } from '../database/types.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { PATIENT_COLUMNS } from '../identity/guest-links.ts'
import { ownRows } from '../own-appointments/own-appointment-rows.ts'
import { isPatientTaken, rescheduleWithin } from '../own-appointments/reschedule-own-appointment.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { notFound, Refusal, slotTaken } from '../refusals/refusal.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import { presentEntry } from './entry-rows.ts'
import { asAgreed, giveHoldBack, withdrawOffer } from './offer-time.ts'
import {
  auditEntry,
  type EntryFinder,
  endWait,
  entriesForStaff,
  entriesOfPerson,
  entriesOfToken,
  lockEntry,
  type OwnEntry,
} from './own-entries.ts'

export const offerAnswerRoutes = {
  'POST private/waiting-list/{id}/offers/{offer_id}/accept/': ({ params }, call) =>
    acceptOffer(call, entriesOfPerson(call), { id: params.id, offerId: params.offer_id }),
  'POST public/waiting-list/{id}/offers/{offer_id}/accept/': ({ params }, call) =>
    acceptOffer(call, entriesOfToken(call), { id: params.id, offerId: params.offer_id }),
  'POST private/waiting-list/{id}/offers/{offer_id}/decline/': ({ params }, call) =>
    declineOffer(call, entriesOfPerson(call), { id: params.id, offerId: params.offer_id }),
  'POST public/waiting-list/{id}/offers/{offer_id}/decline/': ({ params }, call) =>
    declineOffer(call, entriesOfToken(call), { id: params.id, offerId: params.offer_id }),
  'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/accept/': ({ params }, call) =>
    acceptOffer(call, entriesForStaff(call), { id: params.id, offerId: params.offer_id }),
  'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/decline/': ({ params }, call) =>
    declineOffer(call, entriesForStaff(call), { id: params.id, offerId: params.offer_id }),
} satisfies Handlers

type Offer = Selectable<DB['waiting_list_offer']>
type OfferQuery = { id: number; offerId: number }

/**
 * Books what is held for the patient, or moves their appointment there, in one transaction. Accepted
 * twice, it is done once.
 * @throws as the finder; Refusal `conflict` for an offer that has ended or a patient who is taken;
 *   `slot_taken` where the clinician or room can no longer take it: then the offer is withdrawn.
 */
async function acceptOffer(
  call: Call,
  own: EntryFinder,
  { id, offerId }: OfferQuery,
): Promise<WaitingListEntry> {
  const { db } = call.services
  const { entry, changed } = await retried(() =>
    db.transaction().execute(async (tx) => {
      const entry = await lockEntry(tx, own, id)
      const offer = await findOffer(tx, id, offerId)
      if (offer.state === 'accepted') return { entry, changed: [] }
      checkOpen(entry, offer)
      await checkAppointments(tx, entry, offer)
      await endOffer(tx, offerId, 'accepted')
      const hold = await readHold(tx, offer)
      const changed =
        entry.appointment_id === null
          ? await bookOffered(tx, call, own, entry, hold)
          : await moveToOffered(tx, call, own, entry, hold)
      await endWait(tx, id, 'booked')
      await auditEntry(tx, call, own, entry, 'waiting_list.accepted', { offer_id: offerId })
      return { entry: await own.find(tx, id), changed }
    }),
  ).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'slot_taken') {
      announce(call.services, ...(await withdrawOffer(db, { id: offerId })))
    }
    return own.isForAnother && isPatientTaken(error) ? explainTaken(error) : explainBroken(error)
  })
  announce(call.services, ...changed)
  return presentEntry(entry)
}

async function declineOffer(
  call: Call,
  own: EntryFinder,
  { id, offerId }: OfferQuery,
): Promise<WaitingListEntry> {
  const { entry, freed } = await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      const entry = await lockEntry(tx, own, id)
      const offer = await findOffer(tx, id, offerId)
      if (offer.state === 'declined') return { entry, freed: [] }
      checkOpen(entry, offer)
      await endOffer(tx, offerId, 'declined')
      const freed = await giveHoldBack(tx, offer.hold_id)
      await auditEntry(tx, call, own, entry, 'waiting_list.declined', { offer_id: offerId })
      return { entry: await own.find(tx, id), freed }
    }),
  )
  announce(call.services, ...freed)
  return presentEntry(entry)
}

async function findOffer(tx: Executor, entryId: number, offerId: number): Promise<Offer> {
  return await tx
    .selectFrom('waiting_list_offer')
    .selectAll()
    .where('id', '=', offerId)
    .where('entry_id', '=', entryId)
    .executeTakeFirstOrThrow(() => notFound('This offer'))
}

const WHY_ENDED: Readonly<Record<string, string>> = {
  accepted: 'You have already taken this time.',
  declined: 'You have declined this time. We will tell you about the next one.',
}

function checkOpen({ isWithheld }: OwnEntry, { state, expires }: Offer): void {
  if (state === 'open' && !isWithheld && expires.getTime() > Date.now()) return
  throw new Refusal(
    'conflict',
    WHY_ENDED[state] ?? 'This time is no longer kept for you. You are still on the waiting list.',
  )
}

/** @throws Refusal `conflict` where the patient would lose or double what they have booked meanwhile. */
async function checkAppointments(
  tx: Executor,
  { id, appointment_id }: OwnEntry,
  { starts_at }: Offer,
): Promise<void> {
  const { rows } = await sql<{ is_earlier: boolean; is_second: boolean }>`
    select
      exists (select from appointment where id = ${appointment_id} and starts_at <= ${starts_at})
        as is_earlier,
      exists (select from waiting_list_entry where id = ${id} and is_in_question
        and has_booked(patient_id, appointment_type_id)) as is_second`.execute(tx)
  if (rows[0]?.is_earlier) throw new Refusal('conflict', 'Your appointment is earlier than this.')
  if (rows[0]?.is_second) {
    throw new Refusal(
      'conflict',
      'You already have an appointment for this service. Move or cancel that one first.',
    )
  }
}

const endOffer = (tx: Executor, id: number, state: 'accepted' | 'declined') =>
  tx
    .updateTable('waiting_list_offer')
    .set({ state, ended: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

type Hold = Selectable<DB['appointment']> & { hold_token_hash: Buffer }

async function readHold(tx: Executor, { hold_id }: Offer): Promise<Hold> {
  const hold = await tx
    .selectFrom('appointment')
    .selectAll()
    .where('id', '=', hold_id ?? 0)
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow()
  return hold as Hold
}

async function bookOffered(
  tx: Executor,
  call: Call,
  own: EntryFinder,
  entry: OwnEntry,
  hold: Hold,
): Promise<ChangedTime[]> {
  const person = await tx
    .selectFrom('person')
    .select(PATIENT_COLUMNS)
    .where('id', '=', entry.patient_id)
    .executeTakeFirstOrThrow()
  const { openings } = await findOpenings(tx, asAgreed(call.services), {
    typeId: entry.appointment_type_id,
    start: hold.starts_at.getTime(),
    siteId: hold.site_id,
    ownHold: hold.hold_token_hash,
  })
  const booking = toBooking(
    call,
    person,
    { appointment_type_id: entry.appointment_type_id, notes: '' },
    {
      // The state of the offer tells a repeated call.
      request: { caller: '', key: null, hash: Buffer.alloc(0) },
      actor: { id: entry.actorId, role: own.role },
      linkToken: null,
    },
  )
  const booked = await bookHold(tx, openings, booking, {
    holder: hold.hold_token_hash,
    holdId: hold.id,
    availabilityId: undefined,
  }).catch((error: unknown) => {
    throw isPatientTaken(error) && !entry.seesOthers ? slotTaken() : error
  })
  if (!booked) throw slotTaken('This time can no longer be booked.')
  await tx
    .updateTable('waiting_list_entry')
    .set({ appointment_id: booked.id })
    .where('id', '=', entry.id)
    .execute()
  return [hold]
}

async function moveToOffered(
  tx: Executor,
  call: Call,
  own: EntryFinder,
  entry: OwnEntry,
  hold: Hold,
): Promise<ChangedTime[]> {
  const find = async (executor: Executor, id: number) => {
    const row = await ownRows(executor)
      .where('appointment.id', '=', id)
      .where('appointment.patient_id', '=', entry.patient_id)
      .executeTakeFirstOrThrow(() => notFound('This appointment'))
    return { ...row, actorId: entry.actorId, seesOthers: entry.seesOthers }
  }
  const id = entry.appointment_id ?? 0
  const { version } = await find(tx, id)
  const { freed } = await rescheduleWithin(
    tx,
    call,
    { find, role: own.role },
    {
      id,
      requested: {
        version,
        start: hold.starts_at.toISOString(),
        site_id: hold.site_id,
        availability_id: hold.availability_id,
      },
      holder: hold.hold_token_hash,
      audience: asAgreed(call.services),
    },
  )
  return [...freed, hold]
}
