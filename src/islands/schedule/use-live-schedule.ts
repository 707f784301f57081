import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { ScheduleAppointment, ScheduleChanged } from '#lib/contract/schedule.ts'
import { type SchedulePlace, shownPeriod } from './schedule-address.ts'
import type { OpenChannel } from './schedule-channel.ts'
import { countChanges } from './schedule-layout.ts'
import { type ReadSchedule, scheduleQuery } from './schedule-query.ts'
import { useScheduleChanges } from './use-schedule-changes.ts'

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
