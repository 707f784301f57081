/**
 * The whole link, at which anybody who has it finds the appointment and may move or cancel it; without a
 * token only the person whose it is, signed in.
 */
export function appointmentLink(publicUrl: string, id: number, token: string | null): string {
  const page = `${publicUrl}/appointments/${id}`
  return token === null ? page : page + accessFragment(token)
}

/** The part of the link that opens it: browsers send it to no server. A token is base64url. */
export const accessFragment = (token: string) => `#access=${token}`
