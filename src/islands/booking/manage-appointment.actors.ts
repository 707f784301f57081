import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
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
  /** The guest token that opens the appointment. */
  token: () => string | null
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

const isGone = (status: number) => status === 401 || status === 404

async function load(outside: Outside): Promise<LoadAppointmentResult> {
  const { api, queries, id, token } = outside
  if (!token()) return { kind: 'notFound' }
  try {
    const appointment = await api.call('GET public/appointments/{id}/', {
      params: { id },
      headers: { 'Guest-User-Access-Token': token() },
    })
    queries.setQueryData(appointmentKey(id), appointment)
    return { kind: conditionOf(appointment) }
  } catch (error) {
    if (isGone(refusalOf(error).status)) return { kind: 'notFound' }
    throw error
  }
}

function conditionOf({ status, start }: Appointment): 'upcoming' | 'cancelled' | 'tooLate' {
  if (status === 'cancelled') return 'cancelled'
  return status === 'booked' && Date.parse(start) > Date.now() ? 'upcoming' : 'tooLate'
}

async function cancel(outside: Outside, notes: string): Promise<CancelAppointmentResult> {
  const { api, queries, id, token } = outside
  try {
    const appointment = await api.call('DELETE public/appointments/{id}/', {
      params: { id },
      body: { cancellation_notes: notes },
      headers: { 'Guest-User-Access-Token': token() },
    })
    queries.setQueryData(appointmentKey(id), appointment)
    return { kind: 'cancelled' }
  } catch (error) {
    const refusal = refusalOf(error)
    if (isGone(refusal.status)) return { kind: 'notFound' }
    if (refusal.status === 400) return { kind: 'refused', fields: refusal.fields }
    if (refusal.status !== 409) throw error
    // A try that went unanswered may have cancelled it: look before saying no.
    const now = await load(outside)
    return now.kind === 'upcoming' ? { kind: 'tooLate' } : now
  }
}
