import { ApiError } from '#lib/api/api-error.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'

/** It is used where a server does not say how long to wait. */
const USUAL_WAIT_SECONDS = 30

/** Gives the refusal of a call that certainly did nothing. @throws the error when nobody knows. */
export function certainRefusal(error: unknown): ApiError {
  if (error instanceof ApiError && !error.mayBeDone) return error
  throw error
}

/** Explains a refusal as a sentence and by field; null where nobody knows if it was done. */
export function explainRefusal(error: unknown): { reason: string; fields: FieldErrors } | null {
  if (!(error instanceof ApiError) || error.mayBeDone) return null
  const { status, detail, fields } = error
  return { reason: status === 400 ? joinFieldErrors(fields) : detail, fields }
}

export function toRateLimited(refusal: ApiError) {
  return { kind: 'rateLimited' as const, waitSeconds: refusal.retryAfter ?? USUAL_WAIT_SECONDS }
}

export function joinFieldErrors(fields: FieldErrors): string {
  return Object.values(fields).flat().join(' ')
}
