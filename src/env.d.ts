/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    settings: import('#lib/page/public-settings.ts').PublicSettings
    api: import('#lib/api/client.ts').ApiClient
    /** Each page asks for the sites once. */
    readBranches: () => Promise<readonly import('#lib/contract/catalogue.ts').PublicSite[]>
    /** Each page asks once for each query. Null where they could not be read: pages do without. */
    readNextTimes: (
      query: import('#lib/catalogue/service-query.ts').ServiceQuery & {
        types?: string
        count?: number
      },
    ) => Promise<import('#lib/contract/booking.ts').NextTimes | null>
    viewer: import('#lib/contract/identity.ts').Viewer | null
    providerText: (code: string) => string | null
    route?: string
    fault?: unknown
    readViewer: () => Promise<import('#lib/contract/identity.ts').Viewer | null>
  }
}
