import { Refusal } from '../refusal.ts'

const RETRY_SECONDS = 30

/** The log has the cause. */
export const storageAway = (cause: unknown) =>
  new Refusal(
    'unavailable',
    'We cannot store or read files at the moment. Try again soon. If this continues, tell your system administrator.',
    { retryAfter: RETRY_SECONDS, cause },
  )
