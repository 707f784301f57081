import { hostCookie, hostCookieName, readHostCookie, type Where } from './host-cookie.ts'

const NAME = 'carelane-session'

export const sessionCookieName = (where: Where): string => hostCookieName(where, NAME)

export const sessionToken = (where: Where, cookies: string | undefined): string | undefined =>
  readHostCookie(where, cookies, NAME)

export const sessionCookie = (where: Where, token: string): string => hostCookie(where, NAME, token)

export const noSessionCookie = (where: Where): string => hostCookie(where, NAME, '', 0)
