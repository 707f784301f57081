import { Refusal } from '../refusal.ts'

const RETRY_SECONDS = 30

/** What people are told; the log has the cause. */
export const storageAway = (cause: unknown) =>
  new Refusal(
    'unavailable',
    'Files cannot be stored or read at the moment. Try again soon; if it stays so, tell whoever looks after this system.',
    { retryAfter: RETRY_SECONDS, cause },
  )
