export type Interval = { start: number; end: number }

export function overlaps(a: Interval, b: Interval): boolean {
  return Math.max(a.start, b.start) < Math.min(a.end, b.end)
}

export function contains(outer: Interval, inner: Interval): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

/** Ordered and never empty. `busy` may be in any order, overlap and reach beyond the interval. */
export function subtract(interval: Interval, busy: readonly Interval[]): Interval[] {
  const gaps: Interval[] = []
  let free = interval.start
  for (const taken of inOrder(busy)) {
    if (taken.start >= interval.end) break
    if (taken.end <= free || taken.end <= taken.start) continue
    if (taken.start > free) gaps.push({ start: free, end: taken.start })
    free = taken.end
  }
  if (free < interval.end) gaps.push({ start: free, end: interval.end })
  return gaps
}

/** Copies nothing when already in order, as queries answer. */
function inOrder(intervals: readonly Interval[]): readonly Interval[] {
  let previous = Number.NEGATIVE_INFINITY
  for (const { start } of intervals) {
    if (start < previous) return intervals.toSorted((a, b) => a.start - b.start)
    previous = start
  }
  return intervals
}
