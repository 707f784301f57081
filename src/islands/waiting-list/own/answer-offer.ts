import type { QueryClient } from '@tanstack/react-query'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { WaitingListEntry } from '#lib/contract/waiting-list.ts'
import type { PlaceAction, PlaceResult } from '#machines/waiting-list/waiting-place.machine.ts'
import type { WaitingListCalls } from '../waiting-list-calls.ts'

type Deps = { calls: WaitingListCalls; queries: QueryClient; id: number }

export const waitingListKey = ['waiting-list'] as const

type Shown = { results: WaitingListEntry[] }

export async function answerOffer(
  { calls, queries, id }: Deps,
  action: PlaceAction,
): Promise<PlaceResult> {
  const shown = queries.getQueryData<Shown>(waitingListKey)
  const entry = shown?.results.find((one) => one.id === id)
  if (!entry) throw new Error('Nothing is answered')
  const show = (changed: WaitingListEntry) =>
    queries.setQueryData<Shown>(waitingListKey, {
      results: (shown?.results ?? []).map((one) => (one.id === id ? changed : one)),
    })
  try {
    if (action === 'leave') {
      await calls.leave(id)
      show({ ...entry, state: 'left', offer: null })
      return { kind: 'left' }
    }
    const params = { id, offer_id: entry.offer?.id ?? 0 }
    show(await calls[action](params))
    return { kind: action === 'accept' ? 'booked' : 'declined' }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.isUnsent) return { kind: 'offline' }
    if ([401, 404, 409, 429].includes(refusal.status)) {
      void queries.invalidateQueries({ queryKey: waitingListKey })
      return { kind: 'refused', detail: refusal.detail }
    }
    throw error
  }
}
