import { sql } from 'kysely'
import type { Opening } from '#lib/scheduling/bookability.ts'
import type { Executor } from '../database/connection.ts'
import type { AppointmentRow } from './appointment-rows.ts'
import type { Booking } from './booking.ts'
import { withRecords } from './booking-records.ts'
import { lockOccurrences } from './locked-occurrences.ts'

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
  return await withRecords(executor, held, { ...booking, change }).executeTakeFirst()
}
