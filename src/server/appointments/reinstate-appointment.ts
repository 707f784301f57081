import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { permits } from '#lib/policy/policy.ts'
import { startOfDay, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { asStaff } from '../booking/booking-rules.ts'
import { findOpenings } from '../booking/find-openings.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notifyPatient } from '../messages/notify-patient.ts'
import { endOutcomes } from '../outcomes/give-outcomes.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import { auditAppointment, findClinicAppointment } from './change-appointment.ts'
import type { ClinicAppointmentRow } from './clinic-appointment-rows.ts'
import { lastStatusChange, toBookedOpening, UNDO_MINUTES } from './last-change.ts'
import { type AppointmentForUpdate, checkStatus, lockAppointment } from './lock-appointment.ts'
import { explainTaken, rescheduleTo } from './reschedule-appointment.ts'

/**
 * Sets an ended appointment back to booked and withdraws its outcomes. Within minutes the person
 * who ended it may; later it takes `clinic.change_outcome` and a reason (docs/decisions/0049). The
 * rules book a cancelled one again.
 * @throws Refusal `not_allowed`; `invalid` without a reason; `slot_taken` and `conflict` when its
 *   time is taken; `conflict` when booked; as `lockAppointment` and `notifyPatient`.
 */
export async function reinstateAppointment(
  call: SignedInCall,
  id: number,
  {
    version,
    reason,
    ...notification
  }: NotifyPatient & { version?: number | undefined; reason: string },
): Promise<ClinicAppointmentRow> {
  const row = await retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      const before = await lockAppointment(tx, call, 'appointment.undo', { id, version })
      checkStatus('appointment.undo', before, { booked: 'This appointment is already booked.' })
      await checkMayReinstate(tx, call, before, reason)
      const isCancelled = before.status === 'cancelled'
      if (isCancelled && !isOver(call, before)) await rebook(tx, call, before)
      const outcomeIds = await endOutcomes(tx, id, {
        by: call.viewer.personId,
        reason: reason || 'The appointment was set back to booked.',
      })
      await tx
        .updateTable('appointment')
        .set({
          status: 'booked',
          completed_on: null,
          completed_by: null,
          unfinished_forms: [],
          unfinished_forms_reason: '',
          cancelled_on: null,
          cancelled_by: null,
          cancellation_notes: '',
        })
        .where('id', '=', id)
        .execute()
        .catch(explainTaken)
      await auditAppointment(tx, call, before, 'appointment.reinstated', {
        status: { from: before.status, to: 'booked' },
        ...(await notifyPatient(tx, [id], notification)),
        ...(reason && { reason }),
        ...(outcomeIds.length > 0 && { outcome_ids: outcomeIds }),
        ...(isCancelled && { cancellation_notes: before.cancellation_notes }),
        ...(before.unfinished_forms_reason && {
          unfinished_forms: before.unfinished_forms,
          unfinished_forms_reason: before.unfinished_forms_reason,
        }),
      } satisfies JsonObject)
      return await findClinicAppointment(tx, call, id)
    }),
  )
  announce(call.services, row)
  return row
}

async function checkMayReinstate(
  tx: Executor,
  call: SignedInCall,
  { id, staff_id }: AppointmentForUpdate,
  reason: string,
): Promise<void> {
  const last = await lastStatusChange(tx, call, id)
  if (last?.undo_until) return
  if (permits(call.viewer, 'appointment.correct', { staffId: staff_id }) !== 'yes') {
    throw new Refusal(
      'not_allowed',
      `You can undo your own change for ${UNDO_MINUTES} minutes. Ask a colleague who can correct outcomes.`,
    )
  }
  if (reason === '') throw invalid({ reason: ['Enter a reason'] })
}

/** The rules book nothing on a past day; only another appointment blocks it then. */
const isOver = ({ services }: SignedInCall, { starts_at }: AppointmentForUpdate) => {
  const zone = services.settings.CLINIC_TIME_ZONE
  return starts_at.getTime() < startOfDay(toClinicDate(services.now(), zone), zone)
}

async function rebook(tx: Executor, call: SignedInCall, before: AppointmentForUpdate) {
  const booked = { ...toBookedOpening(before), siteId: before.site_id }
  const { typeId, start, staffId, roomId } = booked
  const { openings } = await findOpenings(tx, asStaff(call), {
    typeId,
    start,
    agreed: booked,
    staffId,
    roomId,
    patientId: before.patient_id ?? undefined,
    exceptId: before.id,
  })
  await rescheduleTo(tx, before, { ...openings[0], typeId })
}
