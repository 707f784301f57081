import type { Logger } from 'pino'
import { ScheduleChanged } from '#lib/contract/schedule.ts'
import { listenForever, type SendThere } from '../database/listen-forever.ts'

const CHANNEL = 'schedule_changed'
/** Changes are gathered for so long. */
const GATHER_MS = 100
/** A notification carries 8,000 bytes; above this the list is empty. */
const MOST_DATES = 100
const MOST_IDS = 250

type Announcement = { dates: string[]; staffIds: number[]; roomIds: number[] }

export type ScheduleFeed = {
  /** All instances hear of it soon. Never fails. */
  announce: (changed: Announcement) => void
  subscribe: (listener: (changed: ScheduleChanged) => void) => () => void
  close: () => Promise<void>
}

/** It stands for notifications that may have been missed, and those that are not for everybody. */
export const ANYTHING: ScheduleChanged = {
  type: 'schedule.changed',
  dates: [],
  staff_ids: [],
  room_ids: [],
}

/**
 * Changes of the schedule, sent between instances by NOTIFY (docs/decisions/0015). Connects when
 * needed, and again when it breaks: then everybody reads again, because a message may be lost.
 */
export function createScheduleFeed(databaseUrl: string, log: Logger): ScheduleFeed {
  const listeners = new Set<(changed: ScheduleChanged) => void>()
  let pending = gathered()
  let timer: NodeJS.Timeout | undefined
  let send: SendThere | undefined

  const notify = (changed: ScheduleChanged) => {
    for (const listener of listeners) listener(changed)
  }

  const flush = async () => {
    timer = undefined
    // Gathers until there is a connection.
    if (!send || pending.isEmpty()) return
    const message = pending.message()
    const unsent = pending
    pending = gathered()
    try {
      await send('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)])
    } catch {
      // Repeats after a broken connection.
      pending.addAll(unsent)
    }
  }

  const listening = listenForever(databaseUrl, CHANNEL, log, {
    onReady: (sendThere) => {
      send = sendThere
      notify(ANYTHING)
      void flush()
    },
    onBroken: () => {
      send = undefined
    },
    onMessage: (payload) => {
      const parsed = ScheduleChanged.safeParse(JSON.parse(payload))
      notify(parsed.success ? parsed.data : ANYTHING)
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
