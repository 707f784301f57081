import { type MouseEvent, useState, useSyncExternalStore } from 'react'
import { addressOf, placeOf, type SchedulePlace } from './schedule-address.ts'

type PlaceLink = {
  href: string
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void
}

export type ScheduleAddress = {
  place: SchedulePlace
  go: (to: Partial<SchedulePlace>) => void
  /** For a link to another place: a click stays on the page, a copy works elsewhere. */
  linkTo: (to: Partial<SchedulePlace>) => PlaceLink
}

type Given = { path: string; search: string; today: string }

/**
 * The place that the page's address names, as state: reload, the back button and a link handed on
 * show the same.
 */
export function useSchedulePlace({ path, search, today }: Given): ScheduleAddress {
  const [first] = useState(() => placeOf(path, search, today))
  const address = useSyncExternalStore(
    subscribe,
    () => location.pathname + location.search,
    () => path + search,
  )
  const [pathname = '', query = ''] = address.split('?')
  const place = placeOf(pathname, query, today) ?? first
  if (!place) throw new Error(`no place in the schedule: ${pathname}`)
  const go = (to: Partial<SchedulePlace>) => {
    history.pushState(null, '', addressOf({ ...place, ...to }))
    for (const listener of listeners) listener()
  }
  return {
    place,
    go,
    linkTo: (to) => ({
      href: addressOf({ ...place, ...to }),
      onClick: (event) => {
        const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
        if (isElsewhere || event.button !== 0) return
        event.preventDefault()
        go(to)
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
