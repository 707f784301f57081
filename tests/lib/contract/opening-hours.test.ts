import { expect, test } from 'vitest'
import { dayHours, parseDayHours, tidyDayHours } from '#lib/contract/opening-hours.ts'

test.each([
  ['9am to 5:30pm', '09:00-17:30'],
  ['9:00 - 17.30', '09:00-17:30'],
  ['0900–1730', '09:00-17:30'],
  ['9am until noon; 2 pm to midnight', '09:00-12:00, 14:00-24:00'],
  ['midnight to midnight', '00:00-24:00'],
  ['12am to 12pm', '00:00-12:00'],
  ['closed', 'Closed'],
  ['OPEN', 'Open'],
  ['Open, times vary', 'Open'],
  ['', ''],
])('"%s" is kept as "%s", and so is that', (written, kept) => {
  expect(dayHours.parse(written)).toBe(kept)
  expect(tidyDayHours(kept)).toBe(kept)
})

test.each([
  ['often', /^Enter times such as/],
  // It could be the afternoon.
  ['9-5', /^Enter times such as/],
  ['2-5:30pm', /^Enter times such as/],
  ['13pm to 14pm', /^Enter times such as/],
  ['9:75-10:00', /^Enter times such as/],
  ['9:00-24:30', /^Enter times such as/],
  ['9:00', /^Enter times such as/],
  ['9:00-5:00', /^The closing time must be later/],
  ['9:00-13:00, 12:00-17:00', /^Enter the periods in order/],
  ['8:00-9:00, 10:00-11:00, 12:00-13:00, 14:00-15:00', /^Enter 3 periods or fewer/],
])('"%s" is refused', (written, why) => {
  expect(dayHours.safeParse(written).error?.issues[0]?.message).toMatch(why)
})

test('what is kept is read in parts', () => {
  expect(['', 'Open', 'Closed', '09:00-12:00, 14:00-24:00'].map(parseDayHours)).toEqual([
    null,
    'OPEN',
    'CLOSED',
    [
      { opens: '09:00', closes: '12:00' },
      { opens: '14:00', closes: '24:00' },
    ],
  ])
})
