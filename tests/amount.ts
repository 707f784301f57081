/** `npm test -- full`: more of what a shorter run shows as well. */
export const isFull = process.env['TEST_AMOUNT'] === 'full'

/** Of a property: three times as many in full, unless told. */
export const runs = (count: number, inFull = 3 * count): number => (isFull ? inFull : count)

/** All examples in full, otherwise so many of them, evenly spread; `turn` chooses others. */
export function some<Example>(all: readonly Example[], count: number, turn = 0): Example[] {
  if (isFull || all.length <= count) return [...all]
  const step = all.length / count
  return Array.from(
    { length: count },
    (_, index) => all[(Math.floor(index * step) + turn) % all.length] as Example,
  )
}
