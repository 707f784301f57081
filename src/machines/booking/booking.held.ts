import { not, sendTo } from 'xstate'
import { isKind, ofKind } from '../actor-result.ts'
import { bookingSetup } from './booking.setup.ts'
import { news, signedOut, slotLost } from './booking.transitions.ts'

/** Back from what was entered, while the time is held. */
const waysBack = {
  'details.edited': {
    target: 'identifying',
    actions: {
      type: 'editDetails',
      params: ({ event }: { event: { question?: string } }) => event,
    },
  },
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
  initial: 'comparing',
  states: {
    /** Whether the person has booked the same already, or something else then. */
    comparing: {
      always: { guard: 'isHoldOver', target: '#booking.holdExpired' },
      invoke: {
        id: 'findClash',
        src: 'findClash',
        input: ({ context: { chosen, viewer } }) => ({ chosen, viewer }),
        onDone: [
          {
            guard: {
              type: 'isNewClash',
              params: ({ event: { output } }) => ({
                clash: output.kind === 'clash' ? output.clash : null,
              }),
            },
            target: 'warned',
            actions: { type: 'keepClash', params: ({ event }) => ofKind(event, 'clash') },
          },
          { target: 'identifying' },
        ],
        // A warning stops nobody.
        onError: 'identifying',
      },
      on: { ...news, 'time.changed': '#booking.choosing' },
    },
    warned: {
      always: { guard: 'isHoldOver', target: '#booking.holdExpired' },
      on: {
        ...news,
        'clash.accepted': {
          guard: 'canContinue',
          target: 'identifying',
          actions: 'acceptClash',
        },
        'time.changed': '#booking.choosing',
        'booking.abandoned': '#booking.releasing',
      },
    },
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
            params: { detail: 'Something went wrong while we were checking your details.' },
          },
        },
      },
      on: {
        ...news,
        'details.kept': { guard: 'hasGuest', target: 'reviewing', actions: 'keepGuestAsIs' },
        'time.changed': { target: '#booking.choosing', actions: 'keepGuestAsIs' },
        'booking.abandoned': '#booking.releasing',
      },
    },
    reviewing: {
      initial: 'answering',
      states: { answering: {}, offline: {} },
      always: { guard: 'isHoldOver', target: '#booking.holdExpired' },
      on: {
        ...news,
        'booking.confirmed': {
          target: 'confirming',
          actions: { type: 'keepAttempt', params: ({ event }) => event },
        },
        ...waysBack,
      },
    },
    /** A second click finds nothing to confirm. */
    confirming: {
      on: {
        // It carries its key: sent again, it books once.
        'connection.restored': {
          guard: not('isHoldOver'),
          actions: sendTo('bookingSubmission', { type: 'connection.restored' }),
        },
      },
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
              {
                type: 'editDetails',
                params: ({ event }) => ({
                  question: Object.keys(ofKind(event, 'detailsRefused').fields)[0] ?? '',
                }),
              },
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
          { guard: isKind('unsent'), target: 'reviewing.offline' },
          {
            guard: isKind('guestUnknown'),
            target: 'identifying',
            actions: ['forgetGuest', { type: 'editDetails', params: {} }],
          },
          signedOut,
          { target: '#booking.withdrawn' },
        ],
        onError: {
          target: 'refused',
          actions: {
            type: 'showRefusal',
            params: { detail: 'Something went wrong while we were booking your appointment.' },
          },
        },
      },
      exit: 'settleAttempt',
    },
    refused: {
      on: {
        ...news,
        ...waysBack,
      },
    },
  },
})
