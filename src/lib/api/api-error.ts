import {
  type ErrorBody,
  type ErrorCode,
  errorStatus,
  type FieldErrors,
  type FreeTime,
} from '#lib/contract/errors.ts'
import { isOffline } from './is-offline.ts'

/** `detail` is a sentence for people; `fields` is set for a 400. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: FieldErrors
  readonly retryAfter: number | null
  readonly freeTimes: readonly FreeTime[]
  /** Is true where the request never left the browser. */
  readonly isUnsent: boolean

  constructor(
    failure: { status: number; code: ErrorCode; detail: string },
    more: {
      fields?: FieldErrors
      retryAfter?: number | null
      freeTimes?: readonly FreeTime[] | undefined
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
    this.freeTimes = more.freeTimes ?? []
    this.isUnsent = more.isUnsent ?? false
  }

  get detail(): string {
    return this.message
  }

  /** Is true where the server started nothing, so another try does no harm. */
  get isBusy(): boolean {
    return this.code === 'busy' || this.status === 429
  }

  /** Is true where no answer came: the network broke, or the server failed. */
  get isUnanswered(): boolean {
    return this.status === 0 || (this.status >= 500 && this.code !== 'busy')
  }

  get mayBeDone(): boolean {
    return this.isUnanswered && !this.isUnsent
  }
}

/** @param wasOffline when it was sent: without a network it never left. */
export function noAnswer(cause: unknown, wasOffline = false): ApiError {
  const isUnsent = wasOffline && isOffline() && cause instanceof TypeError
  const detail = isUnsent
    ? 'You are offline. Try again when you have a connection.'
    : 'We could not reach the service. Try again.'
  return new ApiError({ status: 0, code: 'unavailable', detail }, { isUnsent, cause })
}

export function failure(response: Response, answer: unknown): ApiError {
  const { status } = response
  if (status === 400) {
    return new ApiError(
      { status, code: 'invalid', detail: 'Some of your answers need changing.' },
      { fields: (answer ?? {}) as FieldErrors },
    )
  }
  const { code, detail, free_times: freeTimes } = (answer ?? {}) as Partial<ErrorBody>
  const retryAfter = Number(response.headers.get('Retry-After')) || null
  return new ApiError(
    {
      status,
      code: code && code in errorStatus ? code : status === 404 ? 'not_found' : 'unavailable',
      detail: detail ?? 'The service did not answer as expected. Try again.',
    },
    { retryAfter, freeTimes },
  )
}
