import { connect } from '#server/database/connection.ts'
import { sessionCookie } from '#server/identity/cookies.ts'
import { startSession } from '#server/identity/sessions.ts'
import { readSettings } from '#server/settings.ts'

/** What the browser of a superuser sends to a server with this database. */
export async function superuserHeaders(databaseUrl: string): Promise<Record<string, string>> {
  const db = connect(databaseUrl, { poolSize: 1, onError: () => undefined })
  const settings = readSettings({})
  const person = await db
    .selectFrom('person')
    .select('id')
    .where('is_superuser', '=', true)
    .executeTakeFirstOrThrow()
  const account = await db
    .insertInto('account')
    .values({ issuer: 'https://bench.example', subject: 'superuser', person_id: person.id })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet({ person_id: person.id }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await startSession(db, settings, {
    accountId: account.id,
    authenticatedAt: new Date(),
    idToken: '',
    browser: 'Benchmark',
    source: '127.0.0.1',
  })
  await db.destroy()
  const [cookie = ''] = sessionCookie(settings, token).split(';')
  return { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
}
