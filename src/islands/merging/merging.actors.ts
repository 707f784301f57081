import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import { type MergeAction, mergingMachine } from '#machines/merging/merging.machine.ts'

type Deps = {
  api: ApiClient
  onDone: (action: MergeAction) => void
  readAgain: () => void
}

export const mergingWithActors = ({ api, onDone, readAgain }: Deps) =>
  mergingMachine.provide({
    actors: {
      preview: fromPromise(async ({ input, signal }) => {
        try {
          const key = 'POST admin/potential-duplicate-users/preview/'
          return { kind: 'previewed', preview: await api.call(key, { body: input, signal }) }
        } catch (error) {
          return { kind: 'refused', reason: describeReason(error) }
        }
      }),
      decide: fromPromise(async ({ input }) => {
        try {
          await send(api, input)
          return { kind: 'done' }
        } catch (error) {
          return { kind: 'refused', reason: describeReason(error) }
        }
      }),
    },
    actions: {
      announceDone: ({ context: { action } }) => {
        if (action) onDone(action)
      },
      readAgain,
    },
  })

function describeReason(error: unknown): string {
  const { status, detail, fields } = certainRefusal(error)
  return status === 400 ? joinFieldErrors(fields) : detail
}

function send(api: ApiClient, action: MergeAction): Promise<unknown> {
  switch (action.kind) {
    case 'merge':
      return api.call('POST admin/potential-duplicate-users/', { body: action.write })
    case 'separate': {
      const body = { ids: action.ids }
      return api.call('POST admin/potential-duplicate-users/not-the-same/', { body })
    }
    case 'undo': {
      const params = { id: action.merge.id }
      return api.call('POST admin/potential-duplicate-users/{id}/undo/', { params })
    }
    case 'rejoin': {
      const body = { ids: [action.pair.one.id, action.pair.other.id] }
      return api.call('POST admin/potential-duplicate-users/not-the-same/undo/', { body })
    }
  }
}
