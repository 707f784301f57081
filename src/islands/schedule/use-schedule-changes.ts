import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ScheduleChanged } from '#lib/contract/schedule.ts'
import type { OpenChannel } from './schedule-channel.ts'

/** Changes come in crowds: what is shown is read again once for those that come this close together. */
const GATHER_MS = 250

type Changes = {
  openChannel: OpenChannel
  concerns: (changed: ScheduleChanged) => boolean
  readAgain: () => void
}

/**
 * Reads again whenever the live channel tells of a change, or was not heard for a while.
 * @returns whether others' changes arrive by themselves.
 */
export function useScheduleChanges({ openChannel, concerns, readAgain }: Changes): boolean {
  const [isHeard, setHeard] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const readSoon = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(readAgain, GATHER_MS)
  })
  const hear = useEffectEvent((changed: ScheduleChanged) => {
    if (concerns(changed)) readSoon()
  })
  useEffect(() => {
    let isFirst = true
    const close = openChannel({
      onOpen: () => {
        setHeard(true)
        if (!isFirst) readSoon()
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
  return isHeard
}
