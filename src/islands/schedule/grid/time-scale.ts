import { SLOT_MARK_MINUTES, SLOT_MARK_MS } from '#lib/scheduling/slot-mark.ts'
import type { ScheduleLayout } from '../schedule-layout.ts'
import { placeOnAxis } from '../time-axis.ts'

const MARKS_OF_HOUR = 60 / SLOT_MARK_MINUTES
const MARKS_OF_QUARTER = 15 / SLOT_MARK_MINUTES

/** They are pixels. A line of small text can also be hit (WCAG 2.5.8). */
const LINE_PX = 24

export type TimeScale = {
  height: number
  hours: readonly number[]
  lines: string
  toPixels: (place: number) => number
  toPlace: (pixels: number) => number
}

/**
 * Every five minutes are a row of the same height, but a row is as high as a line of text where
 * anybody has an appointment that is no longer. It is so for all columns: times stay side by side.
 */
export function timeScale({ axis, columns }: ScheduleLayout, hourPx: number): TimeScale {
  const heights = Array.from(
    { length: axis.rows.length * MARKS_OF_HOUR },
    () => hourPx / MARKS_OF_HOUR,
  )
  for (const { date, blocks } of columns) {
    for (const { start, end } of blocks) {
      if (end - start > SLOT_MARK_MS) continue
      const mark = Math.floor(placeOnAxis(axis, date, start) * MARKS_OF_HOUR + ROUNDING)
      heights[mark] = Math.max(heights[mark] ?? 0, LINE_PX)
    }
  }
  const tops = [0]
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height)
  const height = tops.at(-1) ?? 0
  const findTop = (mark: number) => tops[mark] ?? height
  return {
    height,
    hours: axis.rows.map(
      (_, row) => findTop((row + 1) * MARKS_OF_HOUR) - findTop(row * MARKS_OF_HOUR),
    ),
    lines: linesAt(tops.filter((_, mark) => mark % MARKS_OF_QUARTER === 0)),
    toPixels: (place) => {
      const mark = Math.floor(place * MARKS_OF_HOUR + ROUNDING)
      return findTop(mark) + (place * MARKS_OF_HOUR - mark) * (heights[mark] ?? 0)
    },
    toPlace: (pixels) => {
      const mark = Math.max(
        tops.findLastIndex((top) => top <= pixels),
        0,
      )
      const within = heights[mark] ? (pixels - findTop(mark)) / heights[mark] : 0
      return (mark + within) / MARKS_OF_HOUR
    },
  }
}

/** Places are quotients: a twelfth of an hour may be a little less than itself. */
const ROUNDING = 1e-6

function linesAt(quarters: readonly number[]): string {
  const stops = quarters.map((top, quarter) => {
    const colour = `var(--color-line${quarter % 4 === 0 ? '-strong' : ''})`
    return `transparent ${top}px, ${colour} ${top}px ${top + 1}px, transparent ${top + 1}px`
  })
  return `linear-gradient(${stops.join(', ')})`
}
