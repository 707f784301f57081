import { requestMachine } from '../request.ts'

type FeedChange = 'make' | 'replace' | 'end'

type ChangeFeedResult = { kind: 'made'; address: string } | { kind: 'ended' } | { kind: 'offline' }

export const calendarFeedMachine = requestMachine<FeedChange, ChangeFeedResult>('calendarFeed', {
  answers: { made: 'open', ended: 'open', offline: 'open' },
  resetIn: ['unanswered'],
})
