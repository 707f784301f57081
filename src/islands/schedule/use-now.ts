import { useEffect, useState } from 'react'

const TICK_MS = 20_000

/** @param ahead how far it is before the browser's, in milliseconds. */
export function useNow(ahead: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, TICK_MS)
    // A page that was out of sight, or a machine that slept, has missed some.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now + ahead
}
