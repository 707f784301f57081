import { auditByViewer } from '../audit/audit.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound } from '../refusals/refusal.ts'
import { deleteLinks } from './guest-links.ts'
import { checkMay } from './schedule-scope.ts'

type Ended = { ended: number }

/**
 * Links in messages and those that were shown. A guest who has the appointment comes back by a new
 * link alone.
 * @throws Refusal `not_found`, `not_allowed`.
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
 * record ends, too.
 * @throws Refusal `not_found`.
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
