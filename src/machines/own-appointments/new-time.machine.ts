import { requestMachine } from '../request.ts'

export type SuggestedTime = { start: string; siteId: number }

export type TakeTimeResult =
  | { kind: 'moved' }
  | { kind: 'taken' }
  | { kind: 'outdated' }
  | { kind: 'offline' }

export const newTimeMachine = requestMachine<SuggestedTime, TakeTimeResult>('newTime', {
  answers: { moved: 'closed', outdated: 'closed', taken: 'open', offline: 'open' },
})
