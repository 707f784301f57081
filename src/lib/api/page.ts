export type Page<T> = { count: number; more?: true | undefined; results: readonly T[] }
