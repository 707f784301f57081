import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { WaitingListEntry } from '#lib/contract/waiting-list.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { type WaitingListCalls, waitingListCalls } from '../waiting-list-calls.ts'
import { waitingListKey } from './answer-offer.ts'
import { WaitingPlace } from './WaitingPlace.tsx'

const AGAIN_MS = 30_000

export type ReadPlaces = UseQueryResult<{ results: WaitingListEntry[] }>

export const usePlaces = (calls: WaitingListCalls): ReadPlaces =>
  useQuery({
    queryKey: waitingListKey,
    queryFn: calls.list,
    refetchInterval: AGAIN_MS,
    retry: false,
    // An ended entry is no longer listed; what became of it stays until the page is left.
    structuralSharing: (before, now) => withEnded(before as OwnEntries, now as OwnEntries),
  })

type OwnEntries = { results: WaitingListEntry[] } | undefined

function withEnded(before: OwnEntries, now: OwnEntries) {
  const listed = new Set(now?.results.map(({ id }) => id))
  const ended = (before?.results ?? []).filter(
    ({ id, state }) => state !== 'waiting' && !listed.has(id),
  )
  return { results: [...ended, ...(now?.results ?? [])] }
}

type PlaceListProps = {
  entries: readonly WaitingListEntry[]
  calls: WaitingListCalls
  settings: PublicSettings
  appointmentHref: ((id: number) => string) | null
}

export function PlaceList({ entries, ...props }: PlaceListProps) {
  const queries = useQueryClient()
  return (
    <ul className="flex flex-col gap-4">
      {entries.map((entry) => (
        <li key={entry.id}>
          <WaitingPlace entry={entry} queries={queries} {...props} />
        </li>
      ))}
    </ul>
  )
}

/** It shows nothing where one waits for nothing. */
export function OwnPlaces({ api, settings }: { api: ApiClient; settings: PublicSettings }) {
  const [calls] = useState(() => waitingListCalls(api, () => null))
  const { data } = usePlaces(calls)
  if (!data || data.results.length === 0) return null
  return (
    <section aria-label="Waiting list" className="flex flex-col gap-4">
      <PlaceList
        entries={data.results}
        calls={calls}
        settings={settings}
        appointmentHref={(id) => `/user/appointments?appointment=${id}`}
      />
    </section>
  )
}
