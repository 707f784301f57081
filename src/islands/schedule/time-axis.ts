import { formatTime, hourAt } from '#lib/dates/format-date-time.ts'
import { SLOT_MARK_MS } from '#lib/scheduling/slot-mark.ts'

const HOUR = 3_600_000

export type ClinicDay = { date: string; start: number; end: number }

export type Span = { start: number; end: number }

/**
 * A place on the axis is a number of hours from its top. Where the clocks go back an hour is there
 * twice; where they go forward it is missing, and beside another day it is a row without time.
 */
export type TimeAxis = {
  rows: { key: string; label: string }[]
  days: readonly ClinicDay[]
  starts: ReadonlyMap<string, readonly (number | null)[]>
}

const FIRST_HOUR = 8
const END_HOUR = 18

export function timeAxis(
  days: readonly ClinicDay[],
  shown: readonly Span[],
  timeZone: string,
): TimeAxis {
  const hours = new Map(days.map((day) => [day.date, listHours(day, timeZone)]))
  const rows = new Map<string, number>()
  for (const ofDay of hours.values()) {
    for (const { key, at } of ofDay) if (!rows.has(key)) rows.set(key, at)
  }
  const keys = [...rows.keys()].sort()
  let first = keys.findIndex((key) => Number(key.slice(0, 2)) >= FIRST_HOUR)
  let last = keys.findLastIndex((key) => Number(key.slice(0, 2)) < END_HOUR)
  for (const day of days) {
    const indexByTime = new Map(
      (hours.get(day.date) ?? []).map(({ key, at }) => [at, keys.indexOf(key)]),
    )
    for (const span of shown) {
      const clipped = within(span, day)
      if (!clipped) continue
      for (const [at, index] of indexByTime) {
        if (at >= clipped.end || at + HOUR <= clipped.start) continue
        first = Math.min(first, index)
        last = Math.max(last, index)
      }
    }
  }
  const visible = keys.slice(Math.max(first, 0), last + 1)
  return {
    rows: visible.map((key) => ({ key, label: formatTime(rows.get(key) ?? 0, timeZone) })),
    days,
    starts: new Map(
      days.map(({ date }) => {
        const timeByKey = new Map((hours.get(date) ?? []).map(({ key, at }) => [key, at]))
        return [date, visible.map((key) => timeByKey.get(key) ?? null)]
      }),
    ),
  }
}

/** Hours from the top of the axis to an instant of a day; its edges for what lies beyond them. */
export function placeOnAxis({ starts, rows }: TimeAxis, date: string, instant: number): number {
  const ofDay = starts.get(date) ?? []
  let place = 0
  for (const [row, start] of ofDay.entries()) {
    if (start === null) continue
    if (instant < start) return place
    place = row + Math.min((instant - start) / HOUR, 1)
    if (instant < start + HOUR) return place
  }
  return Math.min(place, rows.length)
}

export function instantOnAxis({ starts }: TimeAxis, date: string, place: number): number | null {
  const row = Math.floor(place)
  const start = starts.get(date)?.[row]
  if (start === undefined || start === null) return null
  return start + Math.round(((place - row) * HOUR) / SLOT_MARK_MS) * SLOT_MARK_MS
}

export function shownSpan({ starts }: TimeAxis, date: string): Span {
  const ofDay = (starts.get(date) ?? []).filter((start) => start !== null)
  return { start: ofDay[0] ?? 0, end: (ofDay.at(-1) ?? 0) + HOUR }
}

export function within(span: Span, day: Span): Span | null {
  const start = Math.max(span.start, day.start)
  const end = Math.min(span.end, day.end)
  return start < end ? { start, end } : null
}

function listHours({ start, end }: ClinicDay, timeZone: string): { key: string; at: number }[] {
  const hours: { key: string; at: number }[] = []
  for (let at = start; at < end; at += HOUR) {
    const name = String(hourAt(at, timeZone)).padStart(2, '0')
    hours.push({ key: hours.at(-1)?.key === name ? `${name} again` : name, at })
  }
  return hours
}
