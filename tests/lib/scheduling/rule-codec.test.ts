import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAvailability, plainRule, sentRule } from '#lib/scheduling/rule-codec.ts'

const rule = { ...newAvailability('2026-08-05'), exceptions: ['2026-12-24'] }
const sent = {
  start_date: '06/08/2026',
  start_time: '09:00',
  end_time: '17:30',
  recurring: false,
  recurring_until: '06/08/2027',
  repeat_every: 1,
  freq: 3,
  weekdays: [0, 1, 2, 3, 4],
  months: [],
  except_bank_holidays: false,
  except_holiday_dates: true,
  exceptions: ['24/12/2026'],
}

test('a rule is sent with written dates, and read back as it was', () => {
  expect(z.encode(sentRule, rule)).toEqual(sent)
  expect(sentRule.parse(sent)).toEqual(rule)
})

test('a rule without an end is sent without one', () => {
  const endless = { ...rule, recurringUntil: null }
  expect(z.encode(sentRule, endless)).toMatchObject({ recurring_until: null })
  expect(sentRule.parse({ ...sent, recurring_until: null })).toEqual(endless)
})

test('a date that is not in the calendar is no rule', () => {
  expect(sentRule.safeParse({ ...sent, start_date: '30/02/2026' }).success).toBe(false)
})

test('the table has plain dates and seconds', () => {
  const row = { ...z.encode(plainRule, rule), start_time: '09:00:00', end_time: '17:30:00' }
  expect(row).toMatchObject({ start_date: '2026-08-06', exceptions: ['2026-12-24'] })
  expect(plainRule.parse(row)).toEqual(rule)
})
