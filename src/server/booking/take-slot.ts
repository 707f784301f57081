import { sql } from 'kysely'
import type { Opening } from '#lib/scheduling/bookability.ts'
import type { Executor } from '../database/connection.ts'
import type { BookableType } from './bookable-type.ts'
import { newReference } from './reference.ts'

/** Everything a booking writes: the appointment, its idempotency key and its line in the audit trail. */
export type Booking = {
  type: BookableType
  /** Epoch milliseconds. */
  start: number
  siteId: number
  availabilityId: number | undefined
  patientId: number
  patientAddress: string
  gpSurgeryId: number | null
  notes: string
  caller: string
  idempotencyKey: string | null
  requestHash: Buffer
  source: string
  requestId: string
}

/**
 * Books an opening in one statement, and so in one round trip and one transaction.
 * @returns the appointment's id, or null when the clinician, the room or the patient is taken.
 */
export async function takeOpening(
  executor: Executor,
  booking: Booking,
  opening: Pick<Opening, 'staffId' | 'roomId' | 'siteId' | 'availabilityId'>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with booked as (
      insert into appointment (reference, status, appointment_type_id, availability_id, staff_id,
        room_id, site_id, patient_id, gp_surgery_id, starts_at, duration, patient_address, notes)
      values (${newReference()}, 'booked', ${booking.type.id}, ${opening.availabilityId},
        ${opening.staffId}, ${opening.roomId}, ${opening.siteId}, ${booking.patientId},
        ${booking.gpSurgeryId}, ${new Date(booking.start)}, ${booking.type.duration},
        ${booking.patientAddress}, ${booking.notes})
      on conflict do nothing
      returning id
    ), ${record(booking)}
    select id from booked`.execute(executor)
  return rows[0]?.id ?? null
}

/**
 * Turns the holder's hold into the appointment, keeping its place throughout.
 * @returns the appointment's id, or null when there is no such hold or it has expired.
 * @throws the exclusion violation when the patient is taken at that time.
 */
export async function takeHold(
  executor: Executor,
  booking: Booking,
  holder: Buffer,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with booked as (
      update appointment
      set status = 'booked', hold_token_hash = null, hold_expires_at = null,
        patient_id = ${booking.patientId}, gp_surgery_id = ${booking.gpSurgeryId},
        patient_address = ${booking.patientAddress}, notes = ${booking.notes},
        created = now(), modified = now()
      where status = 'held' and hold_token_hash = ${holder} and hold_expires_at > now()
        and appointment_type_id = ${booking.type.id} and starts_at = ${new Date(booking.start)}
        and site_id = ${booking.siteId} and duration = ${booking.type.duration}
        and (${booking.availabilityId ?? null}::integer is null
          or availability_id = ${booking.availabilityId ?? null})
      returning id
    ), ${record(booking)}
    select id from booked`.execute(executor)
  return rows[0]?.id ?? null
}

const record = (booking: Booking) => sql`
    remembered as (
      insert into idempotency_key (caller, key, request_hash, appointment_id)
      select ${booking.caller}, ${booking.idempotencyKey}::text, ${booking.requestHash}::bytea, id
      from booked where ${booking.idempotencyKey}::text is not null
    ), audited as (
      insert into audit_event (actor_id, actor_role, action, subject_type, subject_id, patient_id,
        source, request_id)
      select ${booking.patientId}::integer, 'guest', 'appointment.booked', 'appointment', id,
        ${booking.patientId}::integer, ${booking.source}, ${booking.requestId}
      from booked
    )`
