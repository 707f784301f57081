import { isReal, MONTHS, noSuchDate } from '../contract/real-date.ts'

/** It is `year-month-day` as typed ("1984-3-"), and empty when nothing was typed. */
export type DateParts = { day: string; month: string; year: string }

export function dateParts(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

export function toPlainDate(value: string): string {
  const { day, month, year } = dateParts(value)
  return value && `${year}-${monthNumber(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

const SHORTEST_MONTH = 3

/** Reads "March" and "mar" as 3, and leaves anything else as it is. */
function monthNumber(text: string): string {
  const word = text.toLowerCase()
  const index = MONTHS.findIndex((month) => month.toLowerCase().startsWith(word))
  return word.length < SHORTEST_MONTH || index < 0 ? text : String(index + 1)
}

export function dateProblem(value: string, name: string): string | null {
  const { day, month, year } = dateParts(value)
  const missing = [!day && 'a day', !month && 'a month', !year && 'a year'].filter(Boolean)
  if (missing.length === 3) return null
  if (missing.length > 0) return `${name} must include ${missing.join(' and ')}`
  const wrong = [
    !isUpTo(31, day) && 'Day must be a number from 1 to 31',
    !isUpTo(12, monthNumber(month)) && 'Month must be a name or a number from 1 to 12',
    !/^[1-9]\d{3}$/.test(year) && 'Year must have 4 digits',
  ].filter(Boolean)
  if (wrong.length > 0) return wrong.join('. ')
  return noSuchDate(toPlainDate(value))
}

export const isExactDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isReal(text)

const isUpTo = (most: number, text: string) =>
  /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= most
