import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Page } from '#lib/api/page.ts'
import type { SeparatedPair } from '#lib/contract/merging.ts'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { keepShown } from '../ui/form/at-once.ts'
import { PageTurner } from '../ui/table/PageTurner.tsx'
import { TakeBackRow } from './TakeBackRow.tsx'

type SeparatedListProps = {
  rejoining: SeparatedPair | null
  busy: boolean
  onRejoin: (pair: SeparatedPair) => void
}

export function SeparatedList({ rejoining, busy, onRejoin }: SeparatedListProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const [requestedPage, setPage] = useState(1)
  const section = useRef<HTMLElement>(null)
  const query = useQuery(separatedQuery(api, requestedPage))
  if (query.error) {
    return <QueryStatus query={query} what="the people marked as different" />
  }
  const { count = 0, results = [] } = query.data ?? {}
  if (count === 0) return null
  const pages = Math.ceil(count / SEPARATED_PAGE)
  if (requestedPage > pages) setPage(pages)
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Different people"
      aria-busy={query.isPlaceholderData}
      className="flex flex-col gap-3"
    >
      <h2 className="heading-2">Different people</h2>
      <ul className="flex flex-col gap-3">
        {results.map((pair) => (
          <TakeBackRow
            key={`${pair.one.id} ${pair.other.id}`}
            what={`marking ${formatPair(pair)} as different`}
            pending={rejoining?.one.id === pair.one.id && rejoining.other.id === pair.other.id}
            busy={busy}
            onTakeBack={() => onRejoin(pair)}
          >
            {formatPair(pair)}, {formatDateTime(pair.at, timeZone)}
            {pair.by && `, by ${pair.by.full_name}`}
          </TakeBackRow>
        ))}
      </ul>
      <PageTurner
        label="Pages of different people"
        {...{ page: requestedPage, pages }}
        onTurn={(page) => {
          setPage(page)
          section.current?.focus()
        }}
      />
    </section>
  )
}

const formatPair = ({ one, other }: SeparatedPair) =>
  `${one.full_name} (number ${one.id}) and ${other.full_name} (number ${other.id})`

const SEPARATED_PAGE = 10

const separatedQuery = (api: ApiClient, page: number) =>
  queryOptions({
    ...keepShown,
    queryKey: ['duplicates', 'not the same', page],
    queryFn: async ({ signal }): Promise<Page<SeparatedPair>> => {
      const query = { page, page_size: SEPARATED_PAGE }
      const key = 'GET admin/potential-duplicate-users/not-the-same/'
      return await api.call(key, { query, signal })
    },
  })
