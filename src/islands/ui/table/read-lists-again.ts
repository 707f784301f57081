import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads what is shown again and waits until it is drawn, so that the focus does not go back to a
 * button of a row that is about to go.
 */
export async function readListsAgain(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries()
  // The library tells of new data in a task of its own.
  await new Promise((resolve) => setTimeout(resolve))
}
