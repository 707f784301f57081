/**
 * The token that opens one appointment. It travels in the fragment of the appointment's link,
 * `/appointments/{id}#access=…`, which is not sent to any server, and stays in this browser
 * session only.
 */
export const ACCESS_PREFIX = 'appointmentAccess:'
const keyOf = (id: number) => `${ACCESS_PREFIX}${id}`
const givenToken = () => new URLSearchParams(location.hash.slice(1)).get('access')

/**
 * The whole link, at which anybody who has it finds the appointment and may cancel it; without a
 * token only the person whose it is, signed in.
 */
export function appointmentLink(publicUrl: string, id: number, token: string | null): string {
  const page = `${publicUrl}/appointments/${id}`
  return token === null ? page : `${page}#${new URLSearchParams({ access: token })}`
}

/** Whether the address in the browser is a link with a token. */
export const isTokenGiven = (): boolean => Boolean(givenToken())

/** The token of the address, which it leaves at once, else the one this session knows. */
export function takeAccessToken(id: number): string | null {
  const given = givenToken()
  if (!given) return keptAccessToken(id)
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  keepAccessToken(id, given)
  return given
}

/** Where the browser keeps nothing, the token lasts as long as the page. */
export function keepAccessToken(id: number, token: string): void {
  try {
    sessionStorage.setItem(keyOf(id), token)
  } catch {
    // The page that was given it still has it.
  }
}

export function keptAccessToken(id: number): string | null {
  try {
    return sessionStorage.getItem(keyOf(id))
  } catch {
    return null
  }
}
