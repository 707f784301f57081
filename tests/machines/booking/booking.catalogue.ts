import type { BookingChange } from '#machines/booking/booking-change.ts'
import type { bookingSubmissionMachine } from '#machines/booking/booking-submission.machine.ts'
import type { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import type { guestBookingMachine } from '#machines/booking/guest-booking.machine.ts'
import type { holdRenewalMachine } from '#machines/booking/hold-renewal.machine.ts'
import type { slotChoiceMachine } from '#machines/booking/slot-choice.machine.ts'
import type { weekChoiceMachine } from '#machines/booking/week-choice.machine.ts'
import type { Catalogue, Events } from '../event-catalogue.ts'
import { attempt, clash, details, draft, guest, hold, person, slot } from './booking-samples.ts'

const news = {
  'booked.elsewhere': [
    { type: 'booked.elsewhere', appointmentId: 76, holdToken: hold.token },
    { type: 'booked.elsewhere', appointmentId: 76, holdToken: 'of-another-hold' },
  ],
  'viewer.changed': [
    { type: 'viewer.changed', viewer: person.uuid },
    { type: 'viewer.changed', viewer: null },
  ],
  'viewer.left': [{ type: 'viewer.left' }],
} satisfies Events<BookingChange>

const lost = {
  slotTaken: [{ kind: 'slotTaken' }],
  alreadyBooked: [{ kind: 'alreadyBooked', appointmentId: 76 }],
  notBookable: [{ kind: 'notBookable', detail: 'This time has passed.' }],
} as const

const withdrawn = [{ kind: 'withdrawn' }] as const
const signedOut = [{ kind: 'signedOut' }] as const

const holdSlot = {
  held: [{ kind: 'held', hold }],
  ...lost,
  rateLimited: [{ kind: 'rateLimited', waitSeconds: 30 }],
  signedOut,
  withdrawn,
} as const

/** A refusal of the details that came after the hold had ended. */
const leftByRefusal = {
  editing: true,
  acceptedId: 76,
  refusedFields: { gp_surgery_id: ['Choose another surgery'] },
}

export const slotChoiceCatalogue = {
  events: {
    'slot.chosen': [{ type: 'slot.chosen', slot }],
    'notice.dismissed': [{ type: 'notice.dismissed' }],
    'time.changed': [{ type: 'time.changed' }],
    'hold.renewed': [{ type: 'hold.renewed' }],
    'booking.abandoned': [{ type: 'booking.abandoned' }],
    'draft.continued': [{ type: 'draft.continued' }],
    'draft.discarded': [{ type: 'draft.discarded' }],
    ...news,
  },
  results: {
    restoreDraft: {
      nothing: [{ kind: 'nothing' }],
      continued: [
        { kind: 'continued', draft, guest: null },
        { kind: 'continued', draft: { ...draft, step: 'choose' }, guest: null },
        { kind: 'continued', draft: { ...draft, hold: { ...hold, lasts: 0 } }, guest: null },
        { kind: 'continued', draft: { ...draft, attempt }, guest },
        { kind: 'continued', draft: { ...draft, attempt }, guest: null },
        { kind: 'continued', draft: { ...draft, attempt, hold: { ...hold, lasts: 0 } }, guest },
      ],
      returned: [
        { kind: 'returned', draft, guest: null },
        { kind: 'returned', draft: { ...draft, attempt }, guest },
      ],
    },
    weekChoice: { chosen: [{ kind: 'chosen', slot }], withdrawn },
    holdSlot,
    fetchCheckout: { done: [undefined] },
    checkout: {
      booked: [{ kind: 'booked', appointmentId: 77 }],
      ...lost,
      bookedElsewhere: [{ kind: 'bookedElsewhere', appointmentId: 76 }],
      timeChanged: [{ kind: 'timeChanged' }],
      abandoned: [{ kind: 'abandoned' }],
      holdExpired: [
        { kind: 'holdExpired', editing: false, acceptedId: null, refusedFields: {} },
        { kind: 'holdExpired', ...leftByRefusal },
      ],
      viewerChanged: [
        { kind: 'viewerChanged', viewer: person.uuid },
        { kind: 'viewerChanged', viewer: null },
      ],
      signedOut,
      withdrawn,
    },
    releaseHold: { done: [undefined] },
  },
  delays: {},
} satisfies Catalogue<typeof slotChoiceMachine>

export const weekChoiceCatalogue = {
  events: {
    'week.chosen': [{ type: 'week.chosen', week: '2026-08-10', day: null }],
    'week.retried': [{ type: 'week.retried' }],
    'day.chosen': [{ type: 'day.chosen', day: '2026-08-07' }],
    'site.chosen': [{ type: 'site.chosen', site: 'high-street' }],
    'slot.chosen': [{ type: 'slot.chosen', slot }],
    'connection.restored': [{ type: 'connection.restored' }],
  },
  results: {
    loadWeek: {
      loaded: [{ kind: 'loaded', week: '2026-08-03', day: '2026-08-06' }],
      withdrawn,
    },
  },
  delays: {},
} satisfies Catalogue<typeof weekChoiceMachine>

export const checkoutCatalogue = {
  events: {
    'clash.accepted': [{ type: 'clash.accepted' }],
    'details.edited': [{ type: 'details.edited' }],
    'details.kept': [{ type: 'details.kept' }],
    'booking.confirmed': [{ type: 'booking.confirmed', ...attempt }],
    'time.changed': [{ type: 'time.changed' }],
    'booking.abandoned': [{ type: 'booking.abandoned' }],
    'connection.restored': [{ type: 'connection.restored' }],
    ...news,
  },
  results: {
    holdRenewal: { done: [undefined] },
    findClash: {
      none: [{ kind: 'none' }],
      clash: [
        { kind: 'clash', clash },
        { kind: 'clash', clash: { ...clash, reason: 'sameTime', canContinue: false } },
      ],
    },
    guestBooking: { done: [{ guest }, { guest: null }] },
    bookingSubmission: {
      booked: [{ kind: 'booked', appointmentId: 77 }],
      ...lost,
      unsent: [{ kind: 'unsent' }],
      refused: [{ kind: 'refused', detail: 'You already have an appointment then.' }],
      detailsRefused: [
        { kind: 'detailsRefused', fields: { gp_surgery_id: ['Choose another surgery'] } },
      ],
      notesRefused: [{ kind: 'notesRefused', fields: { notes: ['Use fewer characters'] } }],
      guestUnknown: [{ kind: 'guestUnknown' }],
      signedOut,
      withdrawn,
    },
  },
  delays: {},
} satisfies Catalogue<typeof checkoutMachine>

export const holdRenewalCatalogue = {
  events: {
    'extension.requested': [{ type: 'extension.requested' }],
    'hold.lapsed': [{ type: 'hold.lapsed' }],
  },
  results: { holdSlot },
  delays: { 'holdRenewal.counting': { name: 'holdEnds', milliseconds: hold.lasts } },
} satisfies Catalogue<typeof holdRenewalMachine>

export const guestCatalogue = {
  events: {
    'details.submitted': [{ type: 'details.submitted', details }],
    'check.retried': [{ type: 'check.retried' }],
    'connection.restored': [{ type: 'connection.restored' }],
  },
  results: {
    checkGuest: {
      known: [{ kind: 'known', guest }],
      incomplete: [{ kind: 'incomplete', guest }],
      unknown: [{ kind: 'unknown' }],
      signedOut: [{ kind: 'signedOut' }],
    },
    saveGuest: {
      saved: [{ kind: 'saved', guest }],
      refused: [{ kind: 'refused', fields: { mobile: ['Enter a phone number'] } }],
      guestUnknown: [{ kind: 'guestUnknown' }],
      signedOut: [{ kind: 'signedOut' }],
      rateLimited: [{ kind: 'rateLimited', waitSeconds: 30 }],
    },
  },
  delays: { 'guestBooking.rateLimited': { name: 'waitOver', milliseconds: 30_000 } },
} satisfies Catalogue<typeof guestBookingMachine>

export const submissionCatalogue = {
  events: { 'booking.retried': [{ type: 'booking.retried' }] },
  results: {
    bookAppointment: {
      ...checkoutCatalogue.results.bookingSubmission,
      rateLimited: [{ kind: 'rateLimited', waitSeconds: 30 }],
    },
  },
  delays: { 'bookingSubmission.rateLimited': { name: 'waitOver', milliseconds: 30_000 } },
} satisfies Catalogue<typeof bookingSubmissionMachine>
