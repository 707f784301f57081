const DEFAULT_PAGE_SIZE = 50

/** Reads whole positive numbers; anything else means the default. */
export function parseListPage(
  query: URLSearchParams,
  usualSize = DEFAULT_PAGE_SIZE,
): { page: number; pageSize: number } {
  const number = (name: string, otherwise: number) => {
    const value = Number(query.get(name) ?? otherwise)
    return Number.isInteger(value) && value > 0 ? value : otherwise
  }
  return { page: number('page', 1), pageSize: number('page_size', usualSize) }
}

export const saidIn = <Name extends string>(query: URLSearchParams, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<Name, string>

/** Leaves out what is empty. */
export function picked(query: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(saidIn(query, names)).filter(([, value]) => value !== ''),
  )
}
