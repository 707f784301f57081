import type { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { requestCatalogue } from '../request.catalogue.ts'

export const ADDRESS = 'https://clinic.example.test/api/public/calendar-feeds/abc/schedule.ics'

export const calendarFeedCatalogue = requestCatalogue<typeof calendarFeedMachine>(
  ['make', 'replace', 'end'],
  {
    made: [{ kind: 'made', address: ADDRESS }],
    ended: [{ kind: 'ended' }],
    offline: [{ kind: 'offline' }],
  },
)
