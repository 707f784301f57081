import { errors } from 'oidc-provider'
import { isDatabaseUnavailable } from '#server/database/failures.ts'
import { Refusal } from '#server/refusals/refusal.ts'

/**
 * Says what a person is told of a failure, with the HTTP status. It repeats nothing of the request,
 * which may be another site's text, or hold a token.
 */
export function explainFailure(
  error: unknown,
  product: string,
): { status: number; title: string; paragraphs: string[] } {
  const again = `Close this window, go back to ${product} and sign in again.`
  if (isDatabaseUnavailable(error)) {
    return {
      status: 503,
      title: 'Sign-in is unavailable at the moment',
      paragraphs: ['The database cannot be reached. Wait a few seconds and reload this page.'],
    }
  }
  if (error instanceof errors.SessionNotFound) {
    return {
      status: error.statusCode,
      title: 'This sign-in page has expired',
      paragraphs: ['It was open for too long or has already been used.', again],
    }
  }
  if (error instanceof errors.OIDCProviderError && error.expose) {
    return {
      status: error.statusCode,
      title: 'We cannot process this request',
      paragraphs: [
        `The page that sent you here asked for something that is not offered (${error.error}).`,
        again,
      ],
    }
  }
  if (error instanceof Refusal) {
    return {
      status: error.status,
      title: 'We cannot process this request',
      paragraphs: [error.message, again],
    }
  }
  return {
    status: 500,
    title: 'Something went wrong on our side',
    paragraphs: [again],
  }
}
