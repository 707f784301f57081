/**
 * The token opens one appointment. It is in the fragment of the appointment's link,
 * `/appointments/{id}#access=…`, which is not sent to any server, and stays there: people reload,
 * bookmark and share the address (docs/decisions/0047). The session stores it where a page has no
 * fragment, such as after signing in.
 */
export const ACCESS_PREFIX = 'appointmentAccess:'
const toKey = (id: number) => `${ACCESS_PREFIX}${id}`

export function storeAccessToken(id: number, token: string): void {
  try {
    sessionStorage.setItem(toKey(id), token)
  } catch {}
}

export function storedAccessToken(id: number): string | null {
  try {
    return sessionStorage.getItem(toKey(id))
  } catch {
    return null
  }
}
