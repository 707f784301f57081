export type OpenPopupResult = { kind: 'opened' } | { kind: 'blocked' }
export type LookAtPopupResult = { kind: 'open' } | { kind: 'closed' }

export const POPUP_POLL_MS = 500
