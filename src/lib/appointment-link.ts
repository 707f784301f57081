/**
 * With a token, anybody who has the link may move or cancel the appointment; without one, only its
 * person, signed in.
 */
export function appointmentLink(publicUrl: string, id: number, token: string | null): string {
  const page = `${publicUrl}/appointments/${id}`
  return token === null ? page : page + accessFragment(token)
}

/** A fragment, because browsers send it to no server. A token is base64url. */
export const accessFragment = (token: string) => `#access=${token}`
