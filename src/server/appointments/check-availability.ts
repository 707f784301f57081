import type { z } from 'zod'
import type {
  clinicAppointmentOperations,
  RuleViolation,
} from '#lib/contract/clinic-appointments.ts'
import { explainViolations } from '#lib/scheduling/bookability.ts'
import { asStaff } from '../booking/booking-rules.ts'
import { considerOpenings } from '../booking/find-openings.ts'
import type { SignedInCall } from '../http/implement.ts'
import { checkMay, clinicianFor } from '../identity/schedule-scope.ts'
import { notFound } from '../refusals/refusal.ts'

type Query = z.output<
  (typeof clinicAppointmentOperations)['GET admin/check-availability/']['query']
>

/**
 * Every rule that the caller's booking or reschedule would break, and those for visitors.
 * @throws Refusal `not_found` for an unknown type or appointment, `not_allowed` for another
 *   clinician's.
 */
export async function checkAvailability(
  call: SignedInCall,
  query: Query,
): Promise<{
  available: boolean
  reasons: RuleViolation[]
  online_reasons: RuleViolation[]
}> {
  const { db, settings, now } = call.services
  const start = Date.parse(query.start)
  const rescheduled = query.appointment_id
    ? await readRescheduled(call, query.appointment_id)
    : undefined
  const audience = asStaff(call, rescheduled?.staff_id)
  const { occurrences, rules, type } = await considerOpenings(db, audience, {
    typeId: query.appointment_type_id,
    start,
    duration: query.duration,
    staffId: clinicianFor(call, 'schedule.see', query.staff_id),
    roomId: query.room_id,
    siteId: query.site_id,
    patientId: query.patient_id,
    ...(rescheduled && {
      agreed: {
        typeId: rescheduled.appointment_type_id,
        duration: rescheduled.duration,
        siteId: rescheduled.site_id,
      },
      patientId: rescheduled.patient_id ?? undefined,
      exceptId: rescheduled.id,
    }),
  })
  const online = {
    ...rules,
    now: now(),
    noticeMinutes: settings.BOOKING_NOTICE_MINUTES,
    horizonDays: settings.BOOKING_HORIZON_DAYS,
    mayOverrideType: false,
    isDurationRefused: rules.duration !== type.duration,
  }
  const reasons = explainViolations(occurrences, rules, start)
  return {
    available: reasons.length === 0,
    reasons,
    online_reasons: explainViolations(occurrences, online, start),
  }
}

export async function readRescheduled(call: SignedInCall, id: number) {
  const row = await call.services.db
    .selectFrom('appointment')
    .select(['id', 'staff_id', 'patient_id', 'appointment_type_id', 'duration', 'site_id'])
    .where('id', '=', id)
    .where('status', '<>', 'held')
    .executeTakeFirstOrThrow(() => notFound('This appointment'))
  checkMay(call, 'appointment.see', row.staff_id)
  return row
}
