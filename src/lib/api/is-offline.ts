/** The browser knows that it has no network. One that says otherwise may be wrong. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false
