import { z } from 'zod'
import { writtenDate } from '../contract/fields.ts'
import { addDays } from '../dates/format-date-time.ts'
import type { AvailabilityRule } from './recurrence.ts'

/** Holds a rule by the names of the contract and of the table, with plain dates. */
const PlainRule = z.object({
  start_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  recurring: z.boolean(),
  recurring_until: z.string().nullable(),
  repeat_every: z.number(),
  freq: z.literal([0, 1, 2, 3]),
  weekdays: z.array(z.number()),
  months: z.array(z.number()),
  except_bank_holidays: z.boolean(),
  except_holiday_dates: z.boolean(),
  exceptions: z.array(z.string()),
})

export const plainRule = z.codec(PlainRule, z.custom<AvailabilityRule>(), {
  decode: (fields) => ({
    startDate: fields.start_date,
    startTime: fields.start_time.slice(0, 5),
    endTime: fields.end_time.slice(0, 5),
    recurring: fields.recurring,
    recurringUntil: fields.recurring_until,
    repeatEvery: fields.repeat_every,
    freq: fields.freq,
    weekdays: fields.weekdays,
    months: fields.months,
    exceptBankHolidays: fields.except_bank_holidays,
    exceptHolidayDates: fields.except_holiday_dates,
    exceptions: fields.exceptions,
  }),
  encode: (rule) => ({
    start_date: rule.startDate,
    start_time: rule.startTime,
    end_time: rule.endTime,
    recurring: rule.recurring,
    recurring_until: rule.recurringUntil,
    repeat_every: rule.repeatEvery,
    freq: rule.freq,
    weekdays: rule.weekdays,
    months: rule.months,
    except_bank_holidays: rule.exceptBankHolidays,
    except_holiday_dates: rule.exceptHolidayDates,
    exceptions: [...rule.exceptions],
  }),
})

/** Codes what travels: the same with dates as `DD/MM/YYYY`. */
export const sentRule = PlainRule.extend({
  start_date: writtenDate,
  recurring_until: writtenDate.nullable(),
  exceptions: z.array(writtenDate),
}).pipe(plainRule)

const DAILY = 3

/** 29 February becomes the 28th. */
export function yearAfter(date: string): string {
  const year = Number(date.slice(0, 4)) + 1
  const day = date.slice(4)
  return `${year}${day === '-02-29' ? '-02-28' : day}`
}

export function newAvailability(today: string): AvailabilityRule {
  const startDate = addDays(today, 1)
  return {
    startDate,
    startTime: '09:00',
    endTime: '17:30',
    recurring: false,
    recurringUntil: yearAfter(startDate),
    repeatEvery: 1,
    freq: DAILY,
    weekdays: [0, 1, 2, 3, 4],
    months: [],
    exceptBankHolidays: false,
    exceptHolidayDates: true,
    exceptions: [],
  }
}
