/** They are the same on every run, so that the demonstration repeats exactly. */
export type Random = {
  fraction(): number
  between(lowest: number, highest: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Mulberry32: small, and good enough for names and times. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (lowest: number, highest: number) =>
    lowest + Math.floor(fraction() * (highest - lowest + 1))
  return {
    fraction,
    between,
    chance: (share) => fraction() < share,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new RangeError('There is nothing to pick from')
      return list[between(0, list.length - 1)] as T
    },
  }
}
