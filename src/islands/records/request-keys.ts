import { newIdempotencyKey } from '../booking/confirm/idempotency-key.ts'

/** The same body keeps its `Idempotency-Key` until it was answered, so that it is written once. */
export function requestKeys() {
  const nothing = { body: '', key: '' }
  let sent = nothing
  return {
    keyFor(written: unknown): string {
      const body = JSON.stringify(written)
      if (body !== sent.body) sent = { body, key: newIdempotencyKey() }
      return sent.key
    },
    /** Once it is written, the same again is another record. */
    forget() {
      sent = nothing
    },
  }
}
