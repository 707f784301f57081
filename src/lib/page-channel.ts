/** The diagnostics channel on which built pages report failures to the server. */
export const PAGE_CHANNEL = 'carelane.pages'
