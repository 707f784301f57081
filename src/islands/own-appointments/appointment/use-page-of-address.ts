import { useEffect } from 'react'

/**
 * Loads the page that the address names when Back or Forward leads to an entry that another page of
 * this tab has left, such as a step of the booking: the browser then changes the address only.
 */
export function usePageOfAddress(): void {
  useEffect(() => {
    const { pathname } = location
    const follow = () => {
      if (location.pathname !== pathname) location.reload()
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
}
