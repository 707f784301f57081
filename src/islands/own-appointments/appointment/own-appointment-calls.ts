import { type ApiClient, fileAddress } from '#lib/api/client.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import { accessFragment } from '#lib/own-appointments/appointment-link.ts'
import { changedChannel } from './changed-channel.ts'

type Times = { week: string; site?: string }

export type CalendarAddress = { href: string; headers: Readonly<Record<string, string>> }

/** Calls go as the guest who has a token for it, else as who is signed in. */
export function ownAppointmentCalls(api: ApiClient, id: number, token: () => string | null) {
  const params = { id }
  const audience = () => (token() === null ? 'private' : 'public')
  const headers = () => tokenHeader(token())
  return {
    id,
    isGuest: () => token() !== null,
    earlierTimeHref: () => {
      const known = token()
      return `/waiting-list/join?appointment=${id}${known === null ? '' : accessFragment(known)}`
    },
    read: () => api.call(`GET ${audience()}/appointments/{id}/`, { params, headers: headers() }),
    cancel: async (body: OperationBody<'DELETE public/appointments/{id}/'>) => {
      const key = `DELETE ${audience()}/appointments/{id}/` as const
      return changed(await api.call(key, { params, headers: headers(), body }))
    },
    reschedule: async (body: OperationBody<'PUT public/appointments/{id}/'>) => {
      const key = `PUT ${audience()}/appointments/{id}/` as const
      return changed(await api.call(key, { params, headers: headers(), body }))
    },
    newTimes: () =>
      api.call(`GET ${audience()}/appointments/{id}/new-times/`, { params, headers: headers() }),
    answerAttendance: (body: { is_coming: boolean; start: string }) =>
      api.call(`PUT ${audience()}/appointments/{id}/attendance/`, {
        params,
        headers: headers(),
        body,
      }),
    times: (query: Times, signal: AbortSignal) =>
      api.call(`GET ${audience()}/appointments/{id}/weekly-availability/`, {
        params,
        headers: headers(),
        query,
        signal,
      }),
  }
}

function changed(appointment: Appointment): Appointment {
  changedChannel.announce({ appointmentId: appointment.id, version: appointment.version })
  return appointment
}

export type OwnAppointmentCalls = ReturnType<typeof ownAppointmentCalls>

export function calendarAddress(
  { apiBase }: { apiBase: string },
  id: number,
  token: string | null,
): CalendarAddress {
  const audience = token === null ? 'private' : 'public'
  return {
    href: fileAddress(apiBase, `GET ${audience}/appointments/{id}/calendar.ics`, {
      params: { id },
    }),
    headers: tokenHeader(token),
  }
}

const tokenHeader = (token: string | null): Record<string, string> =>
  token === null ? {} : { 'Guest-User-Access-Token': token }
