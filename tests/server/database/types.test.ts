import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

test('the generated types are those of the migrated schema', async () => {
  const verified = promisify(execFile)('node_modules/.bin/kysely-codegen', [
    '--verify',
    '--url',
    inject('templateUrl'),
  ])
  await expect(verified).resolves.toBeDefined()
})
