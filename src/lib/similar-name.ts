/** Letters only, without accents, in lower case: "O'Brien-Núñez" is "obriennunez". */
const bare = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')

/** Names of more letters may differ in two. */
const LONG_NAME = 6

/**
 * Whether two names may be the same one: but for accents, signs and capitals, or a letter or two that
 * were mistyped, or because one is the short form that the other begins with ("Sam", "Samuel").
 */
export function isSimilarName(a: string, b: string): boolean {
  const [one, other] = [bare(a), bare(b)]
  if (one === '' || other === '') return one === other
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length >= 3 && long.startsWith(short)) return true
  return distance(one, other) <= (short.length >= LONG_NAME ? 2 : short.length >= 3 ? 1 : 0)
}

/** How many letters have to be added, left out, changed or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
