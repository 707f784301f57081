export type PublicSettings = {
  productName: string
  timeZone: string
  /** Without a trailing slash. */
  publicUrl: string
  /** A path on this site or an absolute address, without a trailing slash. */
  apiBase: string
  webSocketBase: string
  environment: string
  identity: { authority: string; clientId: string; scope: string }
  dashboardUpcomingLimit: number
  /** Days after which these are removed; null keeps them. The privacy policy says so. */
  retention: { guests: number | null; savedForms: number | null }
  errorReporting: {
    /** The address of the project, with its public key. */
    dsn: string
    /** A path or address that passes reports on. */
    tunnel: string | null
    /** Null where no sessions are recorded. */
    replayKey: string | null
  } | null
  /** Patients with an email address get a confirmation. */
  sendsEmail: boolean
  /** Those with a mobile number can be told by text message. */
  sendsTexts: boolean
  /** The calling codes that texts go to. */
  textCountries: string[]
  demo: boolean
}
