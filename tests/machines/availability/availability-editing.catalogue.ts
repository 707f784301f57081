import type { OrphanedAppointment, Resolution } from '#lib/contract/orphaned-appointments.ts'
import type {
  AvailabilityChange,
  AvailabilityEditingEvent,
  CheckResult,
  SaveResult,
} from '#machines/availability/availability-editing.types.ts'
import type { Catalogue } from '../event-catalogue.ts'

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
    exceptions: [],
  },
}

export const orphaned: OrphanedAppointment = {
  id: 41,
  version: 2,
  start: '2027-06-10T14:00:00.000Z',
  end: '2027-06-10T14:30:00.000Z',
  duration: 30,
  appointment_type: { id: 5, name: 'Flu vaccination' },
  patient: { id: 9, full_name: 'Rosa Whitfield' },
  staff: { id: 3, full_name: 'Priya Shah' },
  room: { id: 2, name: 'Room 2' },
  site: { id: 1, slug: 'harbour-street', name: 'Harbour Street' },
  reasons: ['outside_hours'],
  alternatives: [
    {
      start: '2027-06-10T09:00:00.000Z',
      end: '2027-06-10T09:30:00.000Z',
      staff_id: 3,
      staff_name: 'Priya Shah',
      room_id: 2,
      room_name: 'Room 2',
      site_id: 1,
      site_name: 'Harbour Street',
    },
  ],
}

export const resolutions: readonly Resolution[] = [
  { action: 'keep', appointment_id: 41, version: 2 },
]

const refused = { kind: 'refused' as const, fields: { room: ['Room 2 is taken'] } }
const pinRefused = { kind: 'pinRefused', message: 'This is not the PIN of this clinician' } as const

export const availabilityCatalogue = {
  events: {
    'change.submitted': [
      { type: 'change.submitted', change, needsPin: false },
      { type: 'change.submitted', change, needsPin: true },
    ],
    'pin.entered': [{ type: 'pin.entered', pin: '2468' }],
    'resolutions.chosen': [{ type: 'resolutions.chosen', resolutions }],
    'change.dropped': [{ type: 'change.dropped' }],
  },
  results: {
    checkChange: {
      clear: [{ kind: 'clear' }],
      orphaned: [{ kind: 'orphaned', orphaned: [orphaned] }],
      refused: [refused],
      pinRefused: [pinRefused],
      notAllowed: [{ kind: 'notAllowed' }],
      signedOut: [{ kind: 'signedOut' }],
      stale: [{ kind: 'stale' }],
    },
    saveChange: {
      saved: [{ kind: 'saved' }],
      outdated: [{ kind: 'outdated' }],
      refused: [refused],
      pinRefused: [pinRefused],
      notAllowed: [{ kind: 'notAllowed' }],
      signedOut: [{ kind: 'signedOut' }],
      stale: [{ kind: 'stale' }],
    },
  },
  delays: {},
} satisfies Catalogue<
  AvailabilityEditingEvent,
  { checkChange: CheckResult; saveChange: SaveResult }
>
