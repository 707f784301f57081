import type {
  BookAppointmentResult,
  BookingEvent,
  FindClashResult,
  HoldSlotResult,
  LoadWeekResult,
  RestoreDraftResult,
} from '#machines/booking/booking.types.ts'
import type { BookingSubmissionEvent } from '#machines/booking/booking-submission.machine.ts'
import type {
  Booker,
  CheckGuestResult,
  GuestBookingEvent,
  SaveGuestResult,
} from '#machines/booking/guest-booking.machine.ts'
import type { HoldKeepingEvent } from '#machines/booking/hold-keeping.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'
import { attempt, clash, details, draft, guest, hold, person, slot } from './booking-samples.ts'

type BookingResults = {
  restoreDraft: RestoreDraftResult
  loadWeek: LoadWeekResult
  holdSlot: HoldSlotResult
  releaseHold: undefined
  findClash: FindClashResult
  holdKeeping: undefined
  guestBooking: { guest: Booker | null }
  bookingSubmission: BookAppointmentResult
}

export const bookingCatalogue = {
  events: {
    'week.chosen': [{ type: 'week.chosen', week: '2026-08-10', day: null }],
    'week.retried': [{ type: 'week.retried' }],
    'day.chosen': [{ type: 'day.chosen', day: '2026-08-07' }],
    'site.chosen': [{ type: 'site.chosen', site: 'high-street' }],
    'slot.chosen': [{ type: 'slot.chosen', slot }],
    'notice.dismissed': [{ type: 'notice.dismissed' }],
    'time.changed': [{ type: 'time.changed' }],
    'hold.renewed': [{ type: 'hold.renewed' }],
    'hold.lapsed': [{ type: 'hold.lapsed' }],
    'details.edited': [{ type: 'details.edited' }],
    'details.kept': [{ type: 'details.kept' }],
    'booking.confirmed': [{ type: 'booking.confirmed', ...attempt }],
    'booking.abandoned': [{ type: 'booking.abandoned' }],
    'connection.restored': [{ type: 'connection.restored' }],
    'clash.accepted': [{ type: 'clash.accepted' }],
    'booked.elsewhere': [
      { type: 'booked.elsewhere', appointmentId: 76, holdToken: hold.token },
      { type: 'booked.elsewhere', appointmentId: 76, holdToken: 'of-another-hold' },
    ],
    'draft.continued': [{ type: 'draft.continued' }],
    'draft.discarded': [{ type: 'draft.discarded' }],
    'viewer.changed': [
      { type: 'viewer.changed', viewer: person.uuid },
      { type: 'viewer.changed', viewer: null },
    ],
    'viewer.left': [{ type: 'viewer.left' }],
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
    loadWeek: {
      loaded: [{ kind: 'loaded', week: '2026-08-03', day: '2026-08-06' }],
      withdrawn: [{ kind: 'withdrawn' }],
    },
    holdSlot: {
      held: [{ kind: 'held', hold }],
      slotTaken: [{ kind: 'slotTaken' }],
      alreadyBooked: [{ kind: 'alreadyBooked', appointmentId: 76 }],
      notBookable: [{ kind: 'notBookable', detail: 'This time has passed.' }],
      rateLimited: [{ kind: 'rateLimited', waitSeconds: 30 }],
      signedOut: [{ kind: 'signedOut' }],
      withdrawn: [{ kind: 'withdrawn' }],
    },
    releaseHold: { done: [undefined] },
    findClash: {
      none: [{ kind: 'none' }],
      clash: [
        { kind: 'clash', clash },
        { kind: 'clash', clash: { ...clash, reason: 'sameTime', canContinue: false } },
      ],
    },
    holdKeeping: { done: [undefined] },
    guestBooking: { done: [{ guest }, { guest: null }] },
    bookingSubmission: {
      booked: [{ kind: 'booked', appointmentId: 77 }],
      slotTaken: [{ kind: 'slotTaken' }],
      alreadyBooked: [{ kind: 'alreadyBooked', appointmentId: 76 }],
      notBookable: [{ kind: 'notBookable', detail: 'This time has passed.' }],
      unsent: [{ kind: 'unsent' }],
      refused: [{ kind: 'refused', detail: 'You already have an appointment then.' }],
      detailsRefused: [
        { kind: 'detailsRefused', fields: { gp_surgery_id: ['Choose another surgery'] } },
      ],
      notesRefused: [{ kind: 'notesRefused', fields: { notes: ['Use fewer characters'] } }],
      guestUnknown: [{ kind: 'guestUnknown' }],
      signedOut: [{ kind: 'signedOut' }],
      withdrawn: [{ kind: 'withdrawn' }],
    },
  },
  delays: {},
} satisfies Catalogue<BookingEvent, BookingResults>

export const holdKeepingCatalogue = {
  events: { 'extension.wanted': [{ type: 'extension.wanted' }] },
  results: { holdSlot: bookingCatalogue.results.holdSlot },
  delays: { 'holdKeeping.counting': { name: 'holdEnds', milliseconds: hold.lasts } },
} satisfies Catalogue<HoldKeepingEvent, { holdSlot: HoldSlotResult }>

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
} satisfies Catalogue<
  GuestBookingEvent,
  { checkGuest: CheckGuestResult; saveGuest: SaveGuestResult }
>

export const submissionCatalogue = {
  events: {
    'booking.retried': [{ type: 'booking.retried' }],
    'connection.restored': [{ type: 'connection.restored' }],
  },
  results: {
    bookAppointment: {
      ...bookingCatalogue.results.bookingSubmission,
      rateLimited: [{ kind: 'rateLimited', waitSeconds: 30 }],
    },
  },
  delays: { 'bookingSubmission.rateLimited': { name: 'waitOver', milliseconds: 30_000 } },
} satisfies Catalogue<
  BookingSubmissionEvent,
  { bookAppointment: BookAppointmentResult | { kind: 'rateLimited'; waitSeconds: number } }
>
