import { requestMachine } from '../request.ts'

type SuggestedTime = { start: string; siteId: number }

type TakeTimeResult =
  | { kind: 'moved' }
  | { kind: 'taken' }
  | { kind: 'outdated' }
  | { kind: 'offline' }

export const newTimeMachine = requestMachine<SuggestedTime, TakeTimeResult>('newTime', {
  answers: { moved: 'closed', outdated: 'closed', taken: 'open', offline: 'open' },
})
