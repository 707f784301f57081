import { useEffect } from 'react'

/** The page's title names the form, after the product, once it is known. */
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
