import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { ScheduleChanged } from '#lib/contract/schedule.ts'

const CHANNEL = 'schedule_changed'
/** How long what changed is gathered before the instances are told. */
const GATHER_MS = 100
/** A notification carries at most 8,000 bytes: of more than this, the list stays empty. */
const MOST_DATES = 100
const MOST_IDS = 250
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000
/** A connection that says nothing may be gone: it is asked this often. */
const CHECK_MS = 20_000
const ANSWER_MS = 10_000

type Announcement = { dates: string[]; staffIds: number[]; roomIds: number[] }

export type ScheduleFeed = {
  /** Notes what changed; all instances hear of it soon. Costs the caller nothing and never fails. */
  announce: (changed: Announcement) => void
  /** Hears what any instance announced. @returns a function that stops it. */
  subscribe: (listener: (changed: ScheduleChanged) => void) => () => void
  close: () => Promise<void>
}

/** What is told when notifications may have been missed: empty lists name nobody, and so leave nobody out. */
const ANYTHING: ScheduleChanged = {
  type: 'schedule.changed',
  dates: [],
  staff_ids: [],
  room_ids: [],
}

/**
 * What changed in the schedule, told between instances by NOTIFY over a connection of its own
 * (docs/decisions/0015). It connects when there is something to say or somebody to hear it, and
 * again whenever it breaks: a message may be lost meanwhile, and everybody is told to look.
 */
export function createScheduleFeed(databaseUrl: string, log: Logger): ScheduleFeed {
  const listeners = new Set<(changed: ScheduleChanged) => void>()
  let pending = gathered()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let client: pg.Client | undefined
  const closing = new AbortController()

  const tell = (changed: ScheduleChanged) => {
    for (const listener of listeners) listener(changed)
  }

  const flush = async () => {
    timer = undefined
    // Without a connection it waits for one, and goes on gathering.
    if (!client || pending.isEmpty()) return
    const message = pending.message()
    const unsent = pending
    pending = gathered()
    try {
      await client.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)])
    } catch {
      // The connection broke: what was to be said is said over the next one.
      pending.addAll(unsent)
    }
  }

  const keepConnected = async () => {
    let delay = FIRST_WAIT_MS
    while (!closing.signal.aborted) {
      try {
        await listenUntilBroken(databaseUrl, closing.signal, {
          onReady: (connected) => {
            client = connected
            delay = FIRST_WAIT_MS
            tell(ANYTHING)
            void flush()
          },
          onMessage: (payload) => {
            const parsed = ScheduleChanged.safeParse(JSON.parse(payload))
            tell(parsed.success ? parsed.data : ANYTHING)
          },
        })
      } catch (error) {
        log.warn({ err: error }, 'what changes in the schedule is not heard; trying again')
      }
      client = undefined
      await wait(delay, undefined, { signal: closing.signal }).catch(() => undefined)
      delay = Math.min(delay * 2, LONGEST_WAIT_MS)
    }
  }
  const connect = () => {
    if (!closing.signal.aborted) running ??= keepConnected()
  }

  return {
    announce(changed) {
      pending.add(changed)
      connect()
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    },
    subscribe(listener) {
      listeners.add(listener)
      connect()
      return () => void listeners.delete(listener)
    },
    async close() {
      clearTimeout(timer)
      await flush()
      closing.abort()
      await running
    },
  }
}

type Connected = {
  onReady: (client: pg.Client) => void
  onMessage: (payload: string) => void
}

/** Listens on a connection of its own until that breaks or is to end. @throws what broke it. */
async function listenUntilBroken(
  databaseUrl: string,
  ending: AbortSignal,
  { onReady, onMessage }: Connected,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: 'carelane schedule',
  })
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the connection ended')))
  })
  // Whoever waits for it is told below; until then it is nobody's error.
  broken.catch(() => undefined)
  client.on('notification', ({ payload }) => onMessage(payload ?? '{}'))
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    onReady(client)
    while (!ending.aborted) {
      await Promise.race([
        broken,
        wait(CHECK_MS, undefined, { signal: ending, ref: false }).catch(() => undefined),
      ])
      if (!ending.aborted) await client.query('select 1')
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What has changed since the last message. */
function gathered() {
  const dates = new Set<string>()
  const staff = new Set<number>()
  const rooms = new Set<number>()
  const listed = <T>(of: Set<T>, most: number) => (of.size > most ? [] : [...of])
  let empty = true
  const add = (changed: Announcement) => {
    empty = false
    for (const date of changed.dates) dates.add(date)
    for (const id of changed.staffIds) staff.add(id)
    for (const id of changed.roomIds) rooms.add(id)
  }
  return {
    add,
    addAll: (other: { all: () => Announcement }) => add(other.all()),
    all: (): Announcement => ({ dates: [...dates], staffIds: [...staff], roomIds: [...rooms] }),
    isEmpty: () => empty,
    message: (): ScheduleChanged => ({
      type: 'schedule.changed',
      dates: listed(dates, MOST_DATES),
      staff_ids: listed(staff, MOST_IDS),
      room_ids: listed(rooms, MOST_IDS),
    }),
  }
}
