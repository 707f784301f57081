import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiError } from '#lib/api/api-error.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { manageAppointmentMachine } from '#machines/own-appointments/manage-appointment.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { appointmentKey } from './appointment-key.ts'
import type { OwnAppointmentCalls } from './own-appointment-calls.ts'

type Deps = {
  queries: QueryClient
  calls: OwnAppointmentCalls
  /** Somebody was signed in when the page was made. */
  isSignedIn: boolean
}

/** Finding and cancelling one's appointment over the API; what is shown lies in the query cache. */
export function manageWithActors(deps: Deps) {
  return manageAppointmentMachine.provide({
    actors: {
      loadAppointment: fromPromise(() => load(deps)),
      cancelAppointment: fromPromise(({ input }) => cancel(deps, input.notes)),
    },
  })
}

async function load({
  calls,
  queries,
  isSignedIn,
}: Deps): Promise<ActorResult<typeof manageAppointmentMachine, 'loadAppointment'>> {
  if (!calls.isGuest() && !isSignedIn) return { kind: 'notFound' }
  try {
    const appointment = await calls.read()
    // An answer that was long on its way must not undo a change made in between.
    queries.setQueryData<Appointment>(appointmentKey(calls.id), (known) =>
      known && known.version > appointment.version ? known : appointment,
    )
    return { kind: toCondition(appointment) }
  } catch (error) {
    const gone = toMissing(certainRefusal(error), calls)
    if (gone) return gone
    throw error
  }
}

/** A token of nobody is a link that leads nowhere; a session that has ended can begin again. */
function toMissing({ status }: ApiError, { isGuest }: OwnAppointmentCalls) {
  if (status === 404 || (status === 401 && isGuest())) return { kind: 'notFound' as const }
  return status === 401 ? { kind: 'signedOut' as const } : null
}

function toCondition(appointment: Appointment): 'upcoming' | 'cancelled' | 'tooLate' {
  if (appointment.status === 'cancelled') return 'cancelled'
  const until = Date.parse(appointment.changeable_until ?? '')
  return until > Date.now() ? 'upcoming' : 'tooLate'
}

async function cancel(
  deps: Deps,
  notes: string,
): Promise<ActorResult<typeof manageAppointmentMachine, 'cancelAppointment'>> {
  const { calls, queries } = deps
  try {
    const seen = queries.getQueryData<Appointment>(appointmentKey(calls.id))
    const cancelled = await calls.cancel({ cancellation_notes: notes, version: seen?.version })
    queries.setQueryData(appointmentKey(calls.id), cancelled)
    return { kind: 'cancelled' }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent) return { kind: 'unsent' }
    const gone = toMissing(refusal, calls)
    if (gone) return gone
    if (refusal.status === 400) return { kind: 'refused', fields: refusal.fields }
    if (refusal.status !== 409) throw error
    // A try that went unanswered may have cancelled it: look before saying no.
    const now = await load(deps)
    if (now.kind !== 'upcoming') return now
    return { kind: refusal.code === 'stale' ? 'changed' : 'tooLate' }
  }
}
