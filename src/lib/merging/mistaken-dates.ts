import { isExactDate } from '../dates/date-parts.ts'

/** From this many years on it may be the parent of a child with the same name. */
const YEARS_OF_A_GENERATION = 13

/** Swaps day and month, where that is a date; else null. */
export function swappedDate(date: string): string | null {
  const [year, month, day] = date.split('-')
  const swapped = `${year}-${day}-${month}`
  return swapped !== date && isExactDate(swapped) ? swapped : null
}

/** Is true where they differ in one digit, or in two neighbours that are swapped. */
export function isMistakenDate(a: string, b: string): boolean {
  const places = [...a].flatMap((character, place) => (character === b[place] ? [] : [place]))
  const [one, next, third] = places
  if (one === undefined || third !== undefined || !isNearYear(a, b)) return false
  return next === undefined || (next === one + 1 && a[one] === b[next] && a[next] === b[one])
}

export function mistakenDates(date: string): string[] {
  const found = new Set<string>()
  const consider = (from: number, characters: string) => {
    const text = date.slice(0, from) + characters + date.slice(from + characters.length)
    if (isMistakenDate(text, date) && isExactDate(text)) found.add(text)
  }
  for (const [place, character] of [...date].entries()) {
    if (character === '-') continue
    for (let digit = 0; digit <= 9; digit += 1) consider(place, String(digit))
    const next = date[place + 1]
    if (next && next !== '-') consider(place, next + character)
  }
  return [...found]
}

const isNearYear = (a: string, b: string) =>
  Math.abs(Number(a.slice(0, 4)) - Number(b.slice(0, 4))) < YEARS_OF_A_GENERATION
