import type { ApiError } from './api-error.ts'

/** Null when nothing is found, or the id is malformed. Other failures reject. */
export async function found<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

/** Says whether another try can help: nothing is lost. */
export function isAway(error: unknown): boolean {
  return isApiError(error) && (error.isUnanswered || error.isBusy)
}

/** Compares the name, because pages and server may each have loaded the class. */
function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}
