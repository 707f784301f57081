import pg from 'pg'
import { DatabaseClient } from '#server/database/database-client.ts'

const endings: (() => Promise<unknown>)[] = []

/** Has work done when the part that is being measured ends, however it does. */
export function atPartEnd(work: () => Promise<unknown>): void {
  endings.push(work)
}

/** Does it, last first. */
export async function endPart(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}

/** Connections to compare with: bare pg, closed when the part ends. */
export function barePool(databaseUrl: string, max: number): pg.Pool {
  const pool = new pg.Pool({ Client: DatabaseClient, connectionString: databaseUrl, max })
  // A statement that fails rejects by itself. An idle connection that breaks must not end the bench.
  pool.on('error', () => undefined)
  atPartEnd(() => pool.end())
  return pool
}
