import { type MouseEvent, useSyncExternalStore } from 'react'

/* The address is the state, so that reload, Back and a link handed on show the same. */

const listeners = new Set<() => void>()

export const usePageAddress = (read: () => string, onServer: string): string =>
  useSyncExternalStore(subscribe, read, () => onServer)

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export type HowToGo = { replaces: boolean }

/** Changes the address and stays on the page. The back button comes back, unless it was replaced. */
export function goTo(address: string, { replaces }: HowToGo = { replaces: false }) {
  if (replaces) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  for (const listener of listeners) listener()
}

export type StayingLink = {
  href: string
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void
}

export const stayingLink = (href: string, go: () => void): StayingLink => ({
  href,
  onClick: (event) => {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (isElsewhere || event.button !== 0) return
    event.preventDefault()
    go()
  },
})
