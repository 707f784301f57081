import pg from 'pg'
import { DatabaseClient } from './database-client.ts'
import { isPlanOutdated } from './failures.ts'

/** It is counted per connection, because visitors can cause more shapes than memory holds. */
const MOST_STATEMENTS = 200
/** A generic plan expects lists of about ten, and is slow for thousands. */
const LONGEST_LIST = 500

/** Raised when a table changes, so that every connection prepares again. */
let generation = 0

/** pg must forget the prepared statements that the server closed. */
type Wire = {
  parsedStatements: Record<string, unknown>
  close: (what: { type: 'S'; name: string }) => void
}

/**
 * Prepares each statement with parameters once per connection, because planning the calendar costs
 * more than reading it (docs/decisions/0009). The least recently used statement makes room.
 */
export class PreparedClient extends DatabaseClient {
  readonly #names = new Map<string, string>()
  #namesGiven = 0
  #generation = generation

  override query(...args: unknown[]): never {
    return this.prepared(...args) as never
  }

  private prepared(...args: unknown[]): unknown {
    const plainly = (...given: unknown[]) => super.query(...given) as unknown
    const [text, values] = args
    const isCounted = args.length === 2 && typeof text === 'string' && Array.isArray(values)
    if (!isCounted || (values.length === 0 && !isRead(text))) return plainly(...args)
    const name = values.some(isLongList) ? undefined : this.#nameOf(text)
    if (!name) return plainly(text, values)
    const prepared = generation
    return (plainly({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
      // Another instance changed a table, so this connection's plan is outdated.
      if (!isPlanOutdated(error)) throw error
      if (prepared === generation) generation += 1
      return (plainly(text, values) as Promise<unknown>).catch((again: unknown) => {
        // An error ends a transaction, so `retried` runs it from the start.
        throw isTransactionOver(again) ? error : again
      })
    })
  }

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

  /** The server reads this before the next statement. */
  #close(text: string): void {
    const name = this.#names.get(text) ?? ''
    const wire = this.connection as unknown as Wire
    wire.close({ type: 'S', name })
    delete wire.parsedStatements[name]
    this.#names.delete(text)
  }
}

const isLongList = (value: unknown) => Array.isArray(value) && value.length > LONGEST_LIST

const isRead = (text: string) => text.startsWith('select ')

const isTransactionOver = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '25P02'
