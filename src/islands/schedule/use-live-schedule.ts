import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Schedule, ScheduleChanged } from '#lib/contract/schedule.ts'
import { periodOf, type SchedulePlace } from './schedule-address.ts'
import type { OpenChannel } from './schedule-channel.ts'
import { countChanges } from './schedule-layout.ts'
import { scheduleQuery } from './schedule-query.ts'

/** Changes come in crowds: the schedule is read again once for those that come this close together. */
const GATHER_MS = 250

type Live = {
  api: ApiClient
  openChannel: OpenChannel
  place: SchedulePlace
  /** Somebody is at work on what they see: it does not change under their hands. */
  isHeld: boolean
}

/** The schedule of a place as it is now, or as it was when somebody began to work on it. */
export function useLiveSchedule({ api, openChannel, place, isHeld }: Live) {
  const query = useQuery(scheduleQuery(api, place))
  const [isHeard, setHeard] = useState(true)
  const [held, setHeld] = useState<Schedule | null>(null)
  const fresh = query.data
  // What is on the screen when the work begins stays there.
  if (isHeld && held === null && fresh) setHeld(fresh)
  if (!isHeld && held !== null) setHeld(null)
  const isSamePlace = held !== null && fresh !== undefined && isOfSame(held, fresh)
  const shown = isHeld && isSamePlace ? held : fresh

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const readAgain = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void query.refetch(), GATHER_MS)
  })
  const hear = useEffectEvent((changed: ScheduleChanged) => {
    if (concerns(changed, place)) readAgain()
  })
  useEffect(() => {
    let isFirst = true
    const close = openChannel({
      onOpen: () => {
        setHeard(true)
        if (!isFirst) readAgain()
        isFirst = false
      },
      onChanged: (changed) => hear(changed),
      onLost: () => setHeard(false),
    })
    return () => {
      clearTimeout(timer.current)
      close()
    }
  }, [openChannel])

  return {
    query,
    shown,
    /** How much has changed since the work began. */
    waiting: shown && fresh && shown !== fresh ? countChanges(shown, fresh) : 0,
    /** Shows it. */
    release: () => setHeld(fresh ?? null),
    /** Others' changes arrive by themselves. */
    isHeard,
  }
}

function concerns({ dates, staff_ids, room_ids }: ScheduleChanged, place: SchedulePlace): boolean {
  const { from, to } = periodOf(place)
  const isOfDays = dates.length === 0 || dates.some((date) => from <= date && date <= to)
  const ids = place.by === 'staff' ? staff_ids : room_ids
  return isOfDays && (place.only === null || ids.length === 0 || ids.includes(place.only))
}

const isOfSame = (one: Schedule, other: Schedule) =>
  one.by === other.by && one.from === other.from && one.to === other.to
