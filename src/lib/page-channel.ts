/** The diagnostics channel on which the built pages tell the server that one of them failed. */
export const PAGE_CHANNEL = 'carelane.pages'
