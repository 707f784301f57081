import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { WaitingTime } from '#lib/contract/waiting-list.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { type OfferingRequest, offeringMachine } from '#machines/waiting-list/offering.machine.ts'

type Deps = {
  api: ApiClient
  queries: QueryClient
  onDone: (request: OfferingRequest) => void
  readAgain: () => void
}

export const waitingTimesKey = (id: number) => ['waiting-times', id]

export const offeringWithActors = (deps: Deps) =>
  offeringMachine.provide({
    actors: {
      loadTimes: fromPromise(async ({ input: { id }, signal }) => {
        const { results } = await deps.api.call('GET admin/clinic/waiting-list/{id}/times/', {
          params: { id },
          signal,
        })
        deps.queries.setQueryData<WaitingTime[]>(waitingTimesKey(id), results)
        return undefined
      }),
      applyAction: fromPromise(({ input }) => applyAction(deps, input)),
    },
    actions: { readAgain: deps.readAgain },
  })

const OF_OFFER = {
  withdraw: 'DELETE admin/clinic/waiting-list/{id}/offers/{offer_id}/',
  accept: 'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/accept/',
  decline: 'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/decline/',
} as const

async function applyAction(
  { api, onDone }: Deps,
  request: OfferingRequest,
): Promise<ActorResult<typeof offeringMachine, 'applyAction'>> {
  const { id, action } = request
  try {
    if (action.kind === 'offer') {
      await api.call('POST admin/clinic/waiting-list/{id}/offers/', {
        params: { id },
        body: { start: action.start, site_id: action.siteId },
      })
    } else if (action.kind === 'remove') {
      await api.call('DELETE admin/clinic/waiting-list/{id}/', { params: { id } })
    } else {
      await api.call(OF_OFFER[action.kind], { params: { id, offer_id: action.offerId } })
    }
    onDone(request)
    return { kind: 'done' }
  } catch (error) {
    const { status, detail, fields } = certainRefusal(error)
    return { kind: 'refused', reason: status === 400 ? joinFieldErrors(fields) : detail }
  }
}
