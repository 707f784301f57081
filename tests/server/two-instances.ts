import { connectAgain, createTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export type TwoInstances = {
  database: TestDatabase
  one: TestServer
  other: TestServer
  stop: () => Promise<void>
}

/** Two instances on one database, each with connections of its own. */
export async function startTwoInstances(
  [poolSize, otherPoolSize]: [number, number],
  options: { pingMs?: number } = {},
): Promise<TwoInstances> {
  const database = await createTestDatabase(poolSize)
  const ownPool = connectAgain(database, otherPoolSize)
  const one = await startTestServer({ database, ...options })
  const other = await startTestServer({ database: ownPool, ...options })
  return {
    database,
    one,
    other,
    stop: async () => {
      await one.stop()
      await other.stop()
      await ownPool.drop()
      await database.drop()
    },
  }
}
