import { afterAll, expect, test } from 'vitest'
import { permissions } from '#lib/contract/permissions.ts'
import { createTestDatabase } from '../test-database.ts'

const database = await createTestDatabase(2)
afterAll(() => database.drop())

test('the database holds the catalogue, no permission more or less', async () => {
  const rows = await database.db.selectFrom('permission').select('name').execute()
  expect(rows.map(({ name }) => name).toSorted()).toEqual(permissions.toSorted())
})
