import { expect, test } from 'vitest'
import { isBankHoliday, isHoliday } from '#lib/dates/bank-holidays.ts'
import { addDays } from '#lib/dates/format-date-time.ts'

/** As published by the government for England and Wales. */
const PUBLISHED: Record<number, string[]> = {
  2021: ['01-01', '04-02', '04-05', '05-03', '05-31', '08-30', '12-27', '12-28'],
  2024: ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', '12-25', '12-26'],
  2026: ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28'],
  2027: ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28'],
  2028: ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26'],
}

test.each(Object.entries(PUBLISHED))(
  'the bank holidays of %s are those published',
  (year, days) => {
    const found = Array.from({ length: 366 }, (_, days) => addDays(`${year}-01-01`, days))
      .filter((date) => date.startsWith(year) && isBankHoliday(date))
      .map((date) => date.slice(5))
    expect(found).toEqual(days)
  },
)

test('Christmas on a Sunday moves to the Tuesday, after Boxing Day', () => {
  const holidays = ['2022-12-25', '2022-12-26', '2022-12-27'].map(isBankHoliday)
  expect(holidays).toEqual([false, true, true])
})

test('an early and a late Easter are found', () => {
  expect(isBankHoliday('2008-03-24')).toBe(true)
  expect(isBankHoliday('2038-04-26')).toBe(true)
})

test('the holidays themselves count beside the days that make up for them', () => {
  const days = ['2027-12-24', '2027-12-25', '2027-12-26', '2027-12-27', '2027-12-28', '2028-01-01']
  expect(days.filter(isHoliday)).toEqual(days.slice(1))
  expect(days.filter(isBankHoliday)).toEqual(['2027-12-27', '2027-12-28'])
})
