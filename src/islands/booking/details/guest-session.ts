import type { Booker, KnownGuest } from '#machines/booking/guest-booking.machine.ts'

/** They are stored for this session only. */
const STORED_AS = 'guestUser'

export type GuestSession = {
  read: () => KnownGuest | null
  keep: (guest: KnownGuest) => void
  forget: () => void
}

export function guestSession(): GuestSession {
  /** A browser that stores nothing knows the guest as long as the page is open. */
  let unkept: KnownGuest | null = null
  return {
    read() {
      try {
        const guest: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null')
        return isKnownGuest(guest) ? guest : unkept
      } catch {
        return unkept
      }
    },
    keep(guest) {
      unkept = guest
      try {
        sessionStorage.setItem(STORED_AS, JSON.stringify(guest))
      } catch {}
    },
    forget() {
      unkept = null
      try {
        sessionStorage.removeItem(STORED_AS)
      } catch {}
    },
  }
}

export function isKnownGuest(guest: unknown): guest is KnownGuest {
  return isBooker(guest) && guest.guest_access_token !== null
}

export function isBooker(booker: unknown): booker is Booker {
  const { id, guest_access_token: token, first_name: name } = (booker ?? {}) as Partial<Booker>
  const hasToken = token === null || typeof token === 'string'
  return typeof id === 'number' && hasToken && typeof name === 'string'
}
