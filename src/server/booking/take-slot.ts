import { type InsertObject, sql } from 'kysely'
import type { ActorRole } from '#lib/contract/audit.ts'
import type { Opening } from '#lib/scheduling/bookability.ts'
import type { Executor } from '../database/connection.ts'
import { fixedStatement } from '../database/fixed-statement.ts'
import type { DB } from '../database/types.ts'
import { type AppointmentRow, appointmentRows } from './appointment-rows.ts'

/** Everything a booking writes: the appointment, what opens it, its idempotency key, its audit line. */
export type Booking = {
  typeId: number
  /** Epoch milliseconds. */
  start: number
  siteId: number
  availabilityId: number | undefined
  holdId: number | undefined
  reference: string
  patientId: number
  patientAddress: string
  gpSurgeryId: number | null
  notes: string
  caller: string
  role: ActorRole
  idempotencyKey: string | null
  requestHash: Buffer
  /** Of the token that opens this appointment, if there is to be one, and for how many days it does. */
  accessHash: Buffer | null
  accessDays: number
  source: string
  requestId: string
}

/** Where and with whom; `duration` in minutes. */
type Place = Pick<Opening, 'occurrenceId' | 'staffId' | 'roomId' | 'siteId' | 'availabilityId'> & {
  duration: number
}

/**
 * Books an opening in one statement, and so in one round trip and one transaction.
 * @returns the appointment, or undefined when the clinician, the room or the patient is taken, or
 *   the opening is no longer there.
 */
export async function takeOpening(
  executor: Executor,
  booking: Booking,
  opening: Place,
): Promise<AppointmentRow | undefined> {
  const { rows } = await executor.executeQuery(takeOpeningQuery(executor, booking, opening))
  return rows[0]
}

/** The statement behind `takeOpening`; the benchmark runs it bare. */
export const takeOpeningQuery = (executor: Executor, booking: Booking, opening: Place) =>
  openingStatement(executor, {
    ...booking,
    ...opening,
    startsAt: new Date(booking.start),
  })

const openingStatement = fixedStatement((executor, booking: Booking & Place & { startsAt: Date }) =>
  recorded(
    executor.with('appointment', (write) =>
      write
        .insertInto('appointment')
        .columns([
          'status',
          'patient_id',
          'patient_address',
          'gp_surgery_id',
          'notes',
          'reference',
          'appointment_type_id',
          'availability_id',
          'staff_id',
          'room_id',
          'site_id',
          'starts_at',
          'duration',
        ])
        .expression(
          lockedOpening(executor, booking.occurrenceId).select([
            sql<string>`'booked'`.as('status'),
            sql<number>`${booking.patientId}::integer`.as('patient_id'),
            sql<string>`${booking.patientAddress}::text`.as('patient_address'),
            sql<number | null>`${booking.gpSurgeryId}::integer`.as('gp_surgery_id'),
            sql<string>`${booking.notes}::text`.as('notes'),
            sql<string>`${booking.reference}::text`.as('reference'),
            sql<number>`${booking.typeId}::integer`.as('appointment_type_id'),
            'opening.availability_id',
            'opening.staff_id',
            'opening.room_id',
            sql<number>`${booking.siteId}::integer`.as('site_id'),
            sql<Date>`${booking.startsAt}::timestamptz`.as('starts_at'),
            sql<number>`${booking.duration}::integer`.as('duration'),
          ]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returningAll(),
    ),
    booking,
  ),
)

/**
 * The occurrence that an appointment is to lie in, if it, its clinician and its room are still there.
 * Whoever changes the availability deletes its occurrences first; whoever takes the room out of use,
 * or lets the clinician go, changes their rows before looking what is booked: they wait for this, or
 * this finds nothing.
 */
export const lockedOpening = (executor: Executor, occurrenceId: number) =>
  lockedOpenings(executor).where('opening.id', '=', occurrenceId)

const lockedOpenings = (executor: Executor) =>
  executor
    .selectFrom('availability_occurrence as opening')
    .innerJoin('room', 'room.id', 'opening.room_id')
    .innerJoin('staff', 'staff.id', 'opening.staff_id')
    .innerJoin('person as clinician', 'clinician.id', 'staff.person_id')
    .where('room.is_active', '=', true)
    .where('staff.is_active', '=', true)
    .where('staff.is_deleted', '=', false)
    .where('clinician.is_active', '=', true)
    .forShare()

/**
 * Turns the holder's hold into the appointment, keeping its place throughout.
 * @param candidates who may take it by the rules of time; the hold must be with one of them.
 * @returns the appointment, or undefined when there is no such hold or it has expired.
 * @throws the exclusion violation when the patient is taken at that time.
 */
export function takeHold(
  executor: Executor,
  booking: Booking,
  holder: Buffer,
  candidates: Pick<Opening, 'occurrenceId'>[],
): Promise<AppointmentRow | undefined> {
  const { availabilityId, holdId } = booking
  const openings = candidates.map(({ occurrenceId }) => occurrenceId)
  return recorded(
    executor.with('appointment', (write) =>
      write
        .updateTable('appointment')
        .set({
          ...ofPatient(booking),
          reference: booking.reference,
          hold_token_hash: null,
          hold_expires_at: null,
          created: sql<Date>`now()`,
          modified: sql<Date>`now()`,
        })
        .where('status', '=', 'held')
        .where('hold_token_hash', '=', holder)
        .where('hold_expires_at', '>', sql<Date>`now()`)
        .where('appointment_type_id', '=', booking.typeId)
        .where('starts_at', '=', new Date(booking.start))
        .where('site_id', '=', booking.siteId)
        .$if(holdId !== undefined, (rows) => rows.where('id', '=', holdId ?? 0))
        .$if(availabilityId !== undefined, (rows) =>
          rows.where('availability_id', '=', availabilityId ?? 0),
        )
        .where(({ exists }) =>
          exists(
            lockedOpenings(executor)
              .select('opening.id')
              .where(
                sql<boolean>`opening.id = any(${openings}::integer[])
                  and opening.staff_id = appointment.staff_id
                  and opening.room_id = appointment.room_id`,
              ),
          ),
        )
        .returningAll(),
    ),
    booking,
  ).executeTakeFirst()
}

const ofPatient = (booking: Booking) =>
  ({
    status: 'booked',
    patient_id: booking.patientId,
    patient_address: booking.patientAddress,
    gp_surgery_id: booking.gpSurgeryId,
    notes: booking.notes,
  }) satisfies Partial<InsertObject<DB, 'appointment'>>

/** Adds what is written with every booking, for the rows that `write` calls `appointment`. */
function recorded(write: ReturnType<typeof writing>, booking: Booking) {
  const written = write
    .with('remembered', (also) =>
      also
        .insertInto('idempotency_key')
        .columns(['caller', 'key', 'request_hash', 'appointment_id'])
        .expression((from) =>
          from
            .selectFrom('appointment')
            .select([
              sql<string>`${booking.caller}::text`.as('caller'),
              sql<string>`${booking.idempotencyKey}::text`.as('key'),
              sql<Buffer>`${booking.requestHash}::bytea`.as('request_hash'),
              'appointment.id',
            ])
            .where(sql<boolean>`${booking.idempotencyKey}::text is not null`),
        ),
    )
    .with('opened', (also) =>
      also
        .insertInto('appointment_access')
        .columns([
          'token_hash',
          'appointment_id',
          'issued_to',
          'issued_name',
          'issued_last_name',
          'issued_dob',
          'expires_at',
        ])
        .expression((from) =>
          from
            .selectFrom('appointment')
            .innerJoin('person', 'person.id', 'appointment.patient_id')
            .select([
              sql<Buffer>`${booking.accessHash}::bytea`.as('token_hash'),
              'appointment.id as appointment_id',
              'person.id as issued_to',
              'person.full_name as issued_name',
              'person.last_name as issued_last_name',
              'person.dob as issued_dob',
              sql<Date>`appointment.ends_at + make_interval(days => ${booking.accessDays})`.as(
                'expires_at',
              ),
            ])
            .where(sql<boolean>`${booking.accessHash}::bytea is not null`),
        ),
    )
    .with('audited', (also) =>
      also
        .insertInto('audit_event')
        .columns([
          'actor_id',
          'actor_role',
          'action',
          'subject_type',
          'subject_id',
          'patient_id',
          'source',
          'request_id',
        ])
        .expression((from) =>
          from
            .selectFrom('appointment')
            .select([
              'appointment.patient_id as actor_id',
              sql<string>`${booking.role}::text`.as('actor_role'),
              sql<string>`'appointment.booked'`.as('action'),
              sql<string>`'appointment'`.as('subject_type'),
              'appointment.id as subject_id',
              'appointment.patient_id',
              sql<string>`${booking.source}::text`.as('source'),
              sql<string>`${booking.requestId}::text`.as('request_id'),
            ]),
        ),
    )
  return appointmentRows(written)
}

// Only for its type: what `with('appointment', …)` makes of a database.
const writing = (executor: Executor) =>
  executor.with('appointment', (write) =>
    write.updateTable('appointment').set({ notes: '' }).returningAll(),
  )
