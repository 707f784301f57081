import type { LookAtPopupResult, OpenPopupResult } from '#machines/identity/popup.ts'
import { openPopup } from './popup.ts'

export type SessionPopup = {
  /** It was opened by the click itself, or is null where the browser did not; used by `open`. */
  hand: (opened: Window | null) => void
  open: () => OpenPopupResult
  look: () => LookAtPopupResult
  raise: () => void
  close: () => void
}

export function sessionPopup(address: string): SessionPopup {
  let popup: Window | null = null
  let handed: Window | null | undefined
  return {
    hand(opened) {
      handed = opened
    },
    open() {
      try {
        popup = handed === undefined ? openPopup(address) : handed
      } catch {
        popup = null
      }
      handed = undefined
      return { kind: popup ? 'opened' : 'blocked' }
    },
    look: () => ({ kind: popup && !popup.closed ? 'open' : 'closed' }),
    raise: () => popup?.focus(),
    close() {
      popup?.close()
      popup = null
    },
  }
}
