import { sql } from 'kysely'
import { auditByViewer } from '../audit/audit.ts'
import { checkMay } from '../booking/schedule-scope.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound } from '../http/refusal.ts'

type Ended = { ended: number }

/**
 * Links in messages and those that were shown. A guest who has the appointment comes back by a new
 * link alone. @throws Refusal `not_found`, `not_allowed`.
 */
export async function endAppointmentLinks(call: SignedInCall, id: number): Promise<Ended> {
  return await call.services.db.transaction().execute(async (tx) => {
    const appointment = await tx
      .selectFrom('appointment')
      .select(['patient_id', 'staff_id'])
      .where('id', '=', id)
      .where('status', '<>', 'held')
      .executeTakeFirstOrThrow(() => notFound('This appointment'))
    checkMay(call, 'appointment.change', appointment.staff_id)
    const ended = await deleteLinks(tx, { appointmentId: id, patientId: appointment.patient_id })
    await auditByViewer(tx, call, {
      action: 'appointment.links_ended',
      subjectType: 'appointment',
      subjectId: id,
      patientId: appointment.patient_id,
      change: { ended },
    })
    return { ended }
  })
}

/**
 * The same of all appointments and places on the waiting list of a person; what opens a guest's own
 * record ends, too. @throws Refusal `not_found`.
 */
export async function endPersonLinks(call: SignedInCall, id: number): Promise<Ended> {
  return await call.services.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('person')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('This user'))
    const ended = await deleteLinks(tx, { personId: id })
    await auditByViewer(tx, call, {
      action: 'person.links_ended',
      subjectType: 'person',
      subjectId: id,
      patientId: id,
      change: { ended },
    })
    return { ended }
  })
}

async function deleteLinks(
  tx: Executor,
  of: { appointmentId: number; patientId: number | null } | { personId: number },
): Promise<number> {
  const [ofAppointment, ofEntry, ofGuest] =
    'appointmentId' in of
      ? [
          sql`appointment.id = ${of.appointmentId}`,
          sql`entry.appointment_id = ${of.appointmentId}`,
          sql`person_id = ${of.patientId}`,
        ]
      : [
          sql`${of.personId} in (link.issued_to, appointment.patient_id)`,
          sql`${of.personId} in (link.issued_to, entry.patient_id)`,
          sql`person_id = ${of.personId}`,
        ]
  const { rows } = await sql<{ ended: number }>`
    with appointments as (
      delete from appointment_access as link using appointment
      where appointment.id = link.appointment_id and ${ofAppointment} returning 1),
    entries as (
      delete from waiting_list_access as link using waiting_list_entry as entry
      where entry.id = link.entry_id and ${ofEntry} returning 1),
    guests as (delete from guest_access where ${ofGuest} returning 1)
    select ((select count(*) from appointments) + (select count(*) from entries)
      + (select count(*) from guests))::integer as ended`.execute(tx)
  return rows[0]?.ended ?? 0
}
