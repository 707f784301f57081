import type { Logger } from 'pino'
import { ScheduleChanged } from '#lib/contract/schedule.ts'
import { keepListening, type SendThere } from '../live/keep-listening.ts'

const CHANNEL = 'schedule_changed'
/** How long what changed is gathered before the instances are told. */
const GATHER_MS = 100
/** A notification carries at most 8,000 bytes: of more than this, the list stays empty. */
const MOST_DATES = 100
const MOST_IDS = 250

/** An empty list is any of them. */
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
 * again whenever it breaks: a message may be lost in between, and everybody is told to look.
 */
export function createScheduleFeed(databaseUrl: string, log: Logger): ScheduleFeed {
  const listeners = new Set<(changed: ScheduleChanged) => void>()
  let pending = gathered()
  let timer: NodeJS.Timeout | undefined
  let send: SendThere | undefined

  const tell = (changed: ScheduleChanged) => {
    for (const listener of listeners) listener(changed)
  }

  const flush = async () => {
    timer = undefined
    // Without a connection it waits for one, and goes on gathering.
    if (!send || pending.isEmpty()) return
    const message = pending.message()
    const unsent = pending
    pending = gathered()
    try {
      await send('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)])
    } catch {
      // The connection broke: what was to be said is said over the next one.
      pending.addAll(unsent)
    }
  }

  const listening = keepListening(databaseUrl, CHANNEL, log, {
    onReady: (sendThere) => {
      send = sendThere
      tell(ANYTHING)
      void flush()
    },
    onBroken: () => {
      send = undefined
    },
    onMessage: (payload) => {
      const parsed = ScheduleChanged.safeParse(JSON.parse(payload))
      tell(parsed.success ? parsed.data : ANYTHING)
    },
  })

  return {
    announce(changed) {
      pending.add(changed)
      listening.open()
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    },
    subscribe(listener) {
      listeners.add(listener)
      listening.open()
      return () => void listeners.delete(listener)
    },
    async close() {
      clearTimeout(timer)
      await flush()
      await listening.close()
    },
  }
}

/** What has changed since the last message. */
function gathered() {
  const dates = named<string>(MOST_DATES)
  const staff = named<number>(MOST_IDS)
  const rooms = named<number>(MOST_IDS)
  let empty = true
  const add = (changed: Announcement) => {
    empty = false
    dates.add(changed.dates)
    staff.add(changed.staffIds)
    rooms.add(changed.roomIds)
  }
  const all = (): Announcement => ({
    dates: dates.list(),
    staffIds: staff.list(),
    roomIds: rooms.list(),
  })
  return {
    add,
    addAll: (other: { all: () => Announcement }) => add(other.all()),
    all,
    isEmpty: () => empty,
    message: (): ScheduleChanged => {
      const { staffIds, roomIds, ...days } = all()
      return { type: 'schedule.changed', ...days, staff_ids: staffIds, room_ids: roomIds }
    },
  }
}

/** Names until there are too many, or somebody means any: then none, which is any. */
function named<T>(most: number) {
  const names = new Set<T>()
  let isAny = false
  return {
    add(more: readonly T[]) {
      isAny ||= more.length === 0
      for (const name of more) names.add(name)
    },
    list: () => (isAny || names.size > most ? [] : [...names]),
  }
}
