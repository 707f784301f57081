/** With `more` there are more than `count`. */
export type Page<T> = { count: number; more?: true | undefined; results: readonly T[] }
