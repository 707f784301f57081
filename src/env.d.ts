/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    settings: import('#lib/page/public-settings.ts').PublicSettings
    /** The API, asked as the visitor whose page is made. */
    api: import('#lib/api/client.ts').ApiClient
    /** The sites that visitors see; each page asks once. */
    readBranches: () => Promise<readonly import('#lib/contract/sites.ts').PublicSite[]>
    /** Who is signed in; the middleware has read it. */
    viewer: import('#lib/contract/identity.ts').Viewer | null
    /** What the identity provider said a moment ago of an error that ended a sign-in. */
    providerText: (code: string) => string | null
    /** For the log: the pattern of what was asked for, and what its making failed of. */
    route?: string
    fault?: unknown
    readViewer: () => Promise<import('#lib/contract/identity.ts').Viewer | null>
  }
}
