export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export const isReal = (date: string) => {
  const instant = Date.parse(date)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date)
}

export function noSuchDate(date: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  const name = MONTHS[Number(month) - 1]
  const isDay = Number(day) >= 1 && Number(day) <= 31
  return isDay && name && !isReal(date) ? `There is no ${Number(day)} ${name} ${year}` : null
}
