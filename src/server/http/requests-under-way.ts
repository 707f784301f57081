import type { ServerResponse } from 'node:http'

export type RequestsUnderWay = {
  add: (response: ServerResponse) => void
  /** Resolves once nobody is being served, at the latest after so many milliseconds. */
  none: (longestMs: number) => Promise<void>
}

/** So that work which can wait begins between the requests of one process. */
export function createRequestsUnderWay(): RequestsUnderWay {
  let count = 0
  const waiting = new Set<() => void>()
  return {
    add: (response) => {
      count += 1
      response.once('close', () => {
        count -= 1
        if (count === 0) for (const go of waiting) go()
      })
    },
    none: (longestMs) =>
      new Promise((resolve) => {
        if (count === 0) return resolve()
        const go = () => {
          clearTimeout(timer)
          waiting.delete(go)
          resolve()
        }
        const timer = setTimeout(go, longestMs)
        waiting.add(go)
      }),
  }
}
