import { plainLetters } from './plain-letters.ts'

const DIGITS = 8

/** `name_order` of the database does the same (docs/decisions/0035). */
export const nameOrder = (name: string): string =>
  plainLetters(name.normalize('NFKD'))
    .replace(/[-_/‐‑–—]/g, ' ')
    .replace(/['’‘`.]/g, '')
    .replace(/[0-9]+/g, (number) => number.replace(/^0+/, '').padStart(DIGITS, '0'))

/** Sorts by name, and keeps the order of those with the same. */
export const sortByName = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] =>
  rows
    .map((row) => ({ row, order: nameOrder(nameOf(row)) }))
    .sort((one, other) => Number(one.order > other.order) - Number(one.order < other.order))
    .map(({ row }) => row)
