import { useCallback, useEffect, useRef } from 'react'

/**
 * Runs what a blur asks for once the pointer that caused it is up again. An error message that
 * appears between pressing and releasing would move the button away from under the pointer.
 */
export function useSettledBlur(): (run: () => void) => void {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
      for (const run of waiting.current.splice(0)) run()
    }
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [])
  return useCallback((run) => {
    if (isPressed.current) waiting.current.push(run)
    else run()
  }, [])
}
