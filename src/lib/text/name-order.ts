import { plainLetters } from './plain-letters.ts'

const DIGITS = 8

/** `name_order` of the database does the same (docs/decisions/0035). */
export const nameOrder = (name: string): string =>
  plainLetters(name.normalize('NFKD'))
    .replace(/[-_/‐‑–—]/g, ' ')
    .replace(/['’‘`.]/g, '')
    .replace(/[0-9]+/g, (number) => number.replace(/^0+/, '').padStart(DIGITS, '0'))

export function byName(one: string, other: string): number {
  const [first, second] = [nameOrder(one), nameOrder(other)]
  return Number(first > second) - Number(first < second)
}
