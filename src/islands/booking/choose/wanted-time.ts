import { TIME_PARAMETER } from '#lib/catalogue/time-link.ts'

/**
 * The start that the address names, once: whoever comes back to the times is not led to it again. It
 * is not held by itself, since anybody can make such a link.
 */
export function takeWantedTime(): number | null {
  if (!globalThis.location) return null
  const address = new URL(location.href)
  const time = address.searchParams.get(TIME_PARAMETER)
  if (time === null) return null
  address.searchParams.delete(TIME_PARAMETER)
  history.replaceState(history.state, '', address)
  const start = Date.parse(time)
  return Number.isNaN(start) ? null : start
}
