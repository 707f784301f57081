import { expect, test } from 'vitest'
import { isExactDate } from '#lib/dates/date-parts.ts'
import {
  daysBetween,
  daysIn,
  fromWrittenDate,
  isoWeekday,
  monthAround,
  periodBefore,
  toWrittenDate,
  weekAround,
} from '#lib/dates/dates.ts'

test.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-4-1', false],
  ['2026-04-01T00:00', false],
  ['', false],
])('"%s" is a date of the calendar: %s', (text, expected) => {
  expect(isExactDate(text)).toBe(expected)
})

test('an availability writes day, month and year', () => {
  expect(toWrittenDate('2026-08-06')).toBe('06/08/2026')
  expect(fromWrittenDate('06/08/2026')).toBe('2026-08-06')
})

test('days are counted across months, years, clock changes and 29 February', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2)
  expect(daysBetween('2026-01-01', '2027-01-01')).toBe(365)
})

test('a week is counted from Monday', () => {
  expect(['2026-08-03', '2026-08-08', '2026-08-09'].map(isoWeekday)).toEqual([1, 6, 7])
})

test('a week begins on Monday', () => {
  expect(weekAround('2026-08-09')).toEqual({ from: '2026-08-03', to: '2026-08-09' })
  expect(weekAround('2026-08-10')).toEqual({ from: '2026-08-10', to: '2026-08-16' })
})

test.each([
  ['2026-02-10', '2026-02-01', '2026-02-28'],
  ['2028-02-29', '2028-02-01', '2028-02-29'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
  ['2026-01-01', '2026-01-01', '2026-01-31'],
])('the month of %s is %s to %s', (date, from, to) => {
  expect(monthAround(date)).toEqual({ from, to })
})

test.each([
  [
    'a month with the one before, however long',
    '2026-03-01',
    '2026-03-31',
    '2026-02-01',
    '2026-02-28',
  ],
  ['January with December', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['a week with the week before', '2026-08-03', '2026-08-09', '2026-07-27', '2026-08-02'],
  ['a day with the day before', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['days over a clock change with as many', '2026-03-28', '2026-03-30', '2026-03-25', '2026-03-27'],
  ['two months with as many days', '2026-01-01', '2026-02-28', '2025-11-03', '2025-12-31'],
])('%s', (_, from, to, expectedFrom, expectedTo) => {
  const before = periodBefore({ from, to })
  expect(before).toEqual({ from: expectedFrom, to: expectedTo })
})

test('the length counts both ends', () => {
  expect(daysIn({ from: '2028-01-01', to: '2028-12-31' })).toBe(366)
  expect(daysIn({ from: '2026-08-03', to: '2026-08-03' })).toBe(1)
})
