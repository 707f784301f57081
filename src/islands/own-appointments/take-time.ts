import type { QueryClient } from '@tanstack/react-query'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import type { SuggestedTime, TakeTimeResult } from '#machines/own-appointments/new-time.machine.ts'
import { appointmentKey, newTimesKey } from './appointment/appointment-key.ts'
import type { OwnAppointmentCalls } from './appointment/own-appointment-calls.ts'

type Deps = { calls: OwnAppointmentCalls; queries: QueryClient }

export async function takeTime(
  { calls, queries }: Deps,
  { start, siteId: site_id }: SuggestedTime,
): Promise<TakeTimeResult> {
  const key = appointmentKey(calls.id)
  const seen = queries.getQueryData<Appointment>(key)
  if (!seen) throw new Error('No appointment is shown')
  try {
    const moved = await calls.reschedule({ version: seen.version, start, site_id })
    queries.setQueryData(key, moved)
    return { kind: 'moved' }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent) return { kind: 'offline' }
    if (refusal.code === 'slot_taken') {
      void queries.refetchQueries({ queryKey: newTimesKey(calls.id) })
      return { kind: 'taken' }
    }
    if ([401, 404, 409].includes(refusal.status)) return { kind: 'outdated' }
    throw error
  }
}
