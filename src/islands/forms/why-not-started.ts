import { ApiError } from '#lib/api/api-error.ts'
import { sentenceOf } from '#lib/api/refusals.ts'

export function whyNotStarted(error: unknown): string {
  if (!(error instanceof ApiError) || error.isUnanswered) {
    return 'We could not start the form. Check your connection and try again.'
  }
  return sentenceOf(error.fields) || error.detail
}
