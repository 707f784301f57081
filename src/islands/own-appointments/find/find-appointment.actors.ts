import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { refusalOf } from '#lib/api/refusals.ts'
import type { AppointmentSearch } from '#lib/contract/booking.ts'
import { appointmentLink } from '#lib/own-appointments/appointment-link.ts'
import {
  type FindAppointmentResult,
  findAppointmentMachine,
} from '#machines/own-appointments/find-appointment.machine.ts'

type Deps = {
  api: ApiClient
  /** Opens another page of this site. */
  open: (path: string) => void
}

/** Finding an appointment over the API. Its link goes to the browser and is kept nowhere here. */
export function findWithActors(deps: Deps) {
  return findAppointmentMachine.provide({
    actors: {
      findAppointment: fromPromise<FindAppointmentResult, { search: AppointmentSearch | null }>(
        ({ input }) => find(deps, input.search),
      ),
    },
  })
}

async function find(
  { api, open }: Deps,
  search: AppointmentSearch | null,
): Promise<FindAppointmentResult> {
  if (!search) throw new Error('Nothing is looked for')
  try {
    const { id, access_token } = await api.call('POST public/appointments/find/', { body: search })
    open(appointmentLink('', id, access_token))
    return { kind: 'found' }
  } catch (error) {
    const { status, fields, detail } = refusalOf(error)
    if (status === 404) return { kind: 'notFound' }
    if (status === 400) return { kind: 'refused', fields }
    if (status === 429) return { kind: 'limited', detail }
    throw error
  }
}
