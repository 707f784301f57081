import { useEffect, useState } from 'react'

const TICK_MS = 20_000

/** The server's time, epoch milliseconds, told anew every little while. @param ahead how far it is before the browser's. */
export function useNow(ahead: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now + ahead
}
