import type { z } from 'zod'
import type {
  clinicAppointmentOperations,
  RuleViolation,
} from '#lib/contract/clinic-appointments.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound } from '../refusal.ts'
import { checkMayChangeOf, clinicianFor } from './others-appointments.ts'
import { explainPlace } from './place.ts'

type Question = z.output<
  (typeof clinicAppointmentOperations)['GET admin/check-availability/']['query']
>

/**
 * Whether an appointment could be booked, or moved, by whoever asks, and every reason why not: by the
 * rules that book.
 * @throws Refusal `not_found` for a type or an appointment that there is not, `not_allowed` for another
 *   clinician's appointment.
 */
export async function checkAvailability(
  call: SignedInCall,
  question: Question,
): Promise<{
  available: boolean
  reasons: RuleViolation[]
  online_reasons: RuleViolation[]
}> {
  const { db } = call.services
  const moved = question.appointment_id && (await readMoved(call, question.appointment_id))
  const { reasons, onlineReasons } = await explainPlace(db, call, {
    typeId: question.appointment_type_id,
    start: Date.parse(question.start),
    duration: question.duration,
    staffId: clinicianFor(call, question.staff_id),
    roomId: question.room_id,
    siteId: question.site_id,
    patientId: question.patient_id,
    ...(moved && {
      duration:
        question.duration ??
        (moved.appointment_type_id === question.appointment_type_id ? moved.duration : undefined),
      agreed: {
        typeId: moved.appointment_type_id,
        duration: moved.duration,
        siteId: moved.site_id,
      },
      patientId: moved.patient_id ?? undefined,
      exceptId: moved.id,
    }),
  })
  return { available: reasons.length === 0, reasons, online_reasons: onlineReasons }
}

/**
 * The appointment that is to be moved.
 * @throws Refusal `not_found`, `not_allowed` for another clinician's.
 */
export async function readMoved(call: SignedInCall, id: number) {
  const row = await call.services.db
    .selectFrom('appointment')
    .select(['id', 'staff_id', 'patient_id', 'appointment_type_id', 'duration', 'site_id'])
    .where('id', '=', id)
    .where('status', '<>', 'held')
    .executeTakeFirst()
  if (!row) throw notFound('This appointment')
  checkMayChangeOf(call, row.staff_id)
  return row
}
