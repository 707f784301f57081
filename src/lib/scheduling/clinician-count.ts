/** Starts from `first` to `last`, both inclusive. */
export type Startable = { staffId: number; first: number; last: number }

export function countClinicians(
  starts: Float64Array,
  startable: readonly Startable[],
): Uint32Array {
  const clinicians = new Uint32Array(starts.length)
  const counted = new Array<number | undefined>(starts.length)
  for (const { staffId, first, last } of startable) {
    for (let index = firstAtOrAfter(starts, first); index < starts.length; index += 1) {
      if ((starts[index] ?? last) > last) break
      if (counted[index] === staffId) continue
      counted[index] = staffId
      clinicians[index] = (clinicians[index] ?? 0) + 1
    }
  }
  return clinicians
}

function firstAtOrAfter(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? value) < value) low = middle + 1
    else high = middle
  }
  return low
}
