import { useEffect, useRef, useState } from 'react'
import { formatDateTime, formatSeconds } from '#lib/format-date-time.ts'
import type { HoldCountdownProps } from './view-props.ts'

/** Seconds left at which the time is said aloud; every second would drown everything else. */
const SAID_AT = [300, 120, 60, 30]

/** How long the chosen time is kept. Counts for the eye, speaks a few times only. */
export function HoldCountdown(props: HoldCountdownProps) {
  const { start, timeZone, expiresAt, now = Date.now, onExpired } = props
  const seconds = useSecondsLeft(expiresAt, now, onExpired)
  const said = useAnnouncement(seconds)
  const time = formatDateTime(start, timeZone)
  return (
    <div className="banner">
      <p role="timer">
        {seconds > 0 ? (
          <>
            We are keeping <strong>{time}</strong> for you for{' '}
            <span className="tabular-nums">{formatSeconds(seconds)}</span>.
          </>
        ) : (
          <>
            We kept <strong>{time}</strong> for you, and the time for it has run out.
          </>
        )}
      </p>
      <p role="status" className="visually-hidden">
        {said !== null && `${formatSeconds(said)} left to book ${time}`}
      </p>
    </div>
  )
}

function useSecondsLeft(expiresAt: number, now: () => number, onExpired?: () => void): number {
  const clock = useRef({ now, onExpired })
  useEffect(() => {
    clock.current = { now, onExpired }
  })
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt, now()))
  useEffect(() => {
    const tick = () => {
      const left = secondsUntil(expiresAt, clock.current.now())
      setSeconds(left)
      if (left > 0) return
      clearInterval(timer)
      clock.current.onExpired?.()
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [expiresAt])
  return seconds
}

function secondsUntil(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / 1000))
}

/** The seconds to say: set when one of the marks is passed, also when several are at once. */
function useAnnouncement(seconds: number): number | null {
  const before = useRef(seconds)
  const [said, setSaid] = useState<number | null>(null)
  useEffect(() => {
    const passed = SAID_AT.some((mark) => before.current > mark && seconds <= mark)
    // A renewed hold starts over in silence.
    if (seconds > before.current) setSaid(null)
    else if (passed && seconds > 0) setSaid(seconds)
    before.current = seconds
  }, [seconds])
  return said
}
