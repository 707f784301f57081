/**
 * A date as three inputs have it: `year-month-day` as typed, so "1984-3-" while the day is still
 * missing, and empty when nothing was typed.
 */
export type DateParts = { day: string; month: string; year: string }

export function dateParts(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

/** The text of three parts; what is no digit is dropped. */
export function joinDateParts({ day, month, year }: DateParts): string {
  const digits = [year, month, day].map((part) => part.replace(/\D/g, ''))
  return digits.some(Boolean) ? digits.join('-') : ''
}

/** `YYYY-MM-DD` of what was typed; of a date that does not exist, text that is no date. */
export function toPlainDate(value: string): string {
  const { day, month, year } = dateParts(value)
  return value && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** What is wrong with a typed date, in words that follow `name` ("Date of birth must …"). */
export function dateProblem(value: string, name: string): string | null {
  const { day, month, year } = dateParts(value)
  const missing = [!day && 'a day', !month && 'a month', !year && 'a year'].filter(Boolean)
  if (missing.length === 3) return null
  if (missing.length > 0) return `${name} must include ${missing.join(' and ')}`
  if (year.length !== 4) return 'Year must have 4 digits'
  return isRealDate(toPlainDate(value)) ? null : `${name} must be a real date`
}

function isRealDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(date)
}
