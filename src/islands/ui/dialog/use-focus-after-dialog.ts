import { useEffect, useRef, useState } from 'react'

export function useFocusAfterDialog(target: () => HTMLElement | null | undefined): () => void {
  const [closed, setClosed] = useState(0)
  const latest = useRef(target)
  useEffect(() => {
    latest.current = target
  })
  useEffect(() => {
    if (closed === 0) return
    // It runs after the dialog has given the focus back to what is about to go.
    queueMicrotask(() => latest.current()?.focus())
  }, [closed])
  return () => setClosed((before) => before + 1)
}
