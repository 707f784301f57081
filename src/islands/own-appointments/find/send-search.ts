import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { AppointmentSearch } from '#lib/contract/booking.ts'
import { appointmentLink } from '#lib/own-appointments/appointment-link.ts'
import type { FindAppointmentResult } from '#machines/own-appointments/find-appointment.machine.ts'

type Deps = {
  api: ApiClient
  open: (path: string) => void
}

/** Finds an appointment and opens it. Its link goes to the browser and is stored nowhere here. */
export async function sendSearch(
  { api, open }: Deps,
  search: AppointmentSearch,
): Promise<FindAppointmentResult> {
  try {
    const { id, access_token } = await api.call('POST public/appointments/find/', { body: search })
    open(appointmentLink('', id, access_token))
    return { kind: 'found' }
  } catch (error) {
    const { status, fields, detail } = certainRefusal(error)
    if (status === 404) return { kind: 'notFound' }
    if (status === 400) return { kind: 'refused', fields }
    if (status === 429) return { kind: 'limited', detail }
    throw error
  }
}
