/** A page of a list; with `more` there are more than `count`. */
export type Page<T> = { count: number; more?: true | undefined; results: readonly T[] }

/** A list's answer as a page; a bare array is all there is (specification, section 3). */
export function asPage<T>(answer: Page<T> | readonly T[]): Page<T> {
  if ('results' in answer) return answer
  return { count: answer.length, results: answer }
}
