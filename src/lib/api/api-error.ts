import type { ErrorCode, FieldErrors } from '#lib/contract/errors.ts'

/** What a failed call rejects with. `detail` is a sentence for people; `fields` is set for a 400. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: FieldErrors
  /** Seconds to wait before another try, where the server named them. */
  readonly retryAfter: number | null

  constructor(
    failure: { status: number; code: ErrorCode; detail: string },
    more: { fields?: FieldErrors; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(failure.detail, { cause: more.cause })
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.fields = more.fields ?? {}
    this.retryAfter = more.retryAfter ?? null
  }

  get detail(): string {
    return this.message
  }

  /** The service has too much to do, or this person has: nothing was begun. `detail` says so. */
  get isBusy(): boolean {
    return this.code === 'busy' || this.status === 429
  }

  /** Nobody knows whether the server acted: the network broke, or the server fell over. */
  get isUnanswered(): boolean {
    return this.status === 0 || (this.status >= 500 && this.code !== 'busy')
  }
}
