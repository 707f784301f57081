/** A browser that believes it is online may be wrong. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false
