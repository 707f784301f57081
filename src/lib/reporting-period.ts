import { addDays, mondayOf } from './format-date-time.ts'

/** Days of the clinic's calendar, `YYYY-MM-DD`, both included. */
export type Period = { from: string; to: string }

const MS_PER_DAY = 86_400_000

/** How many days a period has. */
export const lengthOf = ({ from, to }: Period) =>
  Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY) + 1

/** Monday to Sunday. */
export function weekOf(date: string): Period {
  const from = mondayOf(date)
  return { from, to: addDays(from, 6) }
}

/** From the first to the last of the month. */
export function monthOf(date: string): Period {
  const from = `${date.slice(0, 8)}01`
  // The 32nd day from a first is always in the month after.
  const firstOfNext = `${addDays(from, 31).slice(0, 8)}01`
  return { from, to: addDays(firstOfNext, -1) }
}

/** What a period is compared with: a month with the one before, else as many days directly before. */
export function periodBefore(period: Period): Period {
  const { from, to } = period
  const month = monthOf(from)
  const dayBefore = addDays(from, -1)
  if (from === month.from && to === month.to) return monthOf(dayBefore)
  return { from: addDays(from, -lengthOf(period)), to: dayBefore }
}
