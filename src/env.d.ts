/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    settings: import('#lib/page/public-settings.ts').PublicSettings
    api: import('#lib/api/client.ts').ApiClient
    /** Each page asks for the sites once. */
    readBranches: () => Promise<readonly import('#lib/contract/sites.ts').PublicSite[]>
    viewer: import('#lib/contract/identity.ts').Viewer | null
    /** What the identity provider said a moment ago of an error that ended a sign-in. */
    providerText: (code: string) => string | null
    /** The log gets the pattern of what was asked for, and what its making failed of. */
    route?: string
    fault?: unknown
    readViewer: () => Promise<import('#lib/contract/identity.ts').Viewer | null>
  }
}
