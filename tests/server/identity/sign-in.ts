import { type Page, Visitor } from './visitor.ts'

type Options = {
  /** Where the sign-in begins; by default as the site's popup does. */
  start?: string
  /** Stops before it asks for such an address; by default the page that ends a sign-in. */
  until?: (url: URL) => boolean
  /** One who has been here before, instead of a new one. */
  visitor?: Visitor
}

/**
 * Signs somebody in through the pages of an identity provider: the demonstration's or one of
 * tests/identity-provider, which both offer each person at one press.
 * @param base address of the server, without a trailing slash.
 * @param person their username, such as `patient`.
 * @returns the visitor, whose cookies are those of somebody signed in, and where it ended.
 */
export async function signIn(
  base: string,
  person: string,
  {
    start = `${base}/api/private/login-callback/`,
    until = (url) => url.pathname === '/callback',
    visitor = new Visitor(),
  }: Options = {},
): Promise<{ visitor: Visitor; page: Page }> {
  const first = await visitor.open(start, until)
  const page = isSignInPage(first) ? await visitor.send(first, { person }, until) : first
  return { visitor, page }
}

export const isSignInPage = ({ text }: Page) => text.includes('name="person"')
