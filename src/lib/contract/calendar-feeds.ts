import { z } from 'zod'
import { instant } from './fields.ts'
import { operation } from './operation.ts'

const CalendarFeed = z.object({
  created: instant,
  last_read: instant.nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

const state = { shows_names: z.boolean() }

const own = {
  audience: 'admin',
  permission: 'clinic.view_appointment',
  errors: ['not_signed_in', 'not_allowed'],
} as const

export const calendarFeedOperations = {
  'GET admin/calendar-feed/': operation({
    ...own,
    summary: 'Whether your schedule has a calendar feed. For clinicians alone',
    status: 200,
    response: z.object({ ...state, feed: CalendarFeed.nullable() }),
  }),
  'POST admin/calendar-feed/': operation({
    ...own,
    summary:
      'Make a calendar feed of your schedule, or replace its address. The address is answered this once, and an earlier one stops working',
    freshSignIn: true,
    status: 201,
    response: z.object({ ...state, feed: CalendarFeed, address: z.url() }),
  }),
  'DELETE admin/calendar-feed/': operation({
    ...own,
    summary: 'End the calendar feed of your schedule. Its address stops working',
    status: 204,
  }),
  'GET public/calendar-feeds/{token}/schedule.ics': operation({
    audience: 'public',
    summary:
      'The schedule of the clinician who made this address, from 30 days ago to a year ahead, for calendar programs',
    params: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'Copy the whole address') }),
    status: 200,
    file: 'text/calendar',
    errors: ['invalid', 'not_found', 'too_many_requests'],
    cost: 'file',
  }),
}
