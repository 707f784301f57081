import type { ActorRole } from '#lib/contract/audit.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { Opening } from '#lib/scheduling/bookability.ts'
import { overlaps } from '#lib/scheduling/intervals.ts'
import { toAuditActor } from '../audit/audit.ts'
import { isUnlocked, type Visibility, visibilityOfVisitor } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { idempotentRequest } from '../http/idempotency.ts'
import type { Call, Handlers, SignedInCall } from '../http/implement.ts'
import {
  appointmentToken,
  findGuestPatient,
  PATIENT_COLUMNS,
  type PatientRow,
} from '../identity/guest-links.ts'
import { tokenHash } from '../identity/token.ts'
import { appointmentByLink } from '../own-appointments/own-appointment.ts'
import { presentBooked } from '../own-appointments/own-appointment-rows.ts'
import { invalid, patientTaken, Refusal, slotTaken } from '../refusals/refusal.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import { type AppointmentRow, appointmentRows } from './appointment-rows.ts'
import { type Booking, bookOnce, toBooking } from './booking-records.ts'
import { asVisitor, withoutNotice } from './booking-rules.ts'
import { checkOneSite, findOpenings } from './find-openings.ts'
import { bookHold, insertBooking } from './insert-appointment.ts'
import { patientBusy } from './read-openings.ts'
import { deleteHold } from './slot-holds.ts'

type AppointmentWrite = OperationBody<'POST public/appointments/'>

export const appointmentBookingRoutes = {
  'POST public/appointments/': async ({ body: { patient_id, ...requested }, query }, call) => {
    const guest = guestBooker(call, patient_id)
    const row = await bookAppointment(call, guest, requested, query.key)
    return {
      ...(await presentBooked(row, call, 'public', query.key)),
      access_token: guest.linkToken?.(row.reference) ?? '',
    }
  },
  'POST private/appointments/': async ({ body: { patient_id, ...requested }, query }, call) => {
    const row = await bookAppointment(call, signedInBooker(call, patient_id), requested, query.key)
    return await presentBooked(row, call, 'private', query.key)
  },
} satisfies Handlers

/**
 * Books the caller's hold of this slot, else any free competent clinician at the site. The same
 * `Idempotency-Key` and body give the same answer, also after a merge of the person.
 * @throws Refusal `slot_taken` when nobody is left; `conflict` when the patient is taken or the key
 *   had another body; as `readPerson`.
 */
async function bookAppointment(
  call: Call,
  { role, caller, linkToken, readPerson }: BookingCaller,
  requested: AppointmentWrite,
  key: string | undefined,
): Promise<AppointmentRow> {
  const { db, settings } = call.services
  const sees = visibilityOfVisitor(isUnlocked(settings, key))
  const request = idempotentRequest(call, caller, requested)
  return await bookOnce(db, request, {
    count: 1,
    book: async () => {
      const { booked, released } = await retried(async () => {
        const person = await readPerson()
        const actor = { id: person.id, role }
        const booking = toBooking(call, person, requested, {
          request,
          actor,
          linkToken,
          clinicianChosen: (requested.availability_id ?? null) !== null,
        })
        return await bookOpening(call, booking, requested, sees)
      })
      announce(call.services, booked, ...released)
      return booked
    },
    repeat: async ([earlier]) => {
      if (linkToken) return await appointmentByLink(db, linkToken(earlier.reference), earlier.id)
      return await appointmentRows(db)
        .where('appointment.id', '=', earlier.id)
        .executeTakeFirstOrThrow()
    },
  })
}

type Booked = { booked: AppointmentRow; released: ChangedTime[] }

async function bookOpening(
  { services, headers }: Call,
  booking: Booking,
  requested: AppointmentWrite,
  sees: Visibility,
): Promise<Booked> {
  const { db } = services
  const { start, site_id, hold_id } = requested
  const availability_id = requested.availability_id ?? undefined
  const holdToken = headers['Slot-Hold-Token']
  const holder = holdToken ? tokenHash(holdToken) : null
  const query = {
    typeId: booking.typeId,
    start: Date.parse(start),
    siteId: site_id,
    availabilityId: availability_id,
    ownHold: holder,
  }
  if (!holder) {
    const { openings } = await findOpenings(db, asVisitor(services, sees), query)
    checkRequested(openings, requested)
    return { booked: await insertOrExplain(db, openings, booking), released: [] }
  }
  const ofHold = await findOpenings(db, withoutNotice(services, sees), query)
  checkRequested(ofHold.openings, requested)
  const hold = { holder, holdId: hold_id, availabilityId: availability_id }
  const booked = await bookHold(db, ofHold.openings, booking, hold)
  if (booked) return { booked, released: [] }
  const { openings } = await findOpenings(db, asVisitor(services, sees), query)
  checkRequested(openings, requested)
  return await db.transaction().execute(async (tx) => {
    // A hold of another slot is given back, unless this booking fails.
    const released = await deleteHold(tx, holder)
    return { booked: await insertOrExplain(tx, openings, booking), released }
  })
}

/** @throws Refusal `invalid` for another duration than the service's, and as `checkOneSite`. */
function checkRequested(
  openings: readonly [Opening, ...Opening[]],
  requested: AppointmentWrite,
): void {
  checkOneSite(openings, requested)
  const [{ duration }] = openings
  if (requested.duration === undefined || requested.duration === duration) return
  throw invalid({ duration: [`This service takes ${duration} minutes.`] })
}

async function insertOrExplain(
  executor: Executor,
  openings: readonly [Opening, ...Opening[]],
  booking: Booking,
): Promise<AppointmentRow> {
  const booked = await insertBooking(executor, openings, booking)
  if (booked) return booked
  const [{ start, duration }] = openings
  const time = { start, end: start + duration * 60_000 }
  const others = await patientBusy(executor, booking.patientId, time)
  throw others.some((other) => overlaps(other, time)) ? patientTaken() : slotTaken()
}

type BookingCaller = {
  role: ActorRole
  caller: string
  linkToken: ((reference: string) => string) | null
  readPerson: () => Promise<PatientRow>
}

/**
 * @param meant the person the caller means.
 * @throws (on reading) Refusal `not_signed_in` for an invalid token; `invalid` when that is somebody
 *   else.
 */
function guestBooker(call: Call, meant?: number): BookingCaller {
  const token = call.headers['Guest-User-Access-Token'] ?? ''
  return {
    role: 'guest',
    caller: `guest:${tokenHash(token).toString('base64url')}`,
    linkToken: (reference) => appointmentToken(token, reference),
    readPerson: async () => {
      const person = await findGuestPatient(call.services.db, token)
      if (meant === undefined || meant === person.id) return person
      const moved = await call.services.db
        .selectFrom('person')
        .select('id')
        .where('id', '=', meant)
        .where('merged_into', '=', person.id)
        .executeTakeFirst()
      if (!moved) throw invalid({ patient_id: ['This token is for another person.'] })
      return person
    },
  }
}

/**
 * @param meant the person the caller means.
 * @throws (on reading) Refusal `not_allowed` when that is somebody else.
 */
function signedInBooker({ services, viewer }: SignedInCall, meant?: number): BookingCaller {
  return {
    role: toAuditActor(viewer).role,
    caller: `account:${viewer.accountId}`,
    linkToken: null,
    readPerson: async () => {
      const person = await services.db
        .selectFrom('person')
        .innerJoin('account', 'account.person_id', 'person.id')
        .where('account.id', '=', viewer.accountId)
        .select(PATIENT_COLUMNS)
        .select((row) =>
          row
            .selectFrom('person as meant')
            .where('meant.id', '=', meant ?? 0)
            .select('meant.merged_into')
            .as('meantMergedInto'),
        )
        .executeTakeFirstOrThrow()
      const isMeant = meant === undefined || [meant, person.meantMergedInto].includes(person.id)
      if (!isMeant) throw new Refusal('not_allowed', 'Somebody else is signed in now.')
      return person
    },
  }
}
