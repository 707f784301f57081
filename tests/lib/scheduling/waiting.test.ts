import { expect, test } from 'vitest'
import { fitsPreference, localStart, type SlotPreference } from '#lib/scheduling/waiting.ts'

const LONDON = 'Europe/London'
const any: SlotPreference = {
  siteIds: [],
  days: [1, 2, 3, 4, 5, 6, 7],
  fromTime: '00:00',
  toTime: '23:59',
  until: '2026-12-31',
  before: null,
}
const fits = (instant: string, preference: Partial<SlotPreference>, siteId = 1) => {
  const start = Date.parse(instant)
  const slot = { start, siteId, ...localStart(start, LONDON) }
  return fitsPreference(slot, { ...any, ...preference })
}

test('a start is taken by the clock of the clinic, also where the clocks change', () => {
  // Summer: 8am in UTC is 9am in London.
  expect(localStart(Date.parse('2026-07-05T08:00:00Z'), LONDON)).toEqual({
    date: '2026-07-05',
    time: '09:00',
    day: 7,
  })
  // The last minute of a Saturday in UTC is Sunday in London.
  expect(localStart(Date.parse('2026-07-04T23:30:00Z'), LONDON).day).toBe(7)
  expect(localStart(Date.parse('2026-10-25T01:30:00Z'), LONDON).time).toBe('01:30')
})

test.each<[string, Partial<SlotPreference>, boolean]>([
  ['2026-12-01T09:00:00Z', {}, true],
  ['2026-12-01T09:00:00Z', { fromTime: '09:00', toTime: '09:00' }, true],
  ['2026-12-01T09:00:00Z', { fromTime: '09:15' }, false],
  ['2026-12-01T09:00:00Z', { toTime: '08:59' }, false],
  ['2026-12-01T09:00:00Z', { days: [2] }, true],
  ['2026-12-01T09:00:00Z', { days: [1, 3] }, false],
  ['2026-12-31T23:30:00Z', {}, true],
  ['2027-01-01T00:00:00Z', {}, false],
  ['2026-12-01T09:00:00Z', { siteIds: [1, 2] }, true],
  ['2026-12-01T09:00:00Z', { siteIds: [2] }, false],
  ['2026-12-01T09:00:00Z', { before: Date.parse('2026-12-01T09:15:00Z') }, true],
  ['2026-12-01T09:00:00Z', { before: Date.parse('2026-12-01T09:00:00Z') }, false],
])('%s for %o: %s', (instant, preference, expected) => {
  expect(fits(instant, preference)).toBe(expected)
})
