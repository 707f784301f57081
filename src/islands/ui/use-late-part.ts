import { useState } from 'react'

/**
 * `open` runs `then` once the part is there; a part that does not arrive is reported to `failed`
 * and fetched again the next time.
 */
export function useLatePart<T>(load: () => Promise<T>, failed: () => void) {
  const [part, setPart] = useState<T | null>(null)
  const [isLoading, setLoading] = useState(false)
  const open = async (then: () => void) => {
    setLoading(true)
    try {
      const loaded = part ?? (await load())
      setPart(() => loaded)
      then()
    } catch {
      failed()
    } finally {
      setLoading(false)
    }
  }
  return { part, isLoading, open: (then: () => void) => void open(then) }
}
