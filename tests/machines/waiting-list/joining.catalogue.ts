import type { joiningMachine } from '#machines/waiting-list/joining.machine.ts'
import { waitingEntry } from '../../islands/waiting-list/samples.ts'
import { person } from '../booking/booking-samples.ts'
import type { Catalogue } from '../event-catalogue.ts'

export const preference = {
  days: [1, 5],
  from_time: '00:00',
  to_time: '11:59',
  site_ids: [1],
  until: '2026-09-30',
}

export const joiningCatalogue = {
  events: { 'preference.submitted': [{ type: 'preference.submitted', preference }] },
  results: {
    guestBooking: { done: [{ guest: person }, { guest: null }] },
    joinList: {
      joined: [{ kind: 'joined', entry: waitingEntry, token: null }],
      refused: [{ kind: 'refused', fields: { until: ['Choose today or a later day'] } }],
      impossible: [
        { kind: 'impossible', detail: 'You wait for 5 services already.', freeTimes: [] },
      ],
      unsent: [{ kind: 'unsent' }],
      signedOut: [{ kind: 'signedOut' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof joiningMachine>
