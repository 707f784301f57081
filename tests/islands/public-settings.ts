import type { PublicSettings } from '#lib/page/public-settings.ts'

/** What the server tells the browser, in tests. */
export const settings: PublicSettings = {
  productName: 'Carelane',
  brandColour: '#0b6b58',
  timeZone: 'Europe/London',
  publicUrl: 'https://clinic.example',
  apiBase: '/api',
  webSocketBase: '/ws',
  environment: 'test',
  identity: {
    authority: 'https://clinic.example/idp',
    clientId: 'carelane',
    scope: 'openid profile email',
  },
  dashboardUpcomingLimit: 10,
  retention: { guests: null, savedForms: null },
  errorReporting: null,
  sendsEmail: false,
  sendsTexts: false,
  textCountries: ['+44'],
  demo: false,
}
