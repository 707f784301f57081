import pg from 'pg'
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

const TICK_MS = 250
/** A connection that waits so long starts a probe. */
const SLOW_MS = 1_000
/** Counts ticks rather than time, because a busy process gets few ticks. */
const PROBE_TICKS = 10
const PAUSE_MS = 2_000
const PAUSE_WHILE_SILENT_MS = 500

type Watched = {
  readonly waitingSince: number | null
  cutOff: () => void
}

/**
 * Tells a slow database from a silent one (docs/decisions/0044). When a statement takes long, the
 * watch opens a connection; without an answer it breaks all others and refuses new ones until a
 * probe succeeds.
 */
class DatabaseWatch {
  readonly #clients = new Set<Watched>()
  readonly #createProbe: () => pg.Client
  #isSilent = false
  #probe: { client: pg.Client; ticks: number } | undefined
  #notBefore = 0
  #timer: NodeJS.Timeout | undefined

  constructor(createProbe: () => pg.Client) {
    this.#createProbe = createProbe
  }

  add(client: Watched): void {
    this.#clients.add(client)
  }

  remove(client: Watched): void {
    this.#clients.delete(client)
  }

  look(): void {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref()
  }

  /** Probes again with each call, to notice when it is back. */
  isSilent(): boolean {
    if (this.#isSilent) this.#startProbe()
    return this.#isSilent
  }

  #tick(): void {
    if (this.#probe) {
      this.#probe.ticks += 1
      if (this.#probe.ticks >= PROBE_TICKS) this.#probe.client.connection.stream.destroy()
      return
    }
    const waiting = [...this.#clients].flatMap(({ waitingSince }) => waitingSince ?? [])
    if (waiting.length === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    } else if (Math.min(...waiting) < performance.now() - SLOW_MS) this.#startProbe()
  }

  #startProbe(): void {
    if (this.#probe || performance.now() < this.#notBefore) return
    const client = this.#createProbe()
    this.#probe = { client, ticks: 0 }
    this.look()
    client.on('error', () => undefined)
    client.connect().then(
      () => this.#endProbe(true),
      (error: unknown) => this.#endProbe(error instanceof pg.DatabaseError),
    )
  }

  #endProbe(isAnswered: boolean): void {
    this.#probe?.client.connection.stream.destroy()
    this.#probe = undefined
    this.#isSilent = !isAnswered
    this.#notBefore = performance.now() + (isAnswered ? PAUSE_MS : PAUSE_WHILE_SILENT_MS)
    if (!isAnswered) for (const client of [...this.#clients]) client.cutOff()
  }
}
