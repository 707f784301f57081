import { createHash } from 'node:crypto'
import pg from 'pg'
import { DatabaseClient } from './database-client.ts'
import { isPlanOutdated } from './failures.ts'

/** Statements made up as they go (long inserts) must not fill a connection's memory. */
const MOST_STATEMENTS = 400
/** A plan that is kept takes every list for one of ten: of thousands it looks each up, for each row. */
const LONGEST_LIST = 500

const names = new Map<string, string>()
/** Part of every name: another one, and all statements are planned anew. */
let generation = 0

/**
 * A client that prepares each statement with parameters once per connection, so that PostgreSQL
 * plans it once: planning the calendar costs more than reading it (docs/decisions/0009).
 */
export class PreparedClient extends DatabaseClient {
  override query(...args: unknown[]): never {
    return this.prepared(...args) as never
  }

  private prepared(...args: unknown[]): unknown {
    const plainly = (...given: unknown[]) => super.query(...given) as unknown
    const [text, values] = args
    // Whoever hands over a callback or a query object has reasons of their own.
    const isCounted = args.length === 2 && typeof text === 'string' && Array.isArray(values)
    if (!isCounted || (values.length === 0 && !isRead(text))) return plainly(...args)
    const name = values.some(isLongList) ? undefined : nameOf(text)
    if (!name) return plainly(text, values)
    return (plainly({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      // Another instance has changed a table since: this connection's plan of it is of no use.
      if (!isPlanOutdated(error)) throw error
      forget(text, name)
      return (plainly(text, values) as Promise<unknown>).catch((again: unknown) => {
        // Within a transaction the first error has ended it: `retried` runs it from the start.
        throw isTransactionOver(again) ? error : again
      })
    })
  }
}

const isLongList = (value: unknown) => Array.isArray(value) && value.length > LONGEST_LIST

/** What changes the session or the schema is sent as it is. */
const isRead = (text: string) => text.startsWith('select ')

/** Gives every statement a new name, once for all the connections that find the old one outdated. */
function forget(text: string, name: string) {
  if (names.get(text) !== name) return
  names.clear()
  generation += 1
}

const isTransactionOver = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '25P02'

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST_STATEMENTS) return known
  const name = createHash('sha256').update(`${generation} ${text}`).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}
