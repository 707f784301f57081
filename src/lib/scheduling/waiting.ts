import { toClinicDate, toClinicTime } from './clinic-time.ts'

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

/** A start by the clock of the clinic. */
export type LocalStart = { date: string; time: string; day: number }

/** Slow, so it is asked once for each start and not for each person who waits. */
export function localStart(start: number, zone: string): LocalStart {
  const date = toClinicDate(start, zone)
  return { date, time: toClinicTime(start, zone), day: new Date(`${date}T00:00Z`).getUTCDay() || 7 }
}

/** Whether a slot, in epoch milliseconds, is what somebody waits for. */
export const fitsPreference = (
  { start, siteId, date, time, day }: LocalStart & { start: number; siteId: number },
  { siteIds, days, fromTime, toTime, until, before }: SlotPreference,
): boolean =>
  (before === null || start < before) &&
  (siteIds.length === 0 || siteIds.includes(siteId)) &&
  date <= until &&
  days.includes(day) &&
  time >= fromTime &&
  time <= toTime
