import type {
  CalendarFeedEvent,
  EndFeedResult,
  LoadFeedResult,
  MakeFeedResult,
} from '#machines/schedule/calendar-feed.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const ADDRESS = 'https://clinic.example.test/api/public/calendar-feeds/abc/schedule.ics'

export const calendarFeedCatalogue = {
  events: {
    'loading.retried': [{ type: 'loading.retried' }],
    'feed.wanted': [{ type: 'feed.wanted' }],
    'replacement.requested': [{ type: 'replacement.requested' }],
    'ending.requested': [{ type: 'ending.requested' }],
    'change.confirmed': [{ type: 'change.confirmed' }],
    'change.dropped': [{ type: 'change.dropped' }],
  },
  results: {
    loadFeed: { none: [{ kind: 'none' }], made: [{ kind: 'made' }] },
    makeFeed: { made: [{ kind: 'made', address: ADDRESS }], unsent: [{ kind: 'unsent' }] },
    endFeed: { ended: [{ kind: 'ended' }], unsent: [{ kind: 'unsent' }] },
  },
  delays: {},
} satisfies Catalogue<
  CalendarFeedEvent,
  { loadFeed: LoadFeedResult; makeFeed: MakeFeedResult; endFeed: EndFeedResult }
>
