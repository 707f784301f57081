import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { refusalOf } from '#lib/api/refusals.ts'
import type { CalendarFeed } from '#lib/contract/calendar-feeds.ts'
import {
  calendarFeedMachine,
  type EndFeedResult,
  type LoadFeedResult,
  type MakeFeedResult,
} from '#machines/schedule/calendar-feed.machine.ts'

type Deps = { api: ApiClient; queries: QueryClient }

/** What is known of the feed; the machine's actors put it there. */
export const feedKey = ['calendar-feed']
export type ShownFeed = { shows_names: boolean; feed: CalendarFeed | null }

/** The calendar feed over the API. Its address is kept nowhere but on the page. */
export function calendarFeedWithActors({ api, queries }: Deps) {
  const show = (shown: ShownFeed) => queries.setQueryData<ShownFeed>(feedKey, shown)
  return calendarFeedMachine.provide({
    actors: {
      loadFeed: fromPromise<LoadFeedResult, undefined>(async () => {
        const shown = await api.call('GET admin/calendar-feed/')
        show(shown)
        return { kind: shown.feed ? 'made' : 'none' }
      }),
      makeFeed: fromPromise<MakeFeedResult, undefined>(() =>
        orUnsent(async () => {
          const { address, ...shown } = await api.call('POST admin/calendar-feed/')
          show(shown)
          return { kind: 'made', address }
        }),
      ),
      endFeed: fromPromise<EndFeedResult, undefined>(() =>
        orUnsent(async () => {
          await api.call('DELETE admin/calendar-feed/')
          return { kind: 'ended' }
        }),
      ),
    },
  })
}

async function orUnsent<Result>(work: () => Promise<Result>): Promise<Result | { kind: 'unsent' }> {
  try {
    return await work()
  } catch (error) {
    if (refusalOf(error).isUnsent) return { kind: 'unsent' }
    throw error
  }
}
