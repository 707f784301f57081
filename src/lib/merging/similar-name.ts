import { foldWords } from './fold-words.ts'
import { areForms } from './short-forms.ts'

/** They are in order, the closest first. */
export type NameLikeness = 'same' | 'part' | 'similar' | 'different'

/** Longer names may differ in two letters. */
const LONG_NAME = 6
const SHORT_FORM = 3

export function compareNames(a: string, b: string): NameLikeness {
  const [words, otherWords] = [foldWords(a), foldWords(b)]
  const [one, other] = [words.join(''), otherWords.join('')]
  if (one === '' || other === '') return a.trim() === b.trim() ? 'same' : 'different'
  if (one === other) return 'same'
  const [few, many] = words.length < otherWords.length ? [words, otherWords] : [otherWords, words]
  if (many.length > 1 && few.every((word) => many.includes(word))) return 'part'
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length >= SHORT_FORM && long.startsWith(short)) return 'part'
  const mostLetters = short.length >= LONG_NAME ? 2 : short.length >= SHORT_FORM ? 1 : 0
  return distance(one, other) <= mostLetters ? 'similar' : 'different'
}

/** Compares as `compareNames`; "Bill" is a short form of "William", too. */
export function compareFirstNames(a: string, b: string): NameLikeness {
  const likeness = compareNames(a, b)
  const others = foldWords(b)
  const hasForm = (word: string) => others.some((other) => areForms(word, other))
  return likeness === 'different' && foldWords(a).some(hasForm) ? 'part' : likeness
}

/** Counts letters to add, leave out, change or swap with their neighbour. */
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
