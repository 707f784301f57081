/**
 * The guest token of an appointment's link, `/appointments/{id}#access=…`. A fragment is not sent
 * to any server; it leaves the address bar at once and stays in this browser session only.
 */
export function takeAccessToken(id: number): string | null {
  const key = `appointmentAccess:${id}`
  const given = new URLSearchParams(location.hash.slice(1)).get('access')
  if (!given) return kept(key)
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  try {
    sessionStorage.setItem(key, given)
  } catch {
    // It lasts as long as the page.
  }
  return given
}

function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
