import {
  goTo,
  type HowToGo,
  type StayingLink,
  stayingLink,
  usePageAddress,
} from './table/page-address.ts'

export type QueryChanges = Readonly<Record<string, string | number | null>>

export type AddressQuery = {
  query: URLSearchParams
  linkWith: (changes: QueryChanges) => StayingLink
  go: (changes: QueryChanges, how?: HowToGo) => void
}

export function useAddressQuery(onServer: string): AddressQuery {
  const query = new URLSearchParams(usePageAddress(() => location.search, onServer))
  const go: AddressQuery['go'] = (changes, how) =>
    goTo(location.pathname + changedSearch(query, changes), how)
  return {
    query,
    go,
    linkWith: (changes) => stayingLink(changedSearch(query, changes) || '?', () => go(changes)),
  }
}

function changedSearch(query: URLSearchParams, changes: QueryChanges): string {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') changed.delete(name)
    else changed.set(name, String(value))
  }
  return changed.size > 0 ? `?${changed}` : ''
}
