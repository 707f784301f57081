import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { refusalOf } from '#lib/api/refusals.ts'
import type { Appointment, NewTimes } from '#lib/contract/booking.ts'
import {
  type LoadTimesResult,
  newTimeMachine,
  type SuggestedTime,
  type TakeTimeResult,
} from '#machines/own-appointments/new-time.machine.ts'
import { appointmentKey, newTimesKey } from './appointment/appointment-key.ts'
import type { OwnAppointmentCalls } from './appointment/own-appointment-calls.ts'

type Deps = { calls: OwnAppointmentCalls; queries: QueryClient }

/** Taking another time for an appointment that cannot be kept, over the API. */
export function newTimeWithActors(deps: Deps) {
  const { calls, queries } = deps
  return newTimeMachine.provide({
    actors: {
      loadTimes: fromPromise<LoadTimesResult, undefined>(async () => {
        const suggested = await calls.newTimes()
        queries.setQueryData<NewTimes>(newTimesKey(calls.id), suggested)
        return { kind: suggested.is_needed ? 'needed' : 'notNeeded' }
      }),
      takeTime: fromPromise<TakeTimeResult, { time: SuggestedTime | null }>(({ input }) =>
        take(deps, input.time),
      ),
    },
  })
}

async function take({ calls, queries }: Deps, time: SuggestedTime | null): Promise<TakeTimeResult> {
  const key = appointmentKey(calls.id)
  const seen = queries.getQueryData<Appointment>(key)
  if (!seen || !time) throw new Error('No time is chosen')
  const { start, siteId: site_id } = time
  try {
    const moved = await calls.reschedule({ version: seen.version, start, site_id })
    queries.setQueryData(key, moved)
    return { kind: 'moved' }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.isUnsent) return { kind: 'unsent' }
    if (refusal.code === 'slot_taken') return { kind: 'taken' }
    if ([401, 404, 409].includes(refusal.status)) return { kind: 'outdated' }
    throw error
  }
}
