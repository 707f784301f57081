import { useState } from 'react'

/**
 * A part that is fetched when it is first asked for. `open` runs `then` once it is there; a part
 * that does not arrive is told to `failed` and asked for again the next time.
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
