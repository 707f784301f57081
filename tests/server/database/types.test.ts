import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { SESSION_OPTIONS } from '#server/database/session-settings.ts'
import { createTestDatabase } from '../test-database.ts'

const database = await createTestDatabase(1)
afterAll(() => database.drop())

test('the generated types are those of the migrated schema', async () => {
  const verified = promisify(execFile)(
    'node_modules/.bin/kysely-codegen',
    ['--verify', '--url', database.url],
    { env: { ...process.env, PGOPTIONS: SESSION_OPTIONS } },
  )
  await expect(verified).resolves.toBeDefined()
})
