import pg from 'pg'
import { DatabaseClient } from './database-client.ts'
import { isPlanOutdated } from './failures.ts'

/** Prepared statements of one connection. Visitors can think up more shapes than memory should hold. */
const MOST_STATEMENTS = 200
/** A plan that is kept takes every list for one of ten: of thousands it looks each up, for each row. */
const LONGEST_LIST = 500

/** Raised when a table has changed: every connection then prepares all its statements again. */
let generation = 0

/** What pg keeps of prepared statements: it must forget those that the server has closed. */
type Wire = {
  parsedStatements: Record<string, unknown>
  close: (what: { type: 'S'; name: string }) => void
}

/**
 * A client that prepares each statement with parameters once per connection, so that PostgreSQL
 * plans it once: planning the calendar costs more than reading it (docs/decisions/0009). The statement
 * that has not been used for longest makes room for a new one.
 */
export class PreparedClient extends DatabaseClient {
  /** Names by text, the longest unused first. */
  readonly #names = new Map<string, string>()
  #namesGiven = 0
  #generation = generation

  override query(...args: unknown[]): never {
    return this.prepared(...args) as never
  }

  private prepared(...args: unknown[]): unknown {
    const plainly = (...given: unknown[]) => super.query(...given) as unknown
    const [text, values] = args
    // Whoever hands over a callback or a query object has reasons of their own.
    const isCounted = args.length === 2 && typeof text === 'string' && Array.isArray(values)
    if (!isCounted || (values.length === 0 && !isRead(text))) return plainly(...args)
    const name = values.some(isLongList) ? undefined : this.#nameOf(text)
    if (!name) return plainly(text, values)
    const prepared = generation
    return (plainly({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      // Another instance has changed a table since: this connection's plan of it is of no use.
      if (!isPlanOutdated(error)) throw error
      if (prepared === generation) generation += 1
      return (plainly(text, values) as Promise<unknown>).catch((again: unknown) => {
        // Within a transaction the first error has ended it: `retried` runs it from the start.
        throw isTransactionOver(again) ? error : again
      })
    })
  }

  /** A statement's name; none while there is no room and another statement may need those there are. */
  #nameOf(text: string): string | undefined {
    const isIdle = this.waitingSince === null
    if (this.#generation !== generation) {
      if (!isIdle) return undefined
      for (const known of [...this.#names.keys()]) this.#close(known)
      this.#generation = generation
    }
    const known = this.#names.get(text)
    if (!known && this.#names.size >= MOST_STATEMENTS) {
      const [oldest] = this.#names.keys()
      if (!isIdle || oldest === undefined) return undefined
      this.#close(oldest)
    }
    const name = known ?? `s${++this.#namesGiven}`
    this.#names.delete(text)
    this.#names.set(text, name)
    return name
  }

  /** Frees a statement here and on the server, which reads this before the statement that follows. */
  #close(text: string): void {
    const name = this.#names.get(text) ?? ''
    const wire = this.connection as unknown as Wire
    wire.close({ type: 'S', name })
    delete wire.parsedStatements[name]
    this.#names.delete(text)
  }
}

const isLongList = (value: unknown) => Array.isArray(value) && value.length > LONGEST_LIST

/** What changes the session or the schema is sent as it is. */
const isRead = (text: string) => text.startsWith('select ')

const isTransactionOver = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '25P02'
