export type OpenPopupResult = { kind: 'opened' } | { kind: 'blocked' }
export type LookAtPopupResult = { kind: 'open' } | { kind: 'closed' }

/** The popup is looked at this often until it closes. */
export const POPUP_POLL_MS = 500
