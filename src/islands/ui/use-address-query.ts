import { type MouseEvent, useSyncExternalStore } from 'react'

/** What is to change in a query; null takes a name away. */
export type QueryChanges = Readonly<Record<string, string | number | null>>

export type AddressQuery = {
  query: URLSearchParams
  /** For a link to this page with another query: a click stays on the page, a copy works elsewhere. */
  linkWith: (changes: QueryChanges) => {
    href: string
    onClick: (event: MouseEvent<HTMLAnchorElement>) => void
  }
  /** Goes there. The back button comes back. */
  go: (changes: QueryChanges) => void
}

/**
 * The query of the page's address as state, so that reload, the back button and a link handed on
 * show the same. @param onServer the query that the page was asked for.
 */
export function useAddressQuery(onServer: string): AddressQuery {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => onServer,
  )
  const query = new URLSearchParams(search)
  const go = (changes: QueryChanges) => {
    history.pushState(null, '', location.pathname + searchOf(query, changes))
    for (const listener of listeners) listener()
  }
  return {
    query,
    go,
    linkWith: (changes) => ({
      href: searchOf(query, changes) || '?',
      onClick: (event) => {
        const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
        if (isElsewhere || event.button !== 0) return
        event.preventDefault()
        go(changes)
      },
    }),
  }
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

function searchOf(query: URLSearchParams, changes: QueryChanges): string {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') changed.delete(name)
    else changed.set(name, String(value))
  }
  return changed.size > 0 ? `?${changed}` : ''
}
