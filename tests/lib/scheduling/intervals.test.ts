import { describe, expect, it } from 'vitest'
import { contains, overlaps, subtract } from '#lib/scheduling/intervals.ts'

const day = { start: 0, end: 100 }

describe('what is left of a working period', () => {
  it('is all of it when nothing is taken', () => {
    expect(subtract(day, [])).toEqual([day])
  })

  it('is the parts around what is taken, whatever the order', () => {
    const taken = [
      { start: 60, end: 70 },
      { start: 10, end: 20 },
      { start: 40, end: 45 },
    ]
    expect(subtract(day, taken)).toEqual([
      { start: 0, end: 10 },
      { start: 20, end: 40 },
      { start: 45, end: 60 },
      { start: 70, end: 100 },
    ])
    expect(taken[0]).toEqual({ start: 60, end: 70 })
  })

  it('has no gap between bookings that touch', () => {
    const taken = [
      { start: 20, end: 30 },
      { start: 10, end: 20 },
    ]
    expect(subtract(day, taken)).toEqual([
      { start: 0, end: 10 },
      { start: 30, end: 100 },
    ])
  })

  it('does not come back inside a long booking that holds a short one', () => {
    const taken = [
      { start: 10, end: 80 },
      { start: 20, end: 30 },
      { start: 70, end: 90 },
    ]
    expect(subtract(day, taken)).toEqual([
      { start: 0, end: 10 },
      { start: 90, end: 100 },
    ])
  })

  it('keeps a single millisecond at either end', () => {
    expect(subtract(day, [{ start: 1, end: 99 }])).toEqual([
      { start: 0, end: 1 },
      { start: 99, end: 100 },
    ])
  })

  it('is nothing when it is covered, exactly or by more', () => {
    expect(subtract(day, [day])).toEqual([])
    expect(subtract(day, [{ start: -5, end: 105 }])).toEqual([])
    expect(
      subtract(day, [
        { start: 50, end: 100 },
        { start: 0, end: 50 },
      ]),
    ).toEqual([])
  })

  it('is not cut by what lies outside or is empty', () => {
    const taken = [
      { start: -20, end: 0 },
      { start: 50, end: 50 },
      { start: 100, end: 120 },
    ]
    expect(subtract(day, taken)).toEqual([day])
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
