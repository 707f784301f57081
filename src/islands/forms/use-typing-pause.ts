import { useCallback, useEffect, useEffectEvent, useRef } from 'react'

/** In milliseconds: shorter than anybody notices, longer than between the keys of who types fast. */
export const TYPING_PAUSE_MS = 100

/**
 * Does work once nobody has typed for a moment, so that it is not in the way of the next key.
 * `settle` does at once what is waiting. So does leaving the page, and who only looks away.
 */
export function useTypingPause(work: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const doWork = useEffectEvent(work)
  const atOnce = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
    doWork()
  }, [])
  const settle = useCallback(() => {
    if (timer.current !== null) atOnce()
  }, [atOnce])
  const whenTyped = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(atOnce, TYPING_PAUSE_MS)
  }, [atOnce])
  useEffect(() => {
    // Before those who save what has been typed by now.
    addEventListener('visibilitychange', settle, true)
    addEventListener('pagehide', settle, true)
    return () => {
      removeEventListener('visibilitychange', settle, true)
      removeEventListener('pagehide', settle, true)
      // Whoever has signed out leaves nothing behind.
      if (timer.current !== null) clearTimeout(timer.current)
    }
  }, [settle])
  return { whenTyped, atOnce, settle }
}
