import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { SESSION_OPTIONS } from '#server/database/session-settings.ts'
import { decidesText, schemaText, typesText } from '../../../scripts/schema-text.ts'
import { createTestDatabase } from '../test-database.ts'

const database = await createTestDatabase(1)
afterAll(() => database.drop())

test('the generated types are those of the migrated schema', async () => {
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/kysely-codegen',
    ['--print', '--url', database.url],
    { env: { ...process.env, PGOPTIONS: SESSION_OPTIONS } },
  )
  const generated = await readFile('src/server/database/types.ts', 'utf8')
  expect(generated.trim()).toBe(typesText(stdout).trim())
})

test('the generated documents are of the migrated schema: npm run database-types writes them', async () => {
  expect(await readFile('docs/schema.sql', 'utf8')).toBe(await schemaText(database.db))
  expect(await readFile('docs/what-the-database-decides.md', 'utf8')).toBe(await decidesText())
})
