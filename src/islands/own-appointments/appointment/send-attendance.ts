import type { QueryClient } from '@tanstack/react-query'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import type { AttendanceResult } from '#machines/own-appointments/attendance.machine.ts'
import { appointmentKey } from './appointment-key.ts'
import type { OwnAppointmentCalls } from './own-appointment-calls.ts'

type Deps = { calls: OwnAppointmentCalls; queries: QueryClient }

export async function sendAttendance(
  { calls, queries }: Deps,
  isComing: boolean,
): Promise<AttendanceResult> {
  const key = appointmentKey(calls.id)
  const seen = queries.getQueryData<Appointment>(key)
  if (!seen) throw new Error('No appointment is shown')
  try {
    const answered = await calls.answerAttendance({ is_coming: isComing, start: seen.start })
    queries.setQueryData(key, answered)
    return { kind: 'saved' }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent) return { kind: 'offline' }
    if ([401, 404, 409].includes(refusal.status)) return { kind: 'outdated' }
    throw error
  }
}
