import { hostCookie, hostCookieName, readHostCookie, type Where } from './host-cookie.ts'

const NAME = 'carelane-session'

/** What its cookie is called here. */
export const sessionCookieName = (where: Where): string => hostCookieName(where, NAME)

/** The token of the session that a request names. */
export const sessionToken = (where: Where, cookies: string | undefined): string | undefined =>
  readHostCookie(where, cookies, NAME)

/** The header that gives a browser its session: gone when it closes, out of reach of scripts. */
export const sessionCookie = (where: Where, token: string): string => hostCookie(where, NAME, token)

/** The header that takes it away. */
export const noSessionCookie = (where: Where): string => hostCookie(where, NAME, '', 0)
