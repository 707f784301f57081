import { type ReactNode, useCallback, useEffect, useState } from 'react'
import '../../styles/islands.css'

/** How long a notification stays (specification, section 9). */
const SHOWN_FOR_MS = 5000

/**
 * A short message at the bottom of the window that goes by itself; it waits while the pointer
 * rests on it. Render `notification` once, always: a live region must be there before it speaks.
 */
export function useNotification(): { notification: ReactNode; notify: (message: string) => void } {
  const [message, setMessage] = useState('')
  const [told, setTold] = useState(0)
  const [resting, setResting] = useState(false)
  const notify = useCallback((text: string) => {
    setMessage(text)
    setTold((count) => count + 1)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same message again starts anew
  useEffect(() => {
    if (!message || resting) return
    const timer = setTimeout(() => setMessage(''), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [message, told, resting])
  const notification = (
    <div
      role="status"
      className="notifications print:hidden"
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
    >
      {message && (
        <p key={told} className="notification">
          {message}
        </p>
      )}
    </div>
  )
  return { notification, notify }
}
