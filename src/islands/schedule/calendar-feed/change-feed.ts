import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { ChangeFeedResult, FeedChange } from '#machines/schedule/calendar-feed.machine.ts'
import { atOnce } from '../../ui/form/at-once.ts'

export const calendarFeedQuery = (api: ApiClient) =>
  queryOptions({
    ...atOnce,
    queryKey: ['calendar-feed'],
    queryFn: () => api.call('GET admin/calendar-feed/'),
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })

type Deps = { api: ApiClient; queries: QueryClient }

/** Changes the calendar feed over the API. Its address is stored nowhere but on the page. */
export async function changeFeed(
  { api, queries }: Deps,
  change: FeedChange,
): Promise<ChangeFeedResult> {
  const { queryKey } = calendarFeedQuery(api)
  try {
    if (change === 'end') {
      await api.call('DELETE admin/calendar-feed/')
      queries.setQueryData(queryKey, (shown) => shown && { ...shown, feed: null })
      return { kind: 'ended' }
    }
    const { address, ...shown } = await api.call('POST admin/calendar-feed/')
    queries.setQueryData(queryKey, shown)
    return { kind: 'made', address }
  } catch (error) {
    if (certainRefusal(error).isUnsent) return { kind: 'offline' }
    throw error
  }
}
