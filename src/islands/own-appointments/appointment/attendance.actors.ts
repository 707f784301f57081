import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { refusalOf } from '#lib/api/refusals.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import {
  attendanceMachine,
  type SendAttendanceResult,
} from '#machines/own-appointments/attendance.machine.ts'
import { appointmentKey } from './appointment-key.ts'
import type { OwnAppointmentCalls } from './own-appointment-calls.ts'

type Deps = { calls: OwnAppointmentCalls; queries: QueryClient }

/** Saying whether one will come over the API; what is shown lies in the query cache. */
export function attendanceWithActors(deps: Deps) {
  return attendanceMachine.provide({
    actors: {
      sendAttendance: fromPromise<SendAttendanceResult, { isComing: boolean | null }>(({ input }) =>
        sendAttendance(deps, input.isComing),
      ),
    },
  })
}

async function sendAttendance(
  { calls, queries }: Deps,
  isComing: boolean | null,
): Promise<SendAttendanceResult> {
  const key = appointmentKey(calls.id)
  const seen = queries.getQueryData<Appointment>(key)
  if (!seen || isComing === null) throw new Error('Nothing is answered')
  try {
    const answered = await calls.answerAttendance({ is_coming: isComing, start: seen.start })
    queries.setQueryData(key, answered)
    return { kind: 'saved' }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.isUnsent) return { kind: 'unsent' }
    if ([401, 404, 409].includes(refusal.status)) return { kind: 'outdated' }
    throw error
  }
}
