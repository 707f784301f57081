const ANYWHERE = 'https://own.invalid'

const PASSING = /^\/(api|idp|login|callback|logout-success|silent-renew|sign-in-required)(\/|$)/

/** Null for other sites and schemes, and for what a browser could read as one. */
export function ownPath(text: string | null): string | null {
  // Browsers take a backslash for a slash, and leave tabs and line ends out.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  if (!text?.startsWith('/') || /[\\\u0000-\u001f\u007f]/.test(text)) return null
  if (!URL.canParse(text, ANYWHERE)) return null
  const { origin, pathname, search, hash } = new URL(text, ANYWHERE)
  if (origin !== ANYWHERE) return null
  if (pathname.startsWith('//') || PASSING.test(pathname)) return null
  return pathname + search + hash
}
