import { type CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { CONNECT_MS } from './database-client.ts'
import { PreparedClient } from './prepared-client.ts'
import type { DB } from './types.ts'

export type Database = Kysely<DB>
export type Executor = Database | Transaction<DB>

const asText = (value: string) => value
const asNumber = (value: string) => Number(value)

// Dates and times stay text, or the process's time zone would shift them.
const parsers: Record<number, (value: string) => unknown> = {
  [pg.types.builtins.DATE]: asText,
  [pg.types.builtins.TIME]: asText,
  [pg.types.builtins.INT8]: asNumber,
}

/** The pool replaces broken connections; the caller sees the one error. */
export function connect(
  url: string,
  options: { poolSize: number; onError: (error: Error) => void },
): Database {
  const pool = new pg.Pool({
    Client: PreparedClient,
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'carelane',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // Without a listener, a connection that the server closed would end the process.
  pool.on('error', options.onError)
  pool.on('connect', (client) => client.on('error', options.onError))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Executor, pg.Pool>()

/** Outside of transactions it bypasses Kysely, which takes ten promises for a connection. */
export async function sendCompiled<R>(
  executor: Executor,
  statement: CompiledQuery<R>,
): Promise<R[]> {
  const pool = pools.get(executor)
  if (!pool) return (await executor.executeQuery(statement)).rows
  const client = await pool.connect()
  try {
    const { rows } = await client.query(statement.sql, [...statement.parameters])
    return rows as R[]
  } finally {
    client.release()
  }
}
