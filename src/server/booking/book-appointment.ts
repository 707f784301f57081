import { sql } from 'kysely'
import type { AppointmentWrite } from '#lib/contract/booking.ts'
import type { Opening } from '#lib/scheduling/bookability.ts'
import { isUnlocked, type Visibility, visibilityOfVisitor } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { Call } from '../http/implement.ts'
import type { PatientRow } from '../identity/guest-access.ts'
import { tokenHash } from '../identity/token.ts'
import { patientTaken, slotTaken } from '../refusal.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import { type AppointmentRow, appointmentRows } from './appointment-rows.ts'
import { candidatesFor } from './candidates.ts'
import { bookOnce, type IdempotentRequest, idempotentRequest } from './idempotency.ts'
import { appointmentByLink } from './own-appointment.ts'
import type { Booker } from './patient.ts'
import { newReference } from './reference.ts'
import { clearExpiredHolds, deleteHold } from './slot-holds.ts'
import { type Booking, takeHold, takeOpening } from './take-slot.ts'

/**
 * Books an appointment for the person who calls: their hold if they have one for this time, else any
 * competent free clinician at the site. The same `Idempotency-Key` and body give the same answer, also
 * after the person was merged into another one.
 * @throws Refusal `slot_taken` when nobody is left, `conflict` when the patient has another
 *   appointment then or the key came with another body; as `readPerson` of the booker.
 */
export async function bookAppointment(
  call: Call,
  booker: Booker,
  wanted: AppointmentWrite,
  key: string | undefined,
): Promise<AppointmentRow> {
  const { db, settings } = call.services
  const sees = visibilityOfVisitor(isUnlocked(settings, key))
  const { linkToken } = booker
  const request = idempotentRequest(call, booker.caller, wanted)
  return await bookOnce(db, request, {
    count: 1,
    book: async () => {
      const { booked, released } = await retried(async () =>
        take(call, bookingOf(call, booker, await booker.readPerson(), wanted, request), sees),
      )
      announce(call.services, booked, ...released)
      return booked
    },
    repeat: async ([earlier]) => {
      if (!earlier) throw new Error('repeats no appointment')
      // A guest may have been merged since: the link shows what it always did.
      if (linkToken) return await appointmentByLink(db, linkToken(earlier.reference), earlier.id)
      return await appointmentRows(db)
        .where('appointment.id', '=', earlier.id)
        .executeTakeFirstOrThrow()
    },
  })
}

function bookingOf(
  call: Call,
  { role, linkToken }: Booker,
  person: PatientRow,
  wanted: AppointmentWrite,
  request: IdempotentRequest,
): Booking {
  const reference = newReference()
  return {
    caller: request.caller,
    idempotencyKey: request.key,
    requestHash: request.hash,
    typeId: wanted.appointment_type_id,
    start: Date.parse(wanted.start),
    siteId: wanted.site_id,
    availabilityId: wanted.availability_id,
    holdId: wanted.hold_id,
    reference,
    patientId: person.id,
    patientAddress: postalAddress(person),
    gpSurgeryId: wanted.gp_surgery_id === undefined ? person.gp_surgery_id : wanted.gp_surgery_id,
    notes: wanted.notes,
    role,
    accessHash: linkToken && tokenHash(linkToken(reference)),
    accessDays: call.services.settings.GUEST_ACCESS_DAYS,
    source: call.source,
    requestId: call.requestId,
  }
}

/** Whom a booking makes busy, and what the same holder no longer holds. */
type Taken = { booked: AppointmentRow; released: ChangedTime[] }

async function take(call: Call, booking: Booking, sees: Visibility): Promise<Taken> {
  const { db, settings, now } = call.services
  const holdToken = call.headers['Slot-Hold-Token']
  const ownHold = holdToken ? tokenHash(holdToken) : null
  const wanted = { ...booking, sees, ownHold }
  if (!ownHold) {
    const { duration, candidates } = await candidatesFor(db, settings, now(), wanted)
    return { booked: await takeFirst(db, booking, duration, candidates), released: [] }
  }
  // The notice was kept when the time was held.
  const atHold = { ...settings, BOOKING_NOTICE_MINUTES: 0 }
  const offered = await candidatesFor(db, atHold, now(), wanted)
  const held = await takeHold(db, booking, ownHold, offered.candidates)
  if (held) return { booked: held, released: [] }
  const { duration, candidates } = await candidatesFor(db, settings, now(), wanted)
  return await db.transaction().execute(async (tx) => {
    // Who books another time gives the held one back, unless the other turns out to be gone.
    const released = await deleteHold(tx, ownHold)
    return { booked: await takeFirst(tx, booking, duration, candidates), released }
  })
}

async function takeFirst(
  executor: Executor,
  booking: Booking,
  duration: number,
  candidates: Opening[],
): Promise<AppointmentRow> {
  for (const opening of candidates) {
    const first = await takeOpening(executor, booking, { ...opening, duration })
    if (first) return first
    if (await clearExpiredHolds(executor, opening, booking.start, duration)) {
      const second = await takeOpening(executor, booking, { ...opening, duration })
      if (second) return second
    }
  }
  if (await isPatientTaken(executor, booking, duration)) throw patientTaken()
  throw slotTaken()
}

async function isPatientTaken(
  executor: Executor,
  booking: Booking,
  duration: number,
): Promise<boolean> {
  const end = booking.start + duration * 60_000
  const row = await executor
    .selectFrom('appointment')
    .select('id')
    .where('patient_id', '=', booking.patientId)
    .where('status', '<>', 'cancelled')
    .where(sql<boolean>`during && tstzrange(${new Date(booking.start)}, ${new Date(end)})`)
    .executeTakeFirst()
  return row !== undefined
}

/** On one line, as appointments keep it. */
export function postalAddress(guest: Omit<PatientRow, 'id' | 'gp_surgery_id'>): string {
  const { address1, address2, city, county, nation, postcode } = guest
  return [address1, address2, city, county, nation, postcode].filter(Boolean).join(', ')
}
