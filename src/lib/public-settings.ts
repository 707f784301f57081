/** What the browser and the pages may know of the configuration. */
export type PublicSettings = {
  productName: string
  /** IANA name; every date and time shown is in this zone. */
  timeZone: string
  /** Absolute, without a trailing slash. */
  publicUrl: string
  /** Where the API is: a path on this site or an absolute address, without a trailing slash. */
  apiBase: string
  /** Where live channels are opened: a path on this site or an absolute address, without a trailing slash. */
  webSocketBase: string
  environment: string
  /** Where people sign in: the OIDC issuer, and how the browser presents itself there. */
  identity: { authority: string; clientId: string; scope: string }
  /** How many of the next appointments the dashboard shows. */
  dashboardUpcomingLimit: number
  /** Where browsers report errors; null where they report none. */
  errorReporting: {
    /** Address of the project that takes them, with its public key. */
    dsn: string
    /** Path or address that takes them in its place, and passes them on. */
    tunnel: string | null
    /** Key of the project by which sessions are recorded; null where none is. */
    replayKey: string | null
  } | null
  /** Made-up data. */
  demo: boolean
}
