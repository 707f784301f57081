import type { ApiError } from './api-error.ts'

/**
 * The answer of a call, or null when there is no such thing: not found, or asked for in a form
 * that nothing can have. Other failures reject as before.
 */
export async function found<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

/** The service is away for the moment, or too busy: worth trying again, nothing is lost. */
export function isAway(error: unknown): boolean {
  return isApiError(error) && (error.isUnanswered || error.isBusy)
}

/** Told by its name: pages and server may each have loaded the class. */
function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}
