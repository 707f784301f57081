import { describe, expect, it } from 'vitest'
import { contains, overlaps, subtract } from '#lib/scheduling/intervals.ts'

/** Reads `0..10 20..30`. */
const intervals = (text: string) =>
  text.split(' ').flatMap((each) => {
    const [start, end] = each.split('..').map(Number)
    return start === undefined || end === undefined ? [] : { start, end }
  })
const day = { start: 0, end: 100 }

describe('what is left of a working period', () => {
  it.each([
    ['is all of it when nothing is taken', '', '0..100'],
    ['is the parts around what is taken', '60..70 10..20 40..45', '0..10 20..40 45..60 70..100'],
    ['has no gap between bookings that touch', '20..30 10..20', '0..10 30..100'],
    ['does not come back inside a long booking', '10..80 20..30 70..90', '0..10 90..100'],
    ['keeps a single millisecond at either end', '1..99', '0..1 99..100'],
    ['is nothing when it is covered exactly', '0..100', ''],
    ['is nothing when it is covered by more', '-5..105', ''],
    ['is nothing when it is covered by two', '50..100 0..50', ''],
    ['is not cut by what lies outside or is empty', '-20..0 50..50 100..120', '0..100'],
  ])('%s', (_, taken, left) => {
    const given = intervals(taken)
    expect(subtract(day, given)).toEqual(intervals(left))
    expect(given).toEqual(intervals(taken))
  })

  it('is nothing of an empty period', () => {
    expect(subtract({ start: 50, end: 50 }, [{ start: 10, end: 20 }])).toEqual([])
  })
})

describe('overlapping and containing', () => {
  it('takes the end as free', () => {
    expect(overlaps({ start: 0, end: 10 }, { start: 10, end: 20 })).toBe(false)
    expect(overlaps({ start: 10, end: 20 }, { start: 0, end: 10 })).toBe(false)
    expect(overlaps({ start: 0, end: 11 }, { start: 10, end: 20 })).toBe(true)
    expect(overlaps({ start: 12, end: 13 }, { start: 10, end: 20 })).toBe(true)
    expect(overlaps({ start: 15, end: 15 }, { start: 10, end: 20 })).toBe(false)
  })

  it('lets an appointment fill a period to both ends', () => {
    expect(contains(day, day)).toBe(true)
    expect(contains(day, { start: 0, end: 101 })).toBe(false)
    expect(contains(day, { start: -1, end: 100 })).toBe(false)
  })
})
