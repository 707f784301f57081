import { useEffect } from 'react'

/** Takes the focus to a question when its form is shown, or to the look-up that fills it in. */
export function useBeginAt(id: string | null): void {
  useEffect(() => {
    if (id === null) return
    const control = document.getElementById(id) ?? document.getElementById(`${id}-lookup`)
    control?.focus()
  }, [id])
}
