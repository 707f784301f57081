import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

export type Lookup<T> =
  | { state: 'idle' | 'searching' | 'failed'; items: readonly [] }
  | { state: 'found'; items: readonly T[] }

const idle = { state: 'idle', items: [] } as const

export function useLookup<T>(
  text: string,
  shortest: number,
  find: (text: string, signal: AbortSignal) => Promise<readonly T[]>,
): Lookup<T> {
  const [lookup, setLookup] = useState<Lookup<T>>(idle)
  const latestFind = useRef(find)
  useEffect(() => {
    latestFind.current = find
  })
  useEffect(() => {
    if (text.length < shortest) {
      setLookup(idle)
      return
    }
    const leave = new AbortController()
    const timer = setTimeout(async () => {
      setLookup({ state: 'searching', items: [] })
      const answer = await latestFind
        .current(text, leave.signal)
        .then((items): Lookup<T> => ({ state: 'found', items }))
        .catch((): Lookup<T> => ({ state: 'failed', items: [] }))
      if (!leave.signal.aborted) setLookup(answer)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leave.abort()
    }
  }, [text, shortest])
  return lookup
}
