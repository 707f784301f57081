import { type RefObject, useEffect, useState } from 'react'

/** On which sides a table goes on beyond its frame. Scroll bars that hide themselves do not say so. */
export function useHiddenColumns(frame: RefObject<HTMLElement | null>) {
  const [hidden, setHidden] = useState({ before: false, after: false })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      // A pixel to spare, since positions may be fractions of one.
      const before = scrollLeft > 1
      const after = scrollWidth - clientWidth - scrollLeft > 1
      setHidden((was) => (was.before === before && was.after === after ? was : { before, after }))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      element.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  })

  return hidden
}
