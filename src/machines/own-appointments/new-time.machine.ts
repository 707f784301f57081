import { requestMachine } from '../request.ts'

export type SuggestedTime = { start: string; siteId: number }

export type TakeTimeResult =
  | { kind: 'moved' }
  /** Somebody else was quicker: there are other times. */
  | { kind: 'taken' }
  /** The appointment is not as it was shown. */
  | { kind: 'outdated' }
  | { kind: 'offline' }

/** A patient whose appointment cannot be kept takes one of the times that are suggested. */
export const newTimeMachine = requestMachine<SuggestedTime, TakeTimeResult>('newTime', {
  answers: { moved: 'closed', outdated: 'closed', taken: 'open', offline: 'open' },
})
