import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '#server/database/connection.ts'
import { migrateJobQueue } from '#server/database/job-schema.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPrivatePostgres } from '#server/database/private-postgres.ts'
import { briefFolder } from './brief-folder.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export type OwnPostgres = {
  server: TestServer
  url: string
  dataDir: string
  /** Process id of its PostgreSQL. */
  postmaster: () => number
  stopPostgres: () => Promise<void>
  /** At the same port as before. */
  startPostgres: () => Promise<void>
  /** Ends both and removes the files. */
  stop: () => Promise<void>
}

/** A server on a PostgreSQL of its own, which may be stopped and started while the server runs. */
export async function startOnOwnPostgres(name: string): Promise<OwnPostgres> {
  const dataDir = briefFolder(name)
  let postgres = await startPrivatePostgres({ dataDir, log: () => undefined })
  const { url } = postgres
  const db = connect(url, { poolSize: 8, onError: () => undefined })
  await migrate(db)
  await migrateJobQueue(db)
  const server = await startTestServer({ database: { url, db, drop: () => db.destroy() } })
  return {
    server,
    url,
    dataDir,
    postmaster: () =>
      Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    stopPostgres: () => postgres.stop(),
    startPostgres: async () => {
      const port = Number(new URL(url).port)
      postgres = await startPrivatePostgres({ dataDir, port, log: () => undefined })
    },
    stop: async () => {
      await server.stop()
      await db.destroy()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
