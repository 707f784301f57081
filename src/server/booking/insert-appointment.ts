import { type CompiledQuery, sql } from 'kysely'
import type { Opening } from '#lib/scheduling/bookability.ts'
import type { Executor } from '../database/connection.ts'
import { fixedStatement } from '../database/fixed-statement.ts'
import { type AppointmentRow, toAppointmentRow } from './appointment-rows.ts'
import { type Booking, newReference, withRecords } from './booking-records.ts'
import { clearExpiredHolds } from './hold-lifetime.ts'
import { lockOccurrences } from './locked-occurrences.ts'

type Hold = { typeId: number; holder: Buffer; minutes: number; clinicianChosen?: boolean }

export async function insertBooking(
  executor: Executor,
  openings: readonly Opening[],
  booking: Booking,
): Promise<AppointmentRow | undefined> {
  const booked = await insertFirst(executor, openings, (opening) =>
    bookingStatement(executor, opening, booking),
  )
  return booked && toAppointmentRow(booked)
}

export function insertHold(
  executor: Executor,
  openings: readonly Opening[],
  { minutes, clinicianChosen = false, ...hold }: Hold,
) {
  return insertFirst(executor, openings, (opening) =>
    holdStatement(executor, {
      ...appointmentAt(opening),
      ...hold,
      clinicianChosen,
      status: 'held',
      reference: newReference(),
      holdMinutes: minutes,
      patientId: null,
      patientAddress: '',
      gpSurgeryId: null,
      notes: '',
    }),
  )
}

export const bookingStatement = (
  executor: Executor,
  opening: Opening,
  { changeAt, ...booking }: Booking,
) =>
  bookedStatement(executor, {
    ...appointmentAt(opening),
    ...booking,
    change: JSON.stringify(changeAt(opening)),
    status: 'booked',
    holder: null,
    holdMinutes: null,
  })

type BookingValues = Omit<Booking, 'changeAt'> & { change: string }

type AppointmentValues = ReturnType<typeof appointmentAt> &
  Pick<
    Booking,
    'typeId' | 'reference' | 'patientAddress' | 'gpSurgeryId' | 'notes' | 'clinicianChosen'
  > & {
    patientId: number | null
    status: 'booked' | 'held'
    holder: Buffer | null
    holdMinutes: number | null
  }

const appointmentAt = ({ occurrenceId, siteId, start, duration }: Opening) => ({
  occurrenceId,
  siteId,
  duration,
  startsAt: new Date(start),
})

const bookedStatement = fixedStatement((executor, values: AppointmentValues & BookingValues) =>
  withRecords(executor, insertion(executor, values).returningAll(), values),
)

const holdStatement = fixedStatement((executor, values: AppointmentValues) =>
  insertion(executor, values).returning([
    'id',
    sql<Date>`hold_expires_at`.as('expires_at'),
    'staff_id',
    'room_id',
    'starts_at',
    'ends_at',
    'site_id',
  ]),
)

/** Writes nothing where the opening is gone. */
const insertion = (executor: Executor, values: AppointmentValues) =>
  executor
    .insertInto('appointment')
    .columns([
      'status',
      'reference',
      'patient_id',
      'patient_address',
      'gp_surgery_id',
      'notes',
      'appointment_type_id',
      'availability_id',
      'staff_id',
      'room_id',
      'site_id',
      'starts_at',
      'duration',
      'hold_token_hash',
      'hold_expires_at',
      'clinician_chosen',
    ])
    .expression(
      lockOccurrences(executor)
        .where('occurrence.id', '=', values.occurrenceId)
        .select([
          sql<string>`${values.status}::text`.as('status'),
          sql<string>`${values.reference}::text`.as('reference'),
          sql<number | null>`${values.patientId}::integer`.as('patient_id'),
          sql<string>`${values.patientAddress}::text`.as('patient_address'),
          sql<number | null>`${values.gpSurgeryId}::integer`.as('gp_surgery_id'),
          sql<string>`${values.notes}::text`.as('notes'),
          sql<number>`${values.typeId}::integer`.as('appointment_type_id'),
          'occurrence.availability_id',
          'occurrence.staff_id',
          'occurrence.room_id',
          sql<number>`${values.siteId}::integer`.as('site_id'),
          sql<Date>`${values.startsAt}::timestamptz`.as('starts_at'),
          sql<number>`${values.duration}::integer`.as('duration'),
          sql<Buffer | null>`${values.holder}::bytea`.as('hold_token_hash'),
          sql<Date | null>`now() + make_interval(mins => ${values.holdMinutes}::integer)`.as(
            'hold_expires_at',
          ),
          sql<boolean>`${values.clinicianChosen}::boolean`.as('clinician_chosen'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())

async function insertFirst<Row>(
  executor: Executor,
  openings: readonly Opening[],
  statementAt: (opening: Opening) => CompiledQuery<Row>,
): Promise<Row | undefined> {
  const insertAt = async (opening: Opening) =>
    (await executor.executeQuery(statementAt(opening))).rows[0]
  for (const opening of openings) {
    const row = await insertAt(opening)
    if (row) return row
    if (await clearExpiredHolds(executor, opening)) {
      const second = await insertAt(opening)
      if (second) return second
    }
  }
  return undefined
}

type HoldQuery = {
  holder: Buffer
  holdId: number | undefined
  availabilityId: number | undefined
}

/**
 * Turns the holder's hold into the appointment without freeing its time.
 * @param openings by the booking rules; the hold must be at one of them.
 * @returns undefined without such a hold.
 * @throws the exclusion violation when the patient is taken.
 */
export async function bookHold(
  executor: Executor,
  openings: readonly [Opening, ...Opening[]],
  { changeAt, ...booking }: Booking,
  { holder, holdId, availabilityId }: HoldQuery,
): Promise<AppointmentRow | undefined> {
  const [opening] = openings
  const occurrenceIds = openings.map(({ occurrenceId }) => occurrenceId)
  const held = executor
    .updateTable('appointment')
    .set({
      status: 'booked',
      reference: booking.reference,
      patient_id: booking.patientId,
      patient_address: booking.patientAddress,
      gp_surgery_id: booking.gpSurgeryId,
      notes: booking.notes,
      clinician_chosen: sql<boolean>`clinician_chosen or ${booking.clinicianChosen}`,
      hold_token_hash: null,
      hold_expires_at: null,
      created: sql<Date>`now()`,
      modified: sql<Date>`now()`,
    })
    .where('status', '=', 'held')
    .where('hold_token_hash', '=', holder)
    .where('hold_expires_at', '>', sql<Date>`now()`)
    .where('appointment_type_id', '=', booking.typeId)
    .where('starts_at', '=', new Date(opening.start))
    .where('site_id', '=', opening.siteId)
    .$if(holdId !== undefined, (rows) => rows.where('id', '=', holdId ?? 0))
    .$if(availabilityId !== undefined, (rows) =>
      rows.where('availability_id', '=', availabilityId ?? 0),
    )
    .where(({ exists }) =>
      exists(
        lockOccurrences(executor)
          .select('occurrence.id')
          .where(
            sql<boolean>`occurrence.id = any(${occurrenceIds}::integer[])
              and occurrence.staff_id = appointment.staff_id
              and occurrence.room_id = appointment.room_id`,
          ),
      ),
    )
    .returningAll()
  const change = JSON.stringify(changeAt(opening))
  const booked = await withRecords(executor, held, { ...booking, change }).executeTakeFirst()
  return booked && toAppointmentRow(booked)
}
