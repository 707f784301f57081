import type { FullConfig } from '@playwright/test'
import { startDatabase, startServer } from './server-under-test.ts'

/** One server with one database for every journey; the journeys reach both. */
export default async function setup(config: FullConfig) {
  const address = new URL(config.projects[0]?.use.baseURL ?? '')
  const database = await startDatabase()
  try {
    const server = await startServer({
      port: Number(address.port),
      databaseUrl: database.runtimeUrl,
      // Journeys receive webhooks on this machine.
      environment: { DATABASE_OWNER_URL: database.url, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: '1' },
    })
    process.env['E2E_DATABASE_URL'] = database.url
    return async () => {
      await server.stop()
      await database.remove()
    }
  } catch (error) {
    await database.remove()
    throw error
  }
}
