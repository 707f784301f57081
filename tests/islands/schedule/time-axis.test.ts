import { describe, expect, it } from 'vitest'
import {
  instantOnAxis,
  placeOnAxis,
  shownSpan,
  timeAxis,
  within,
} from '#islands/schedule/time-axis.ts'

const ZONE = 'Europe/London'
const day = (date: string, start: string, end: string) => ({
  date,
  start: Date.parse(start),
  end: Date.parse(end),
})
const plain = day('2026-11-23', '2026-11-23T00:00Z', '2026-11-24T00:00Z')
/** The clocks go back at 2am: 1am to 2am is there twice. */
const long = day('2026-10-25', '2026-10-24T23:00Z', '2026-10-26T00:00Z')
/** The clocks go forward at 1am: there is no 1am to 2am. */
const short = day('2026-03-29', '2026-03-29T00:00Z', '2026-03-29T23:00Z')
const whole = ({ start, end }: { start: number; end: number }) => [{ start, end }]
const labels = (axis: ReturnType<typeof timeAxis>) => axis.rows.map(({ label }) => label)

describe('the hours of a day', () => {
  it('are 8am to 6pm when nothing is outside of them', () => {
    const axis = timeAxis([plain], [], ZONE)
    expect(labels(axis)).toHaveLength(10)
    expect([labels(axis)[0], labels(axis).at(-1)]).toEqual(['8am', '5pm'])
  })

  it('reach as far as what is in them, by whole hours', () => {
    const span = { start: Date.parse('2026-11-23T06:40Z'), end: Date.parse('2026-11-23T19:05Z') }
    const axis = timeAxis([plain], [span], ZONE)
    expect([labels(axis)[0], labels(axis).at(-1)]).toEqual(['6am', '7pm'])
  })

  it('end at midnight for what goes on into the next day, which begins with it', () => {
    const night = { start: Date.parse('2026-11-23T22:00Z'), end: Date.parse('2026-11-24T06:00Z') }
    const next = day('2026-11-24', '2026-11-24T00:00Z', '2026-11-25T00:00Z')
    expect(labels(timeAxis([plain], [night], ZONE)).at(-1)).toBe('11pm')
    expect(labels(timeAxis([next], [night], ZONE))[0]).toBe('midnight')
    expect(within(night, plain)).toEqual({ start: night.start, end: plain.end })
    expect(within(night, next)).toEqual({ start: next.start, end: night.end })
    expect(within(night, long)).toBeNull()
  })

  it('are 25 when the clocks go back, the one that is there twice by the names of its zones', () => {
    const axis = timeAxis([long], whole(long), ZONE)
    expect(labels(axis).slice(0, 4)).toEqual(['midnight', '1am BST', '1am GMT', '2am'])
    expect(labels(axis)).toHaveLength(25)
  })

  it('are 23 when they go forward', () => {
    const axis = timeAxis([short], whole(short), ZONE)
    expect(labels(axis).slice(0, 3)).toEqual(['midnight', '2am', '3am'])
    expect(labels(axis)).toHaveLength(23)
  })
})

describe('a place on the axis', () => {
  it('is hours from its top, and back again on a 5-minute mark', () => {
    const axis = timeAxis([plain], [], ZONE)
    const instant = Date.parse('2026-11-23T09:20Z')
    const place = placeOnAxis(axis, plain.date, instant)
    expect(place).toBeCloseTo(1 + 1 / 3)
    expect(instantOnAxis(axis, plain.date, place + 0.02)).toBe(instant)
    expect(placeOnAxis(axis, plain.date, Date.parse('2026-11-23T03:00Z'))).toBe(0)
    expect(placeOnAxis(axis, plain.date, Date.parse('2026-11-23T23:00Z'))).toBe(10)
    expect(instantOnAxis(axis, plain.date, 10)).toBeNull()
    expect(shownSpan(axis, plain.date)).toEqual({
      start: Date.parse('2026-11-23T08:00Z'),
      end: Date.parse('2026-11-23T18:00Z'),
    })
  })

  it.each([
    ['of 24 hours', plain],
    ['of 25 hours', long],
    ['of 23 hours', short],
  ])('moves on with every five minutes of a day %s, and never back', (_, given) => {
    const axis = timeAxis([given], whole(given), ZONE)
    const marks = (given.end - given.start) / 300_000
    const places = Array.from({ length: marks }, (_, mark) =>
      placeOnAxis(axis, given.date, given.start + mark * 300_000),
    )
    places.forEach((place, mark) => {
      expect(place).toBeCloseTo(mark / 12)
      expect(instantOnAxis(axis, given.date, place)).toBe(given.start + mark * 300_000)
    })
  })
})

describe('a week in which the clocks change', () => {
  const saturday = day('2026-10-24', '2026-10-23T23:00Z', '2026-10-24T23:00Z')
  const both = timeAxis([saturday, long], [...whole(saturday), ...whole(long)], ZONE)

  it('keeps 9am beside 9am', () => {
    expect(both.rows).toHaveLength(25)
    expect(placeOnAxis(both, saturday.date, Date.parse('2026-10-24T08:00Z'))).toBe(10)
    expect(placeOnAxis(both, long.date, Date.parse('2026-10-25T09:00Z'))).toBe(10)
  })

  it('has no time in the hour that the other day has twice', () => {
    expect(instantOnAxis(both, saturday.date, 2.5)).toBeNull()
    expect(instantOnAxis(both, long.date, 2.5)).toBe(Date.parse('2026-10-25T01:30Z'))
  })
})
