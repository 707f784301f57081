/**
 * Tells what happens at once, and then no more often than every `everyMs`: what happened in between is
 * told by its number, together with what happens next.
 */
export function seldom<T>(
  everyMs: number,
  tell: (what: T, untold: number) => void,
): (what: T) => void {
  let last = Number.NEGATIVE_INFINITY
  let untold = 0
  return (what) => {
    const now = performance.now()
    if (now - last < everyMs) untold += 1
    else {
      tell(what, untold)
      last = now
      untold = 0
    }
  }
}
