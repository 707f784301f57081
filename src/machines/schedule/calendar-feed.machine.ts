import { requestMachine } from '../request.ts'

export type FeedChange = 'make' | 'replace' | 'end'

export type ChangeFeedResult =
  | { kind: 'made'; address: string }
  | { kind: 'ended' }
  | { kind: 'offline' }

export const calendarFeedMachine = requestMachine<FeedChange, ChangeFeedResult>('calendarFeed', {
  answers: { made: 'open', ended: 'open', offline: 'open' },
  resetIn: ['unanswered'],
})
