/** With a token it opens for anybody who has it; without one, for its person, signed in. */
export function appointmentLink(publicUrl: string, id: number, token: string | null): string {
  const page = `${publicUrl}/appointments/${id}`
  return token === null ? page : page + accessFragment(token)
}

/** A fragment, because browsers send it to no server. A token is base64url. */
export const accessFragment = (token: string) => `#access=${token}`

export const bookLink = (publicUrl: string, slug: string | null = null) =>
  slug === null ? `${publicUrl}/services` : `${publicUrl}/services/${slug}/availability`
