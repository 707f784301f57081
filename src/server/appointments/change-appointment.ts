import type { OperationBody } from '#lib/contract/contract.ts'
import { type AuditEntry, auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { checkMay } from '../identity/schedule-scope.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { notFound } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import {
  type ClinicAppointmentRow,
  presentClinicAppointment,
  readClinicAppointmentRow,
} from './clinic-appointment-rows.ts'
import { lastStatusChange } from './last-change.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'

export const appointmentChangeRoutes = {
  'GET admin/appointments/{id}/': async ({ params }, call) =>
    presentClinicAppointment(await readAppointment(call, params.id), call),

  'PUT admin/appointments/{id}/': async ({ params, body }, call) =>
    presentClinicAppointment(await changeAppointment(call, params.id, body), call),
} satisfies Handlers

async function readAppointment(call: SignedInCall, id: number): Promise<ClinicAppointmentRow> {
  return await call.services.db.transaction().execute(async (tx) => {
    const row = await findClinicAppointment(tx, call, id)
    checkMay(call, 'appointment.see', row.staff_id)
    await auditAppointment(tx, call, row, 'appointment.read')
    return row
  })
}

/** They change without a look at the calendar, in every status. */
const PLAIN_FIELDS = ['notes', 'clinician_notes', 'gp_surgery_id'] as const

/** @throws Refusal as `rescheduleAppointment`; `invalid` for an unknown GP surgery. */
async function changeAppointment(
  call: SignedInCall,
  id: number,
  change: OperationBody<'PUT admin/appointments/{id}/'>,
): Promise<ClinicAppointmentRow> {
  const { site_id, ...sentBack } = call.sentBack
  const { before, after } = await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      const before = await rescheduleAppointment(
        tx,
        { ...call, sentBack },
        {
          id,
          version: change.version,
          start: change.start === undefined ? undefined : Date.parse(change.start),
          staffId: change.staff_id,
          roomId: change.room_id,
          availabilityId: change.availability_id,
          typeId: change.appointment_type_id,
          duration: change.duration,
          notification: change,
        },
      )
      const after = {
        notes: change.notes ?? before.notes,
        clinician_notes: change.clinician_notes ?? before.clinician_notes,
        gp_surgery_id:
          change.gp_surgery_id === undefined ? before.gp_surgery_id : change.gp_surgery_id,
      }
      const fields = PLAIN_FIELDS.filter((field) => after[field] !== before[field])
      if (fields.length > 0) {
        await tx.updateTable('appointment').set(after).where('id', '=', id).execute()
        await auditAppointment(tx, call, before, 'appointment.changed', { fields })
      }
      const found = await findClinicAppointment(tx, call, id)
      if (site_id !== undefined && site_id !== before.site_id) {
        await refuseContradictions({ sentBack: { site_id } }, () => found)
      }
      if (found.version === before.version) {
        await auditAppointment(tx, call, found, 'appointment.read')
      }
      return { before, after: found }
    }),
  ).catch(explainBroken)
  announce(call.services, before, after)
  return after
}

/**
 * The trail says who set the status; not all of them have staff records.
 * @throws Refusal `not_found`.
 */
export async function findClinicAppointment(
  executor: Executor,
  call: SignedInCall,
  id: number,
): Promise<ClinicAppointmentRow> {
  const row = await readClinicAppointmentRow(executor, id)
  if (!row) throw notFound('This appointment')
  const status_change = await lastStatusChange(executor, call, id)
  return { ...row, status_change }
}

export async function auditAppointment(
  executor: Executor,
  call: SignedInCall,
  { id, patient_id }: { id: number; patient_id: number | null },
  action: AuditEntry['action'],
  change: AuditEntry['change'] = {},
): Promise<void> {
  await auditByViewer(executor, call, {
    action,
    subjectType: 'appointment',
    subjectId: id,
    patientId: patient_id,
    change,
  })
}
