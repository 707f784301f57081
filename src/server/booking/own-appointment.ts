import { sql } from 'kysely'
import type { Appointment } from '#lib/contract/booking.ts'
import { audit } from '../audit.ts'
import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { guestOf } from '../identity/guest-access.ts'
import { notFound, Refusal } from '../refusal.ts'
import { type AppointmentRow, appointmentRows, presentAppointment } from './appointment-rows.ts'

/** @throws Refusal `not_found` for any appointment but the guest's own. */
export async function readOwnAppointment(call: Call, id: number): Promise<Appointment> {
  const { row } = await ownAppointment(call.services.db, call, id)
  return presentAppointment(row, call.apiUrl)
}

/**
 * Cancels the guest's own appointment; its time is free at once. Cancelling again changes nothing.
 * @throws Refusal `conflict` for one that is over or already started.
 */
export async function cancelOwnAppointment(
  call: Call,
  id: number,
  notes: string,
): Promise<Appointment> {
  const { db, now } = call.services
  return await db.transaction().execute(async (tx) => {
    await tx.selectFrom('appointment').select('id').where('id', '=', id).forUpdate().execute()
    const { row, guestId } = await ownAppointment(tx, call, id)
    if (row.status === 'cancelled') return presentAppointment(row, call.apiUrl)
    if (row.status !== 'booked' || row.starts_at.getTime() <= now()) {
      throw new Refusal('conflict', 'This appointment has already taken place or started.')
    }
    await tx
      .updateTable('appointment')
      .set({
        status: 'cancelled',
        cancelled_on: sql<Date>`now()`,
        cancelled_by: guestId,
        cancellation_notes: notes,
        modified: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute()
    await audit(tx, call, {
      actor: { id: guestId, role: 'guest' },
      action: 'appointment.cancelled',
      subjectType: 'appointment',
      subjectId: id,
      patientId: guestId,
    })
    const cancelled = await ownAppointment(tx, call, id)
    return presentAppointment(cancelled.row, call.apiUrl)
  })
}

async function ownAppointment(
  executor: Executor,
  call: Call,
  id: number,
): Promise<{ row: AppointmentRow; guestId: number }> {
  const guest = await guestOf(executor, call.headers['Guest-User-Access-Token'])
  const row = await appointmentRows(executor)
    .where('appointment.id', '=', id)
    .where('appointment.patient_id', '=', guest.id)
    .executeTakeFirst()
  if (!row) throw notFound('This appointment')
  return { row, guestId: guest.id }
}
