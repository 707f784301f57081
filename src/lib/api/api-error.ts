import type { ErrorCode, FieldErrors } from '#lib/contract/errors.ts'

/** `detail` is a sentence for people; `fields` is set for a 400. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: FieldErrors
  /** Seconds to wait, where the server named them. */
  readonly retryAfter: number | null
  /** The request never left the browser. */
  readonly isUnsent: boolean

  constructor(
    failure: { status: number; code: ErrorCode; detail: string },
    more: {
      fields?: FieldErrors
      retryAfter?: number | null
      isUnsent?: boolean
      cause?: unknown
    } = {},
  ) {
    super(failure.detail, { cause: more.cause })
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.fields = more.fields ?? {}
    this.retryAfter = more.retryAfter ?? null
    this.isUnsent = more.isUnsent ?? false
  }

  get detail(): string {
    return this.message
  }

  /** The server began nothing, so another try does no harm. */
  get isBusy(): boolean {
    return this.code === 'busy' || this.status === 429
  }

  /** No answer came: the network broke, or the server failed. */
  get isUnanswered(): boolean {
    return this.status === 0 || (this.status >= 500 && this.code !== 'busy')
  }

  get mayBeDone(): boolean {
    return this.isUnanswered && !this.isUnsent
  }
}
