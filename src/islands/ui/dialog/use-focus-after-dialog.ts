import { useEffect, useRef, useState } from 'react'

/**
 * For a dialog that takes away what it was opened from, and would take the focus along.
 * @param target what has the focus then.
 * @returns to be called with what closes the dialog.
 */
export function useFocusAfterDialog(target: () => HTMLElement | null | undefined): () => void {
  const [closed, setClosed] = useState(0)
  const latest = useRef(target)
  useEffect(() => {
    latest.current = target
  })
  useEffect(() => {
    if (closed === 0) return
    // After the dialog has given the focus back to what is about to go.
    queueMicrotask(() => latest.current()?.focus())
  }, [closed])
  return () => setClosed((before) => before + 1)
}
