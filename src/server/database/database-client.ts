import pg from 'pg'
import { DatabaseWatch } from './database-watch.ts'
import { DatabaseSilent } from './failures.ts'
import { SESSION_OPTIONS } from './session-settings.ts'

declare module 'pg' {
  interface ClientBase {
    getStartupConf(): Record<string, string>
  }
}

export const CONNECT_MS = 5_000
/** A hanging server never confirms. */
const GOODBYE_MS = 1_000
const KEEP_ALIVE_MS = 10_000

/** PostgreSQL's code of a primary that became a standby. */
const READ_ONLY = '25006'

const watches = new Map<string, DatabaseWatch>()

/** Sends our session settings, and never waits for ever. */
export class DatabaseClient extends pg.Client {
  waitingSince: number | null = null
  readonly #watch: DatabaseWatch

  constructor(config: pg.ClientConfig = {}) {
    super({
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...config,
    })
    this.#watch = this.#sharedWatch(config)
    // It runs before pg's own listener, which may send a statement at once.
    this.connection.once('readyForQuery', this.#isAnswered)
    this.on('drain', this.#isAnswered)
    this.connection.once('end', () => this.#watch.remove(this))
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) void this.end()
    })
  }

  override getStartupConf(): Record<string, string> {
    const { user = '', database = '', application_name = '', options } = super.getStartupConf()
    // The last option wins, so an address cannot change ours.
    const all = [options, SESSION_OPTIONS].filter(Boolean).join(' ')
    return { user, database, application_name, options: all }
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): unknown {
    if (this.#watch.isSilent()) {
      if (!callback) return Promise.reject(new DatabaseSilent())
      // Deferred, because a pool with many waiting would recurse for each.
      return process.nextTick(callback, new DatabaseSilent())
    }
    this.#watch.add(this)
    this.#waits()
    return callback ? super.connect(callback) : super.connect()
  }

  override query(...args: unknown[]): never {
    this.#waits()
    return super.query(...(args as Parameters<pg.Client['query']>)) as never
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): unknown {
    const late = setTimeout(() => this.connection.stream.destroy(), GOODBYE_MS).unref()
    this.connection.once('end', () => clearTimeout(late))
    return callback ? super.end(callback) : super.end()
  }

  cutOff(): void {
    this.connection.stream.destroy(new DatabaseSilent())
  }

  #waits(): void {
    this.waitingSince ??= performance.now()
    this.#watch.look()
  }

  readonly #isAnswered = () => {
    this.waitingSince = null
  }

  /** Shared by connections of one process to one database. */
  #sharedWatch(config: pg.ClientConfig): DatabaseWatch {
    const { host, port, database, user } = this
    const address = JSON.stringify([host, port, database, user])
    const watch = watches.get(address) ?? new DatabaseWatch(() => new pg.Client(config))
    watches.set(address, watch)
    return watch
  }
}
