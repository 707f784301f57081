import { wallTime } from './format-date-time.ts'

const MS_PER_MINUTE = 60_000

/**
 * Answers in ISO 8601. A skipped wall time moves forward; an ambiguous one is its first occurrence.
 */
export function instantAt(date: string, time: string, timeZone: string): string {
  const target = Date.parse(`${date}T${time}Z`)
  const shown = (instant: number) => {
    const wall = wallTime(instant, timeZone)
    const ofHour = Date.parse(`${wall.date}T00:00Z`) + wall.hour * 60 * MS_PER_MINUTE
    return ofHour + wall.minute * MS_PER_MINUTE
  }
  const near = target - (shown(target) - target)
  const found = near - (shown(near) - target)
  const earlier = [60, 30].map((minutes) => found - minutes * MS_PER_MINUTE)
  const first = earlier.find((instant) => shown(instant) === target) ?? found
  return new Date(first).toISOString()
}
