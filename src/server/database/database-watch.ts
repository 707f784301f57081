import pg from 'pg'

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
export class DatabaseWatch {
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
