import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import {
  type MoveAppointmentResult,
  type NewTime,
  rescheduleOwnMachine,
} from '#machines/reschedule-own.machine.ts'
import { appointmentKey } from '../booking/appointment-key.ts'
import { refusalOf, sentenceOf } from '../booking/refusals.ts'

type Outside = {
  api: ApiClient
  queries: QueryClient
  /** As it was when the person decided. */
  appointment: Appointment
}

/** Moving one's own appointment over the API; what has become of it goes to the query cache. */
export function rescheduleOwnWithActors(outside: Outside) {
  // Seen again after somebody else's change.
  let seen = outside.appointment
  const see = (appointment: Appointment) => {
    seen = appointment
    outside.queries.setQueryData(appointmentKey(appointment.id), appointment)
  }
  return rescheduleOwnMachine.provide({
    actors: {
      moveAppointment: fromPromise<MoveAppointmentResult, { time: NewTime | null }>(({ input }) =>
        move(outside.api, seen, input.time, see),
      ),
    },
  })
}

async function move(
  api: ApiClient,
  seen: Appointment,
  time: NewTime | null,
  see: (appointment: Appointment) => void,
): Promise<MoveAppointmentResult> {
  if (!time) throw new Error('No time is chosen')
  const { id, version } = seen
  try {
    const body = { version, start: time.start, site_id: time.site.id }
    see(await api.call('PUT private/appointments/{id}/', { params: { id }, body }))
    return { kind: 'moved' }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.code === 'slot_taken') return { kind: 'slotTaken' }
    if (refusal.status === 404) return { kind: 'notFound' }
    if (refusal.status !== 409) {
      return { kind: 'refused', detail: sentenceOf(refusal.fields) || refusal.detail }
    }
    return await lookAgain(api, id, time, see, refusal)
  }
}

/** A try that went unanswered may have moved it: what it is like now decides. */
async function lookAgain(
  api: ApiClient,
  id: number,
  time: NewTime,
  see: (appointment: Appointment) => void,
  { code, detail }: ApiError,
): Promise<MoveAppointmentResult> {
  const now = await api.call('GET private/appointments/{id}/', { params: { id } })
  see(now)
  const isThere =
    now.status === 'booked' &&
    Date.parse(now.start) === Date.parse(time.start) &&
    now.site.id === time.site.id
  if (isThere) return { kind: 'moved' }
  if (Date.parse(now.changeable_until ?? '') > Date.now()) {
    return code === 'stale' ? { kind: 'changed' } : { kind: 'refused', detail }
  }
  return { kind: 'tooLate' }
}
