export const errorStatus = {
  invalid: 400,
  not_signed_in: 401,
  /** Whoever is signed in signed in too long ago for this step. */
  sign_in_again: 401,
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
  busy: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export type FreeTime = { start: string; site: { id: number; slug: string; name: string } }

export type ErrorBody = { code: ErrorCode; detail: string; free_times?: readonly FreeTime[] }

/** Messages by field; `non_field_errors` for the rest. */
export type FieldErrors = Record<string, string[]>
