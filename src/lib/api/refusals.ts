import { ApiError } from '#lib/api/api-error.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'

/** Waited when a server that wants patience does not say how much. */
const USUAL_WAIT_SECONDS = 30

/**
 * Why a call certainly did nothing: it was refused, or never sent.
 * @throws the error itself when nobody knows what happened.
 */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError && !error.mayBeDone) return error
  throw error
}

/** Every call may be told to wait. */
export function waitOf(refusal: ApiError) {
  return { kind: 'rateLimited' as const, waitSeconds: refusal.retryAfter ?? USUAL_WAIT_SECONDS }
}

/** The messages of a 400 as one sentence for people. */
export function sentenceOf(fields: FieldErrors): string {
  return Object.values(fields).flat().join(' ')
}
