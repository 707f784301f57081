import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatDateTime, formatSeconds } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { formatSlotPlace } from '../format-slot-place.ts'
import { useBooking } from '../use-booking.ts'

type HoldCountdownProps = {
  start: string
  place: string
  timeZone: string
  expiresAt: number
  onExpired: () => void
  onExtend: () => void
  isExtending: boolean
  isNotExtended: boolean
}

/** The time is said aloud at these seconds; every second would drown everything else. */
const SAID_AT = [300, 120, 60, 30]

const ENDING = 120

export function HoldCountdown(props: HoldCountdownProps) {
  const { start, place, timeZone, expiresAt, onExpired } = props
  const seconds = useSecondsLeft(expiresAt, onExpired)
  const said = useAnnouncement(seconds)
  const time = formatDateTime(start, timeZone)
  const isEnding = seconds > 0 && seconds <= ENDING
  return (
    <div className={isEnding ? 'banner banner-warn hold-ending' : 'banner'}>
      <p role="timer">
        {seconds > 0 ? (
          <>
            We are holding {isEnding ? 'this time' : <strong>{time}</strong>} for you for{' '}
            <span className="tabular-nums">{formatSeconds(seconds)}</span>.
          </>
        ) : (
          <>
            We are no longer holding <strong>{time}</strong> for you.
          </>
        )}
      </p>
      {isEnding ? <Extension {...props} /> : <p className="mt-1">{place}</p>}
      <p role="status" className="visually-hidden">
        {said !== null && `${formatSeconds(said)} left to book ${time}`}
      </p>
    </div>
  )
}

/** Once there is time again, the focus goes back to where it came from. */
function Extension({ onExtend, isExtending, isNotExtended }: HoldCountdownProps) {
  const button = useRef<HTMLButtonElement>(null)
  const cameFrom = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const offered = button.current
    return () => {
      const back = cameFrom.current
      if (document.activeElement !== offered || !(back instanceof HTMLElement)) return
      queueMicrotask(() => back.focus({ preventScroll: true }))
    }
  }, [])
  return (
    <>
      {isNotExtended && (
        <p role="alert">We could not give you more time. You can still book until it runs out.</p>
      )}
      <Button
        ref={button}
        look="secondary"
        small
        className="mt-2"
        pending={isExtending}
        pendingLabel="Getting more time"
        onFocus={(event) => {
          cameFrom.current = event.relatedTarget
        }}
        onClick={onExtend}
      >
        Get more time
      </Button>
    </>
  )
}

function useSecondsLeft(expiresAt: number, onExpired: () => void): number {
  const expire = useRef(onExpired)
  useEffect(() => {
    expire.current = onExpired
  })
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt))
  useEffect(() => {
    const tick = () => {
      const left = secondsUntil(expiresAt)
      setSeconds(left)
      if (left > 0) return
      clearInterval(timer)
      expire.current()
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [expiresAt])
  return seconds
}

function secondsUntil(instant: number): number {
  return Math.max(0, Math.ceil((instant - Date.now()) / 1000))
}

/** The seconds to say change when a mark is passed, or when there are more again. */
function useAnnouncement(seconds: number): number | null {
  const before = useRef(seconds)
  const [said, setSaid] = useState<number | null>(null)
  useEffect(() => {
    const passed = SAID_AT.some((mark) => before.current > mark && seconds <= mark)
    const isExtended = seconds > before.current
    if (isExtended || (passed && seconds > 0)) setSaid(seconds)
    before.current = seconds
  }, [seconds])
  return said
}

export function HeldTime() {
  const { data, send, page } = useBooking()
  const { chosen, hold, checkout } = data
  if (!chosen || !hold) return null
  return (
    <HoldCountdown
      start={chosen.start}
      place={formatSlotPlace(chosen.site, page.addresses).join(', ')}
      timeZone={page.settings.timeZone}
      expiresAt={hold.expiresAt}
      onExpired={() => send({ type: 'hold.lapsed' })}
      onExtend={() => send({ type: 'extension.requested' })}
      isExtending={checkout?.isExtending ?? false}
      isNotExtended={checkout?.isNotExtended ?? false}
    />
  )
}
