import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { JWK } from 'oidc-provider'
import type { Database } from '#server/database/connection.ts'

type Secrets = {
  signingKeys: { keys: JWK[] }
  cookieKeys: string[]
}

export async function readProviderSecrets(db: Database): Promise<Secrets> {
  const [signing, cookies] = await Promise.all([
    secret(db, 'signing-keys', async () => ({ keys: [await newSigningKey()] })),
    secret(db, 'cookie-keys', async () => ({ keys: [randomBytes(32).toString('base64url')] })),
  ])
  return { signingKeys: signing, cookieKeys: cookies.keys }
}

async function secret<Value>(
  db: Database,
  name: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const readStored = () =>
    db
      .selectFrom('demo_provider_secret')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst()
  const known = await readStored()
  if (known) return known.value as Value
  const value = sql<never>`${JSON.stringify(await make())}::jsonb`
  await db
    .insertInto('demo_provider_secret')
    .values({ name, value })
    .onConflict((row) => row.column('name').doNothing())
    .execute()
  return (await readStored())?.value as Value
}

async function newSigningKey(): Promise<JWK> {
  // The one algorithm that every client of OpenID Connect must know.
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'RS256', use: 'sig' }
}
