import { useEffect } from 'react'

export function useFormTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    const before = document.title
    document.title = `${before.split(' – ')[0]} – ${title}`
    return () => {
      document.title = before
    }
  }, [title])
}
