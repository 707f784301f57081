import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { type ApiClient, createApiClient } from '#lib/api/client.ts'
import { connect, type Database } from '#server/database/connection.ts'
import { isFull } from '../tests/amount.ts'
import { openService, type Service } from './clinic.ts'
import { type SiteWithIssuer, startSiteWithIssuer } from './identity/site-with-issuer.ts'
import { recordWalks } from './record-walks.ts'

type JourneyFixtures = {
  /** The API of the server under test, for what other people do in between. */
  api: ApiClient
  /** A service of this journey's own: nobody else books it. */
  service: Service
  /** Opens a browser that knows nothing of the others. */
  newVisitor: () => Promise<Page>
  faults: string[]
}
type SharedFixtures = {
  database: Database
  /** Each worker has one; the issuer's faults are a journey's to set and unset. */
  site: SiteWithIssuer
}

/**
 * What every journey begins with: one that began with more or with less would wait for workers, and
 * with them browsers, of its own.
 */
export const test = base.extend<JourneyFixtures, SharedFixtures>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here
    async ({}, use) => {
      const database = connect(process.env['E2E_DATABASE_URL'] ?? '', {
        poolSize: 2,
        onError: () => undefined,
      })
      await use(database)
      await database.destroy()
    },
    { scope: 'worker' },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const site = await startSiteWithIssuer()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  api: async ({ baseURL }, use) => use(createApiClient(`${baseURL}/api`)),
  service: async ({ database }, use) => use(await openService(database)),
  faults: [
    async ({ context }, use, testInfo) => {
      const faults: string[] = []
      watch(context, faults)
      await recordWalks(context, testInfo)
      await use(faults)
      expect(faults, 'no script fails and nothing is blocked').toEqual([])
    },
    { auto: true },
  ],
  newVisitor: async ({ browser, contextOptions, baseURL, faults }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) })
      contexts.push(context)
      watch(context, faults)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

export const { expect } = test

/** Of a journey that shows more of what others show. */
export const more = isFull ? test : test.skip

/** What the network refuses is part of many journeys; a script that fails is part of none. */
function watch(context: BrowserContext, faults: string[]) {
  context.on('weberror', (fault) => faults.push(fault.error().message))
  context.on('console', (message) => {
    const isNetwork = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isNetwork) faults.push(message.text())
  })
}
