import { z } from 'zod'
import { calendarDate, idText } from './fields.ts'

/** The most days that numbers are made for at once: a leap year. */
const LONGEST_PERIOD = 366
const MS_PER_DAY = 86_400_000

/** The days that are reported on, the clinic's, both included; this week where none are said. */
export const periodQuery = {
  from: calendarDate.optional(),
  to: calendarDate.optional(),
}

/** Whose appointments: a clinician's, or `all`. Left out: one's own, or all for who has none. */
export const scopeQuery = { staff_id: z.literal('all').or(idText).optional() }

type Given = { from?: string | undefined; to?: string | undefined }

/** Both days or neither, in order, and not more than can be counted while somebody waits. */
export const withPeriod = <T extends z.ZodType<Given>>(query: T) =>
  query
    .refine(({ from, to }) => !from === !to, {
      path: ['to'],
      error: 'Enter both the first and the last day, or neither',
    })
    .refine(({ from, to }) => !from || !to || from <= to, {
      path: ['to'],
      error: 'The last day must not be before the first',
    })
    .refine(
      ({ from, to }) =>
        !from || !to || Date.parse(to) - Date.parse(from) < LONGEST_PERIOD * MS_PER_DAY,
      {
        path: ['to'],
        error: `Choose ${LONGEST_PERIOD} days or fewer`,
      },
    )
