import { toClinicDate, toClinicTime } from './clinic-time.ts'

export type SlotPreference = {
  siteIds: readonly number[]
  days: readonly number[]
  fromTime: string
  toTime: string
  until: string
  before: number | null
}

export type LocalStart = { date: string; time: string; day: number }

/** Slow, so it is asked once for each start and not for each person who waits. */
export function localStart(start: number, zone: string): LocalStart {
  const date = toClinicDate(start, zone)
  return { date, time: toClinicTime(start, zone), day: new Date(`${date}T00:00Z`).getUTCDay() || 7 }
}

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
