import { useEffect, useRef } from 'react'

/** Focuses the first of these ids that is there once a change is on the screen. */
export function useNextFocus() {
  const wanted = useRef<readonly string[]>([])
  useEffect(() => {
    const found = wanted.current.map((id) => document.getElementById(id)).find(Boolean)
    wanted.current = []
    found?.focus()
  })
  return (...ids: readonly string[]) => {
    wanted.current = ids
  }
}
