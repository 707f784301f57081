/** A page of a list. */
export type Page<T> = { count: number; results: readonly T[] }

/** A list's answer as a page; a bare array is all there is (specification, section 3). */
export function asPage<T>(answer: Page<T> | readonly T[]): Page<T> {
  if ('results' in answer) return answer
  return { count: answer.length, results: answer }
}
