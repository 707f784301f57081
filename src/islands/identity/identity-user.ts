import { DRAFT_PREFIX } from '#islands/booking/booking-draft.ts'
import { guestSession } from '#islands/booking/details/guest-session.ts'
import { forgetRecording } from '#islands/error-reporting/recorded-session.ts'
import { KEPT_PREFIX } from '#islands/forms/fill/stored-answer-owner.ts'
import { ACCESS_PREFIX } from '#islands/own-appointments/appointment/access-token.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { announce, listen } from './tab-channel.ts'

/** Begins the name of a stored identity-provider user, and of a sign-in that is under way. */
export const USER_PREFIX = 'carelane.identity.'
export const SIGN_IN_PREFIX = 'carelane.signIn.'

export type IdentityUser = {
  subject: string
  /** It is in seconds of Unix time; null where the provider did not say. */
  expiresAt: number | null
}

export function readIdentityUser(settings: PublicSettings): IdentityUser | null {
  return parseUser(identityUserText(settings))
}

export function identityUserText(settings: PublicSettings): string | null {
  const texts = storages().map((storage) => storage.getItem(toKey(settings)))
  return texts.find((text) => text !== null) ?? null
}

/**
 * Hears when another tab stores or removes an identity-provider user, and when anybody signs in or
 * out in any tab.
 * @returns what stops listening
 */
export function watchIdentityUser(
  settings: PublicSettings,
  changed: (user: IdentityUser | null) => void,
): () => void {
  const stored = ({ key, newValue }: StorageEvent) => {
    if (key === toKey(settings) || key === null) changed(parseUser(newValue))
  }
  addEventListener('storage', stored)
  const stopListening = listen(({ type }) =>
    changed(type === 'signed-out' ? null : readIdentityUser(settings)),
  )
  return () => {
    removeEventListener('storage', stored)
    stopListening()
  }
}

/** The second half is oidc-client-ts's. */
const toKey = ({ identity }: PublicSettings) =>
  `${USER_PREFIX}user:${identity.authority}:${identity.clientId}`

/** Removes it from both storages, whichever provider it is of. */
export function removeIdentityUser(): void {
  removeEverything(USER_PREFIX)
}

/**
 * Sign-ins under way, the identity-provider user, bookings that were started and the guest user are
 * gone when this returns, and every tab is told. Whatever reports errors and records sessions
 * forgets the person on hearing `signed-out`.
 */
export function signOutLocally(): void {
  removeEverything(SIGN_IN_PREFIX)
  removeIdentityUser()
  removeEverything(DRAFT_PREFIX)
  removeEverything(KEPT_PREFIX)
  removeEverything(ACCESS_PREFIX)
  guestSession().forget()
  forgetRecording()
  announce({ type: 'signed-out' })
}

function removeEverything(prefix: string) {
  for (const storage of storages()) {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(prefix)) storage.removeItem(key)
    }
  }
}

function storages(): Storage[] {
  return [() => localStorage, () => sessionStorage].flatMap((storage) => {
    try {
      return [storage()]
    } catch {
      return []
    }
  })
}

function parseUser(text: string | null): IdentityUser | null {
  try {
    const { profile, expires_at: expiresAt } = JSON.parse(text ?? 'null') ?? {}
    if (typeof profile?.sub !== 'string') return null
    return { subject: profile.sub, expiresAt: typeof expiresAt === 'number' ? expiresAt : null }
  } catch {
    return null
  }
}
