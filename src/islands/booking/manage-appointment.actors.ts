import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import {
  type CancelAppointmentResult,
  type LoadAppointmentResult,
  manageAppointmentMachine,
} from '#machines/manage-appointment.machine.ts'
import { appointmentKey } from './appointment-key.ts'
import { refusalOf } from './refusals.ts'

type Outside = {
  api: ApiClient
  queries: QueryClient
  id: number
  /** The guest token that opens the appointment; without one it is for who is signed in. */
  token: () => string | null
  /** Somebody was signed in when the page was made. */
  isSignedIn: boolean
}

/** Finding and cancelling one's appointment over the API; what is shown lies in the query cache. */
export function manageWithActors(outside: Outside) {
  return manageAppointmentMachine.provide({
    actors: {
      loadAppointment: fromPromise<LoadAppointmentResult, undefined>(() => load(outside)),
      cancelAppointment: fromPromise<CancelAppointmentResult, { notes: string }>(({ input }) =>
        cancel(outside, input.notes),
      ),
    },
  })
}

async function load(outside: Outside): Promise<LoadAppointmentResult> {
  const { api, queries, id } = outside
  const token = outside.token()
  if (!token && !outside.isSignedIn) return { kind: 'notFound' }
  try {
    const params = { id }
    const appointment = token
      ? await api.call('GET public/appointments/{id}/', { params, headers: tokenHeader(token) })
      : await api.call('GET private/appointments/{id}/', { params })
    queries.setQueryData(appointmentKey(id), appointment)
    return { kind: conditionOf(appointment) }
  } catch (error) {
    const gone = goneOf(refusalOf(error), token)
    if (gone) return gone
    throw error
  }
}

const tokenHeader = (token: string) => ({ 'Guest-User-Access-Token': token })

/** A token of nobody is a link that leads nowhere; a session that has ended can begin again. */
function goneOf({ status }: ApiError, token: string | null) {
  if (status === 404 || (status === 401 && token)) return { kind: 'notFound' as const }
  return status === 401 ? { kind: 'signedOut' as const } : null
}

function conditionOf(appointment: Appointment): 'upcoming' | 'cancelled' | 'tooLate' {
  if (appointment.status === 'cancelled') return 'cancelled'
  const until = Date.parse(appointment.changeable_until ?? '')
  return until > Date.now() ? 'upcoming' : 'tooLate'
}

async function cancel(outside: Outside, notes: string): Promise<CancelAppointmentResult> {
  const { api, queries, id } = outside
  const token = outside.token()
  try {
    const what = { params: { id }, body: { cancellation_notes: notes } }
    const appointment = token
      ? await api.call('DELETE public/appointments/{id}/', { ...what, headers: tokenHeader(token) })
      : await api.call('DELETE private/appointments/{id}/', what)
    queries.setQueryData(appointmentKey(id), appointment)
    return { kind: 'cancelled' }
  } catch (error) {
    const refusal = refusalOf(error)
    const gone = goneOf(refusal, token)
    if (gone) return gone
    if (refusal.status === 400) return { kind: 'refused', fields: refusal.fields }
    if (refusal.status !== 409) throw error
    // A try that went unanswered may have cancelled it: look before saying no.
    const now = await load(outside)
    return now.kind === 'upcoming' ? { kind: 'tooLate' } : now
  }
}
