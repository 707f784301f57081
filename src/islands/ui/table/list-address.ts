/** The API's own, said in no address. */
const DEFAULT_PAGE_SIZE = 50

/** Which page an address asks for: whole positive numbers; of anything else, what goes without saying. */
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

/** What an address says under each of these names, as it stands there; nothing where it is not said. */
export const saidIn = <Name extends string>(query: URLSearchParams, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<Name, string>

/** What an address says under these names, as it stands there; what is empty is not said. */
export function picked(query: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(saidIn(query, names)).filter(([, value]) => value !== ''),
  )
}
