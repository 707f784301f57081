import { dateOf, timeOf } from './clinic-time.ts'

/** What somebody waits for. Times are of the start, by the clock of the clinic. */
export type SlotPreference = {
  /** Empty: any site. */
  siteIds: readonly number[]
  /** Monday is 1. */
  days: readonly number[]
  fromTime: string
  /** Inclusive, as `until`. */
  toTime: string
  until: string
  /** In epoch milliseconds: an earlier time than this is wanted. */
  before: number | null
}

/** Whether a slot, in epoch milliseconds, is what somebody waits for. */
export function fitsPreference(
  { start, siteId }: { start: number; siteId: number },
  { siteIds, days, fromTime, toTime, until, before }: SlotPreference,
  zone: string,
): boolean {
  if (before !== null && start >= before) return false
  if (siteIds.length > 0 && !siteIds.includes(siteId)) return false
  const date = dateOf(start, zone)
  if (date > until || !days.includes(dayOfWeek(date))) return false
  const time = timeOf(start, zone)
  return time >= fromTime && time <= toTime
}

const dayOfWeek = (date: string) => new Date(`${date}T00:00Z`).getUTCDay() || 7
