import { newIdempotencyKey } from '../booking/confirm/idempotency-key.ts'

export function requestKeys() {
  const nothing = { body: '', key: '' }
  let sent = nothing
  return {
    keyFor(written: unknown): string {
      const body = JSON.stringify(written)
      if (body !== sent.body) sent = { body, key: newIdempotencyKey() }
      return sent.key
    },
    forget() {
      sent = nothing
    },
  }
}
