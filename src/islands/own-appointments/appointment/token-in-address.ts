import { accessFragment } from '#lib/own-appointments/appointment-link.ts'
import { storeAccessToken, storedAccessToken } from './access-token.ts'

export const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get('access')

/**
 * Takes the token of the address, else the one this session knows; from then on the address has it.
 */
export function takeAccessToken(id: number): string | null {
  const token = tokenInAddress() || storedAccessToken(id)
  if (token) {
    storeAccessToken(id, token)
    showAccessToken(token)
  }
  return token
}

/** Puts a token into the address, so that a bookmark and a shared address have it. */
export function showAccessToken(token: string): void {
  const fragment = accessFragment(token)
  if (location.hash === fragment) return
  history.replaceState(history.state, '', `${location.pathname}${location.search}${fragment}`)
}
