import { plainLetters } from './plain-letters.ts'

/** As many digits as a number is compared by. */
const DIGITS = 8

/**
 * What a name is sorted by, character by character: its letters and numbers, whatever their case and
 * accents. `name_order` of the database does the same (docs/decisions/0035).
 */
export const nameOrder = (name: string): string =>
  plainLetters(name.normalize('NFKD'))
    .replace(/[-_/‐‑–—]/g, ' ')
    .replace(/['’‘`.]/g, '')
    .replace(/[0-9]+/g, (number) => number.replace(/^0+/, '').padStart(DIGITS, '0'))

/** Puts names in the order of a dictionary: for `sort`. */
export function byName(one: string, other: string): number {
  const [first, second] = [nameOrder(one), nameOrder(other)]
  return Number(first > second) - Number(first < second)
}
