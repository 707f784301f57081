import { useEffect, useRef } from 'react'
import { isOffline } from '#lib/api/is-offline.ts'

const FIRST_LOOK_MS = 5_000

/**
 * Says when the connection is back. While a request is unanswered it may never have gone: then it
 * says so after 5 s too, and each time after twice as long. What hears it only reads.
 */
export function useReconnection(
  send: (event: { type: 'connection.restored' }) => void,
  isUnanswered: boolean,
): void {
  const looks = useRef(0)
  useEffect(() => {
    const restored = () => send({ type: 'connection.restored' })
    addEventListener('online', restored)
    return () => removeEventListener('online', restored)
  }, [send])
  useEffect(() => {
    if (!isUnanswered) return
    const wait = FIRST_LOOK_MS * 2 ** looks.current
    const timer = setTimeout(() => {
      looks.current += 1
      if (!isOffline()) send({ type: 'connection.restored' })
    }, wait)
    return () => clearTimeout(timer)
  }, [send, isUnanswered])
}
