import { isKind, ofKind } from './actor-result.ts'
import { bookingSetup } from './booking.setup.ts'
import { signedOut, slotLost, viewerNews } from './booking.transitions.ts'

/** Back from what was entered, while the time is held. */
const waysBack = {
  'details.edited': { target: 'identifying', actions: 'editDetails' },
  'time.changed': '#booking.choosing',
  'booking.abandoned': '#booking.releasing',
} as const

/**
 * The state of the booking machine in which the chosen time is held, with one clock for all that
 * happens in it: the person says who they are, reviews and confirms.
 */
export const held = bookingSetup.createStateConfig({
  entry: 'startHold',
  exit: 'forgetGuest',
  invoke: {
    id: 'holdKeeping',
    src: 'holdKeeping',
    input: ({ context: { chosen, hold, viewer } }) => ({ chosen, hold, viewer }),
    onSnapshot: {
      actions: { type: 'followHold', params: ({ event }) => event.snapshot },
    },
    onDone: { actions: 'noteHoldOver' },
    onError: { actions: 'noteHoldOver' },
  },
  on: {
    'hold.lapsed': { actions: 'noteHoldOver' },
  },
  initial: 'identifying',
  states: {
    identifying: {
      always: { guard: 'isHoldOver', target: '#booking.holdExpired' },
      invoke: {
        id: 'guestBooking',
        src: 'guestBooking',
        input: ({ context: { guest, editing, refusedFields, viewer } }) => ({
          viewer,
          guest,
          editing,
          refusedFields,
        }),
        onDone: [
          {
            guard: ({ event }) => event.output.guest === null,
            target: '#booking.signedOut',
          },
          {
            target: 'reviewing',
            actions: { type: 'recogniseGuest', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'refused',
          actions: {
            type: 'showRefusal',
            params: { detail: 'Something went wrong while we looked at your details.' },
          },
        },
      },
      on: {
        ...viewerNews,
        'details.kept': { guard: 'hasGuest', target: 'reviewing', actions: 'keepGuestAsIs' },
        'time.changed': { target: '#booking.choosing', actions: 'keepGuestAsIs' },
        'booking.abandoned': '#booking.releasing',
      },
    },
    reviewing: {
      always: { guard: 'isHoldOver', target: '#booking.holdExpired' },
      on: {
        ...viewerNews,
        'booking.confirmed': {
          target: 'confirming',
          actions: { type: 'keepAttempt', params: ({ event }) => event },
        },
        ...waysBack,
      },
    },
    /** Takes no event: a second click finds nothing to confirm. */
    confirming: {
      invoke: {
        id: 'bookingSubmission',
        src: 'bookingSubmission',
        input: ({ context: { chosen, hold, guest, attempt } }) => ({
          chosen,
          hold,
          guest,
          attempt,
        }),
        onDone: [
          {
            guard: isKind('booked'),
            target: '#booking.booked',
            actions: { type: 'noteBooked', params: ({ event }) => ofKind(event, 'booked') },
          },
          slotLost,
          {
            guard: isKind('refused'),
            target: 'refused',
            actions: { type: 'showRefusal', params: ({ event }) => ofKind(event, 'refused') },
          },
          {
            guard: isKind('detailsRefused'),
            target: 'identifying',
            actions: [
              'editDetails',
              {
                type: 'showRefusedFields',
                params: ({ event }) => ofKind(event, 'detailsRefused'),
              },
            ],
          },
          {
            guard: isKind('notesRefused'),
            target: 'reviewing',
            actions: {
              type: 'showRefusedFields',
              params: ({ event }) => ofKind(event, 'notesRefused'),
            },
          },
          {
            guard: isKind('guestUnknown'),
            target: 'identifying',
            actions: ['forgetGuest', 'editDetails'],
          },
          signedOut,
          { target: '#booking.withdrawn' },
        ],
        onError: {
          target: 'refused',
          actions: {
            type: 'showRefusal',
            params: { detail: 'Something went wrong while we were booking.' },
          },
        },
      },
      exit: 'settleAttempt',
    },
    refused: {
      on: {
        ...viewerNews,
        ...waysBack,
      },
    },
  },
})
