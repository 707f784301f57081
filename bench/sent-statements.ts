import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { handlers } from '#server/app.ts'
import { DatabaseClient } from '#server/database/database-client.ts'
import type { DB } from '#server/database/types.ts'
import { sessionToken } from '#server/identity/cookies.ts'
import { readSession } from '#server/identity/sessions.ts'
import { readSettings } from '#server/settings.ts'

/** A statement as the API sends it. */
export type Statement = { sql: string; parameters: readonly unknown[] }

const answers = handlers as unknown as Record<
  string,
  (request: object, call: object) => Promise<unknown>
>

/**
 * What a call sends to the database, from the session to the end of its transaction, when the same
 * was read a moment ago.
 * @param operation such as `GET admin/users/`.
 */
export async function sentStatements(
  databaseUrl: string,
  operation: string,
  { cookies, ...request }: { params?: object; query?: object; cookies: string },
): Promise<Statement[]> {
  const sent: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: new pg.Pool({
        Client: DatabaseClient,
        connectionString: databaseUrl,
        max: 2,
        types: numbersAndText,
      }),
    }),
    log: ({ query }) => void sent.push(query),
  })
  const settings = readSettings({})
  const answer = answers[operation]
  if (!answer) throw new Error(`${operation} is not measured`)
  for (let time = 0; time < 2; time += 1) {
    sent.splice(0)
    const viewer = await readSession(db, settings, sessionToken(settings, cookies))
    await answer(request, { ...call, viewer, services: { db, settings, now: Date.now } })
  }
  await db.destroy()
  return sent
}

/** As the product has them. */
const numbersAndText = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number
    return oid === pg.types.builtins.DATE ? String : pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

const call = {
  requestId: 'bench',
  source: '127.0.0.1',
  apiUrl: 'http://localhost/api',
  headers: {},
}
