import { expect } from 'vitest'
import type {
  Attempt,
  BookingClash,
  ChosenSlot,
  Draft,
  Hold,
} from '#machines/booking/booking.types.ts'
import type { BookingChange } from '#machines/booking/booking-change.ts'
import type { Booker, KnownGuest } from '#machines/booking/guest-booking.machine.ts'

export const slot: ChosenSlot = {
  appointmentTypeId: 7,
  start: '2026-08-06T08:30:00Z',
  day: '2026-08-06',
  site: { id: 2, slug: 'high-street', name: 'High Street' },
}

export const hold: Hold = {
  id: 41,
  token: 'hold-token',
  expiresAt: Date.parse('2026-08-05T10:10:00Z'),
  lasts: 600_000,
}

export const guest: KnownGuest = {
  id: 9,
  uuid: '6f1f4a0e-7a44-4d0e-9f0f-0d5a3c1f2b11',
  url: 'https://clinic.example/api/public/users/9/',
  full_name: 'Ada Rowe',
  first_name: 'Ada',
  last_name: 'Rowe',
  email: 'ada@example.test',
  mobile: '07700 900982',
  dob: '1984-03-27',
  title: 'Ms',
  gender: -1,
  address1: '1 Mill Lane',
  address2: '',
  city: 'Leeds',
  county: '',
  nation: 'England',
  postcode: 'LS1 4AP',
  nhs_number: '',
  gp_surgery_id: null,
  reminders: 'email',
  gp_surgery: null,
  guest_access_token: 'guest-token',
}

/** The same person, signed in. */
export const person: Booker = { ...guest, guest_access_token: null }

const { id: _id, uuid, url, full_name, guest_access_token, gp_surgery, ...written } = guest

export const details = { guest: written, gp_surgery }

export const attempt: Attempt = { idempotencyKey: 'key-1', notes: 'Needs a ramp' }

/** The same service is booked for a week later. */
export const clash: BookingClash = {
  reason: 'sameService',
  booking: {
    id: 76,
    service: 'Flu jab',
    start: '2026-08-13T08:30:00Z',
    site: 'High Street',
    patient: null,
  },
  canContinue: true,
  isForOthersOnly: false,
}

/** Left at the review step, with the hold alive. */
export const draft: Draft = { step: 'review', chosen: slot, hold, attempt: null, acceptedId: null }

type Hearing = { context: { viewer: string | null }; can: (event: BookingChange) => boolean }

/** Another person, and the end of a session that there is, are heard; nothing else is news. */
export function hears(snapshot: Hearing) {
  const { viewer } = snapshot.context
  const can = (event: BookingChange) => snapshot.can(event)
  const other = viewer === null ? person.uuid : null
  expect(can({ type: 'viewer.changed', viewer: other })).toBe(true)
  expect(can({ type: 'viewer.changed', viewer })).toBe(false)
  expect(can({ type: 'viewer.left' })).toBe(viewer !== null)
}
