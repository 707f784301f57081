import { z } from 'zod'
import { calendarDate, idText } from './fields.ts'

const LONGEST_PERIOD = 366
const MS_PER_DAY = 86_400_000

/** Clinic days, both inclusive; default this week. */
export const periodQuery = {
  from: calendarDate.optional(),
  to: calendarDate.optional(),
}

/** A clinician or `all`; default oneself, or all for viewers who are no clinician. */
export const scopeQuery = { staff_id: z.literal('all').or(idText).optional() }

type Given = { from?: string | undefined; to?: string | undefined }

/** Requires both days or neither, in order, and not too many to count. */
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
