import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Schedule, ScheduleAppointment, ScheduleChanged } from '#lib/contract/schedule.ts'
import { keepShown } from '../ui/form/at-once.ts'
import { type SchedulePlace, shownPeriod } from './schedule-address.ts'
import type { OpenChannel } from './schedule-channel.ts'

import { useScheduleChanges } from './use-schedule-changes.ts'

/* A page that stays open reads again by itself, and that must not keep anybody signed in. */

let lastSign = 0
let isListening = false

function isUnattendedSince(instant: number): boolean {
  if (!isListening) {
    isListening = true
    lastSign = Date.now()
    const note = () => {
      lastSign = Date.now()
    }
    for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
      addEventListener(sign, note, { passive: true, capture: true })
    }
  }
  return lastSign < instant
}

const MINUTE = 60_000

let lastRequested = 0

/** `clockAhead` is how far the server's clock was before the browser's, in milliseconds. */
type ReadSchedule = Schedule & { clockAhead: number }

function scheduleQuery(api: ApiClient, place: SchedulePlace) {
  const { by, only, siteId } = place
  const query = {
    by,
    ...shownPeriod(place),
    ...(siteId !== null && { site_id: String(siteId) }),
    ...(only !== null && (by === 'staff' ? { staff_id: String(only) } : { room_id: String(only) })),
  }
  return queryOptions({
    ...keepShown,
    queryKey: ['schedule', query],
    refetchInterval: MINUTE,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    queryFn: async ({ signal }): Promise<ReadSchedule> => {
      const isUnattended = isUnattendedSince(lastRequested)
      lastRequested = Date.now()
      const schedule = await api.call('GET admin/clinic/schedule/', {
        query,
        signal,
        ...(isUnattended && { headers: { Unattended: 'true' } }),
      })
      return { ...schedule, clockAhead: Date.parse(schedule.read_at) - Date.now() }
    },
  })
}

type Live = {
  api: ApiClient
  openChannel: OpenChannel
  place: SchedulePlace
  /** Somebody is at work on what they see: it does not change under their hands. */
  isHeld: boolean
}

export type OwnChange = Pick<ScheduleAppointment, 'id' | 'version'>

const NONE: ReadonlyMap<number, number> = new Map()

export function useLiveSchedule({ api, openChannel, place, isHeld }: Live) {
  const query = useQuery(scheduleQuery(api, place))
  const [held, setHeld] = useState<ReadSchedule | null>(null)
  const [own, setOwn] = useState(NONE)
  const fresh = query.data
  if (isHeld && held === null && fresh) setHeld(fresh)
  if (!isHeld && held !== null) setHeld(null)
  if (!isHeld && own !== NONE) setOwn(NONE)
  const isSamePlace = held !== null && fresh !== undefined && isOfSame(held, fresh)
  const shown = isHeld && isSamePlace ? held : fresh
  const waiting = shown && fresh && shown !== fresh ? countChanges(shown, fresh, own) : 0
  if (shown === held && fresh && fresh !== held && waiting === 0) setHeld(fresh)

  const isHeard = useScheduleChanges({
    openChannel,
    concerns: (changed) => concerns(changed, place),
    readAgain: () => void query.refetch(),
  })

  return {
    query,
    shown,
    waiting,
    noteOwn: ({ id, version }: OwnChange) => setOwn((known) => new Map(known).set(id, version)),
    release: () => setHeld(fresh ?? null),
    isHeard,
  }
}

function concerns({ dates, staff_ids, room_ids }: ScheduleChanged, place: SchedulePlace): boolean {
  const { from, to } = shownPeriod(place)
  const isOfDays = dates.length === 0 || dates.some((date) => from <= date && date <= to)
  const ids = place.by === 'staff' ? staff_ids : room_ids
  return isOfDays && (place.only === null || ids.length === 0 || ids.includes(place.only))
}

const isOfSame = (one: ReadSchedule, other: ReadSchedule) =>
  one.by === other.by && one.from === other.from && one.to === other.to

/**
 * Counts what differs between two readings.
 * @param own leaves out these, each up to the version of the change that was one's own.
 */
function countChanges(before: Schedule, after: Schedule, own: ReadonlyMap<number, number>): number {
  const isOwn = new Set(
    [...own]
      .filter(([id, version]) => {
        const now = after.appointments.find((appointment) => appointment.id === id)
        return now === undefined || now.version <= version
      })
      .map(([id]) => id),
  )
  const collectEntries = (schedule: Schedule) =>
    new Map(
      [
        ...schedule.appointments
          .filter(({ id }) => !isOwn.has(id))
          .map((entry) => [`a${entry.id}`, entry] as const),
        ...schedule.occurrences.map((entry) => [`o${entry.id}`, entry] as const),
      ].map(([key, entry]) => [key, JSON.stringify(entry)]),
    )
  const [old, fresh] = [collectEntries(before), collectEntries(after)]
  const keys = new Set([...old.keys(), ...fresh.keys()])
  return [...keys].filter((key) => old.get(key) !== fresh.get(key)).length
}
