import { sql } from 'kysely'
import type { AuditAction } from '#lib/audit-actions.ts'
import type { ActorRole } from '#lib/contract/audit.ts'
import type { Appointment, When } from '#lib/contract/booking.ts'
import { actorOf, audit } from '../audit.ts'
import { announce } from '../clinic/announce.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import { guestOf } from '../identity/guest-access.ts'
import { tokenHash } from '../identity/token.ts'
import { notFound } from '../refusal.ts'
import { type AppointmentRow, appointmentRows, presentAppointment } from './appointment-rows.ts'
import { checkPatientMayChange } from './change-notice.ts'

/** Finds an appointment that is the caller's own, and says as whom they act. */
type Finder = {
  find: (executor: Executor, id: number) => Promise<AppointmentRow>
  role: ActorRole
}

/**
 * The appointments of a guest, and the one of whoever has its link.
 * @throws (on finding) Refusal `not_signed_in` for a token of nobody, `not_found` for another's.
 */
export const byGuestToken = (call: Call): Finder => ({
  role: 'guest',
  find: (executor, id) => guestsAppointment(executor, call, id),
})

/** The appointments of who is signed in. @throws (on finding) Refusal `not_found` for another's. */
export const byPerson = ({ viewer }: SignedInCall): Finder => ({
  role: actorOf(viewer).role,
  find: async (executor, id) => {
    const row = await appointmentRows(executor)
      .where('appointment.id', '=', id)
      .where('appointment.patient_id', '=', viewer.personId)
      .executeTakeFirst()
    if (!row) throw notFound('This appointment')
    return row
  },
})

/** The appointments of who is signed in: all, those to come, or all the others. */
export function ownAppointmentRows({ services, viewer }: SignedInCall, when?: When) {
  const { db, now } = services
  return appointmentRows(db)
    .select('appointment.starts_at as start')
    .where('appointment.patient_id', '=', viewer.personId)
    .$if(when !== undefined, (rows) =>
      rows.where((row) => {
        const isUpcoming = row.and([
          row('appointment.status', '=', 'booked'),
          row('appointment.ends_at', '>', new Date(now())),
        ])
        return when === 'upcoming' ? isUpcoming : row.not(isUpcoming)
      }),
    )
}

/** Reads one's own appointment. @throws as the finder does. */
export async function readOwnAppointment(
  call: Call,
  own: Finder,
  id: number,
): Promise<Appointment> {
  return await call.services.db.transaction().execute(async (tx) => {
    const row = await own.find(tx, id)
    await recordedAs(tx, call, own, row, 'appointment.read')
    return presentAppointment(row, call)
  })
}

/**
 * Cancels an appointment; its time is free at once. Cancelling again changes nothing.
 * @throws Refusal `conflict` for one that is over, has begun or is too near; else as `readOwnAppointment`.
 */
export async function cancelOwnAppointment(
  call: Call,
  own: Finder,
  id: number,
  notes: string,
): Promise<Appointment> {
  const { db, now, settings } = call.services
  const row = await retried(() =>
    db.transaction().execute(async (tx) => {
      await own.find(tx, id)
      await tx.selectFrom('appointment').select('id').where('id', '=', id).forUpdate().execute()
      // Read again under the lock: somebody may have been quicker.
      const row = await own.find(tx, id)
      if (row.status === 'cancelled') return row
      checkPatientMayChange(row, settings, now())
      await tx
        .updateTable('appointment')
        .set({
          status: 'cancelled',
          cancelled_on: sql<Date>`now()`,
          cancelled_by: row.patient_id,
          cancellation_notes: notes,
          modified: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .execute()
      await recordedAs(tx, call, own, row, 'appointment.cancelled')
      return await own.find(tx, id)
    }),
  )
  announce(call.services, row)
  return presentAppointment(row, call)
}

async function guestsAppointment(
  executor: Executor,
  call: Call,
  id: number,
): Promise<AppointmentRow> {
  const token = call.headers['Guest-User-Access-Token'] ?? ''
  const hash = tokenHash(token)
  const row = await appointmentRows(executor)
    .where('appointment.id', '=', id)
    .where('patient.is_active', '=', true)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('guest_access')
            .whereRef('guest_access.person_id', '=', 'appointment.patient_id')
            .where('guest_access.token_hash', '=', hash)
            .where('guest_access.expires_at', '>', sql<Date>`now()`),
        ),
        exists(
          selectFrom('appointment_access')
            .whereRef('appointment_access.appointment_id', '=', 'appointment.id')
            .where('appointment_access.token_hash', '=', hash)
            .where('appointment_access.expires_at', '>', sql<Date>`now()`),
        ),
      ]),
    )
    .executeTakeFirst()
  if (row) return row
  if (!(await opensAnother(executor, hash))) await guestOf(executor, token)
  throw notFound('This appointment')
}

async function opensAnother(executor: Executor, hash: Buffer): Promise<boolean> {
  const access = await executor
    .selectFrom('appointment_access')
    .select('appointment_id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return access !== undefined
}

async function recordedAs(
  executor: Executor,
  call: Call,
  own: Finder,
  row: AppointmentRow,
  action: AuditAction,
) {
  await audit(executor, call, {
    actor: { id: row.patient_id, role: own.role },
    action,
    subjectType: 'appointment',
    subjectId: row.id,
    patientId: row.patient_id,
  })
}
