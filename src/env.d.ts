/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    settings: import('#lib/page/public-settings.ts').PublicSettings
    api: import('#lib/api/client.ts').ApiClient
    /** Each page asks for the sites once. */
    readBranches: () => Promise<readonly import('#lib/contract/catalogue.ts').PublicSite[]>
    viewer: import('#lib/contract/identity.ts').Viewer | null
    providerText: (code: string) => string | null
    route?: string
    fault?: unknown
    readViewer: () => Promise<import('#lib/contract/identity.ts').Viewer | null>
  }
}
