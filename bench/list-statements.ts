import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { administrationRoutes } from '#server/admin/routes.ts'
import { DatabaseClient } from '#server/database/database-client.ts'
import type { DB } from '#server/database/types.ts'
import { sessionToken } from '#server/identity/session-cookie.ts'
import { readSession } from '#server/identity/sessions.ts'
import { userRoutes } from '#server/people/user-routes.ts'
import { reportingRoutes } from '#server/reporting/routes.ts'
import { readSettings } from '#server/settings.ts'
import { atPartEnd } from './part-end.ts'
import { type Running, runServer } from './processes.ts'

/** A statement as the API sends it. */
export type Statement = { sql: string; parameters: readonly unknown[] }

const handlers = {
  ...reportingRoutes,
  ...userRoutes,
  ...administrationRoutes,
} as unknown as Record<string, (request: { query: object }, call: object) => Promise<unknown>>

/**
 * The statements that the API reads the first page of a list with: the session, the count, and last
 * the page itself. Those of the audit trail are left out.
 * @param path such as `users`, and what is searched for.
 */
export async function listStatements(
  databaseUrl: string,
  path: string,
  { search, cookies }: { search?: string | undefined; cookies: string },
): Promise<Statement[]> {
  const sent: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: new pg.Pool({ Client: DatabaseClient, connectionString: databaseUrl, max: 2 }),
    }),
    log: ({ query }) => void sent.push(query),
  })
  const settings = readSettings({})
  const viewer = await readSession(db, settings, sessionToken(settings, cookies))
  await handlers[`GET admin/${path}/`]?.(
    { query: { page: 1, page_size: 50, search } },
    { ...call, viewer, services: { db, settings, now: Date.now } },
  )
  await db.destroy()
  return sent.filter(({ sql }) => /^\s*(select|with)\b/.test(sql) && !/^\s*select exists/.test(sql))
}

/**
 * The bare handlers of lists, by name, until the part ends: each sends its statements and answers with
 * the last one's rows.
 */
export async function runBareLists(
  databaseUrl: string,
  lists: Readonly<Record<string, readonly Statement[]>>,
): Promise<Pick<Running, 'url'>> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-bench-lists-'))
  const file = join(folder, 'lists.json')
  await writeFile(file, JSON.stringify(lists))
  const environment = { DATABASE_URL: databaseUrl, LISTS_FILE: file }
  const running = await runServer(
    process.execPath,
    ['bench/bare-list.process.ts'],
    environment,
    '/',
  )
  atPartEnd(running.stop)
  await rm(folder, { recursive: true })
  return running
}

const call = {
  requestId: 'bench',
  source: '127.0.0.1',
  apiUrl: 'http://localhost/api',
  headers: {},
}
