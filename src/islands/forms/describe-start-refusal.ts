import { ApiError } from '#lib/api/api-error.ts'
import { joinFieldErrors } from '#lib/api/refusals.ts'

export function describeStartRefusal(error: unknown): string {
  if (!(error instanceof ApiError) || error.isUnanswered) {
    return 'We could not start the form. Check your connection and try again.'
  }
  return joinFieldErrors(error.fields) || error.detail
}
