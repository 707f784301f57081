/** Every error code the API can answer with, and its HTTP status. */
export const errorStatus = {
  invalid: 400,
  not_signed_in: 401,
  not_allowed: 403,
  not_found: 404,
  slot_taken: 409,
  conflict: 409,
  stale: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  /** Too much at once: nothing was begun, so another try does no harm. */
  busy: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every error but 400. */
export type ErrorBody = { code: ErrorCode; detail: string }

/** The body of a 400: messages by field; `non_field_errors` for what belongs to none. */
export type FieldErrors = Record<string, string[]>

/** What a 403 says of a call that somebody may not make at all; any other says why not just this one. */
export const NOT_ALLOWED_AT_ALL = 'You do not have permission to do this.'
