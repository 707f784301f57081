export type PublicSettings = {
  productName: string
  /** `#rrggbb`; every other colour of the brand is derived from it (src/styles/tokens.css). */
  brandColour: string
  timeZone: string
  publicUrl: string
  apiBase: string
  webSocketBase: string
  environment: string
  identity: { authority: string; clientId: string; scope: string }
  dashboardUpcomingLimit: number
  retention: { guests: number | null; savedForms: number | null }
  errorReporting: {
    dsn: string
    tunnel: string | null
    replayKey: string | null
  } | null
  sendsEmail: boolean
  sendsTexts: boolean
  textCountries: string[]
  demo: boolean
}
