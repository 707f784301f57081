import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import {
  type NewTime,
  rescheduleOwnMachine,
} from '#machines/own-appointments/reschedule-own.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { appointmentKey } from './appointment/appointment-key.ts'
import type { OwnAppointmentCalls } from './appointment/own-appointment-calls.ts'

type Deps = {
  calls: OwnAppointmentCalls
  queries: QueryClient
  appointment: Appointment
}

export function rescheduleOwnWithActors(deps: Deps) {
  // It was seen again after somebody else's change.
  let seen = deps.appointment
  const see = (appointment: Appointment) => {
    seen = appointment
    deps.queries.setQueryData(appointmentKey(appointment.id), appointment)
  }
  return rescheduleOwnMachine.provide({
    actors: {
      rescheduleAppointment: fromPromise(({ input }) => move(deps.calls, seen, input.time, see)),
      checkMove: fromPromise(({ input }) => checkMove(deps.calls, seen, input.time, see)),
    },
  })
}

async function move(
  calls: OwnAppointmentCalls,
  seen: Appointment,
  time: NewTime | null,
  see: (appointment: Appointment) => void,
): Promise<ActorResult<typeof rescheduleOwnMachine, 'rescheduleAppointment'>> {
  if (!time) throw new Error('No time is chosen')
  try {
    const { version } = seen
    see(await calls.reschedule({ version, start: time.start, site_id: time.site.id }))
    return { kind: 'moved' }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent) return { kind: 'unsent' }
    if (refusal.code === 'slot_taken') return { kind: 'slotTaken' }
    if (refusal.status === 404 || (refusal.status === 401 && calls.isGuest()))
      return { kind: 'notFound' }
    if (refusal.status !== 409) {
      return { kind: 'refused', detail: joinFieldErrors(refusal.fields) || refusal.detail }
    }
    // A try that went unanswered may have moved it: what it is like now decides.
    const found = await whereItIs(calls, seen, time, see)
    if (found === 'moved' || found === 'tooLate') return { kind: found }
    return refusal.code === 'stale'
      ? { kind: 'changed' }
      : { kind: 'refused', detail: refusal.detail }
  }
}

async function checkMove(
  calls: OwnAppointmentCalls,
  seen: Appointment,
  time: NewTime | null,
  see: (appointment: Appointment) => void,
): Promise<ActorResult<typeof rescheduleOwnMachine, 'checkMove'>> {
  if (!time) throw new Error('No time is chosen')
  try {
    return { kind: await whereItIs(calls, seen, time, see) }
  } catch (error) {
    const { status } = certainRefusal(error)
    if (status === 401 || status === 404) return { kind: 'notFound' }
    throw error
  }
}

async function whereItIs(
  calls: OwnAppointmentCalls,
  seen: Appointment,
  time: NewTime,
  see: (appointment: Appointment) => void,
): Promise<'moved' | 'notMoved' | 'changed' | 'tooLate'> {
  const now = await calls.read()
  see(now)
  const isThere =
    now.status === 'booked' &&
    Date.parse(now.start) === Date.parse(time.start) &&
    now.site.id === time.site.id
  if (isThere) return 'moved'
  if (!(Date.parse(now.changeable_until ?? '') > Date.now())) return 'tooLate'
  return now.version === seen.version ? 'notMoved' : 'changed'
}
