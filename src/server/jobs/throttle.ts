/** Reports at once, then at most every `everyMs` with the number of what happened in between. */
export function throttle<T>(
  everyMs: number,
  run: (what: T, suppressed: number) => void,
): (what: T) => void {
  let last = Number.NEGATIVE_INFINITY
  let suppressed = 0
  return (what) => {
    const now = performance.now()
    if (now - last < everyMs) suppressed += 1
    else {
      run(what, suppressed)
      last = now
      suppressed = 0
    }
  }
}
