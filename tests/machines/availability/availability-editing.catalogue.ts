import type {
  AvailabilityChange,
  AvailabilityRejection,
  availabilityEditingMachine,
} from '#machines/availability/availability-editing.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'
import { outcomes, rejections } from '../orphaned/change-saving.catalogue.ts'

export const change: AvailabilityChange = {
  kind: 'change',
  id: 4,
  version: 1,
  scope: 'all',
  rule: {
    staff: 3,
    room: 2,
    appointment_types: [5],
    start_date: '10/06/2027',
    start_time: '09:00',
    end_time: '12:00',
    recurring: false,
    recurring_until: null,
    repeat_every: 1,
    freq: 3,
    weekdays: [],
    months: [],
    except_bank_holidays: false,
    except_holiday_dates: true,
    exceptions: [],
  },
}

const { refused, pinRefused, notAllowed, signedOut, stale } = rejections

export const availabilityCatalogue = {
  events: {
    'change.submitted': [
      { type: 'change.submitted', change, needsPin: false },
      { type: 'change.submitted', change, needsPin: true },
    ],
    'pin.entered': [{ type: 'pin.entered', pin: '2468' }],
    'pin.dropped': [{ type: 'pin.dropped' }],
  },
  results: {
    changeSaving: outcomes<null, AvailabilityRejection>([null], {
      refused,
      pinRefused,
      notAllowed,
      signedOut,
      stale,
    }),
  },
  delays: {},
} satisfies Catalogue<typeof availabilityEditingMachine>
