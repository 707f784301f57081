import { assign, type DoneActorEvent, not, sendTo, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'
import type {
  Attempt,
  BookAppointmentResult,
  BookingClash,
  ChosenSlot,
  Hold,
  LeftCheckout,
  LostSlot,
  StartedCheckout,
} from './booking.types.ts'
import { type BookingChange, isOfAnother, isOfHold } from './booking-change.ts'
import { bookingSubmissionMachine } from './booking-submission.machine.ts'
import { guestBookingMachine } from './guest-booking.machine.ts'
import { holdRenewalMachine } from './hold-renewal.machine.ts'

type FindClashInput = { chosen: ChosenSlot | null; viewer: string | null }

type FindClashResult = { kind: 'none' } | { kind: 'clash'; clash: BookingClash }

type CheckoutInput = StartedCheckout & {
  chosen: ChosenSlot | null
  hold: Hold | null
  viewer: string | null
}

type CheckoutContext = CheckoutInput & {
  holdOver: boolean
  /** It is null where the details are a step. */
  editedQuestion: string | null
  refusal: string
  clash: BookingClash | null
}

type CheckoutEvent =
  | { type: 'clash.accepted' }
  | { type: 'details.edited'; question?: string }
  | { type: 'details.kept' }
  | ({ type: 'booking.confirmed' } & Attempt)
  | { type: 'time.changed' }
  | { type: 'booking.abandoned' }
  | { type: 'connection.restored' }
  | BookingChange

type CheckoutResult =
  | { kind: 'booked'; appointmentId: number }
  | LostSlot
  | { kind: 'withdrawn' }
  | { kind: 'signedOut' }
  | { kind: 'bookedElsewhere'; appointmentId: number }
  | { kind: 'viewerChanged'; viewer: string | null }
  | { kind: 'timeChanged' }
  | { kind: 'abandoned' }
  | ({ kind: 'holdExpired' } & LeftCheckout)

const holdExpired = { guard: not('isHeld'), target: '#checkout.holdExpired' } as const

/**
 * The chosen time is held while the person says who they are, reviews and confirms. An attempt
 * whose answer never came is sent again first.
 */
export const checkoutMachine = setup({
  types: {
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    input: {} as CheckoutInput,
    output: {} as CheckoutResult,
    children: {} as {
      holdRenewal: 'holdRenewal'
      guestBooking: 'guestBooking'
      bookingSubmission: 'bookingSubmission'
    },
  },
  actors: {
    findClash: providedActor<FindClashResult, FindClashInput>(),
    holdRenewal: holdRenewalMachine,
    guestBooking: guestBookingMachine,
    bookingSubmission: bookingSubmissionMachine,
  },
  actions: {
    followHold: assign({
      hold: ({ context }, params: { context?: { hold: Hold | null } }) =>
        params.context?.hold ?? context.hold,
    }),
    noteHoldOver: assign({ holdOver: true }),
    editDetails: assign({
      editing: true,
      editedQuestion: (_, params: { question?: string }) => params.question ?? null,
      refusedFields: {},
    }),
    editRefusedDetails: assign((_, params: { fields: FieldErrors }) => ({
      editing: true,
      editedQuestion: Object.keys(params.fields)[0] ?? '',
      refusedFields: params.fields,
    })),
    stopEditing: assign({ editing: false, editedQuestion: null, refusedFields: {} }),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
    storeClash: assign({ clash: (_, params: { clash: BookingClash }) => params.clash }),
    showRefusal: assign({ refusal: (_, params: { detail: string }) => params.detail }),
  },
  guards: {
    isHeld: ({ context }) => !context.holdOver,
    hasAttempt: ({ context }) => context.attempt !== null,
    hasGuest: ({ context }) => context.guest !== null,
    isAccepted: ({ context: { clash, acceptedId } }) => clash?.booking.id === acceptedId,
    canContinue: ({ context }) => context.clash?.canContinue === true,
    isOwnHold: ({ context, event }) => isOfHold(event, context.hold),
    isSignedIn: ({ context }) => context.viewer !== null,
    isAnother: ({ context, event }) => isOfAnother(event, context.viewer),
  },
}).createMachine({
  id: 'checkout',
  context: ({ input }) => ({
    ...input,
    holdOver: false,
    editedQuestion: null,
    refusal: '',
    clash: null,
  }),
  invoke: {
    id: 'holdRenewal',
    src: 'holdRenewal',
    input: ({ context: { chosen, hold, viewer } }) => ({ chosen, hold, viewer }),
    onSnapshot: { actions: { type: 'followHold', params: ({ event }) => event.snapshot } },
    onDone: { guard: 'isHeld', actions: 'noteHoldOver' },
    onError: { guard: 'isHeld', actions: 'noteHoldOver' },
  },
  initial: 'beginning',
  states: {
    beginning: {
      always: [{ guard: 'hasAttempt', target: 'confirming' }, { target: 'open' }],
    },
    open: {
      initial: 'comparing',
      on: {
        'time.changed': 'timeChanged',
        'booking.abandoned': 'abandoned',
        'booked.elsewhere': { guard: 'isOwnHold', target: 'bookedElsewhere' },
        'viewer.changed': { guard: 'isAnother', target: 'viewerChanged' },
        'viewer.left': { guard: 'isSignedIn', target: 'signedOut' },
      },
      states: {
        comparing: {
          always: holdExpired,
          invoke: {
            id: 'findClash',
            src: 'findClash',
            input: ({ context: { chosen, viewer } }) => ({ chosen, viewer }),
            onDone: [
              whenKind('clash', { target: 'compared', actions: 'storeClash' }),
              { target: 'identifying' },
            ],
            // A warning stops nobody.
            onError: 'identifying',
          },
        },
        compared: {
          always: [{ guard: 'isAccepted', target: 'identifying' }, { target: 'warned' }],
        },
        warned: {
          always: holdExpired,
          on: {
            'clash.accepted': {
              guard: 'canContinue',
              target: 'identifying',
              actions: assign({ acceptedId: ({ context }) => context.clash?.booking.id ?? null }),
            },
          },
        },
        identifying: {
          always: holdExpired,
          invoke: {
            id: 'guestBooking',
            src: 'guestBooking',
            input: ({ context: { viewer, guest, editing, refusedFields } }) => ({
              viewer,
              guest,
              editing,
              refusedFields,
            }),
            onDone: [
              {
                guard: ({ event }) => event.output.guest === null,
                target: '#checkout.signedOut',
              },
              {
                target: 'reviewing',
                actions: [assign({ guest: ({ event }) => event.output.guest }), 'stopEditing'],
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
            'details.kept': { guard: 'hasGuest', target: 'reviewing', actions: 'stopEditing' },
          },
        },
        reviewing: {
          always: holdExpired,
          initial: 'answering',
          states: { answering: {}, offline: {} },
          on: {
            'booking.confirmed': {
              target: '#checkout.confirming',
              actions: assign(({ event: { idempotencyKey, notes } }) => ({
                attempt: { idempotencyKey, notes },
                refusedFields: {},
              })),
            },
            'details.edited': { target: 'identifying', actions: withEvent('editDetails') },
          },
        },
        refused: {
          on: {
            'details.edited': { target: 'identifying', actions: withEvent('editDetails') },
          },
        },
      },
    },
    confirming: {
      exit: assign({ attempt: null }),
      on: {
        // It carries its key: sent again, it books once.
        'connection.restored': {
          guard: 'isHeld',
          actions: sendTo('bookingSubmission', { type: 'booking.retried' }),
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
          whenKind('refused', { target: 'open.refused', actions: 'showRefusal' }),
          whenKind('detailsRefused', { target: 'open.identifying', actions: 'editRefusedDetails' }),
          whenKind('notesRefused', { target: 'open.reviewing', actions: 'showRefusedFields' }),
          { guard: isKind('unsent'), target: 'open.reviewing.offline' },
          {
            guard: isKind('guestUnknown'),
            target: 'open.identifying',
            actions: [assign({ guest: null }), { type: 'editDetails', params: {} }],
          },
          { target: 'answered' },
        ],
        onError: {
          target: 'open.refused',
          actions: {
            type: 'showRefusal',
            params: { detail: 'Something went wrong while we were booking your appointment.' },
          },
        },
      },
    },
    answered: {
      type: 'final',
      output: ({ event }) => (event as unknown as DoneActorEvent<BookAppointmentResult>).output,
    },
    bookedElsewhere: {
      type: 'final',
      output: ({ event }) => ({ ...event, kind: 'bookedElsewhere' }),
    },
    viewerChanged: {
      type: 'final',
      output: ({ event }) => ({ ...event, kind: 'viewerChanged' }),
    },
    signedOut: { type: 'final', output: { kind: 'signedOut' } },
    timeChanged: { type: 'final', output: { kind: 'timeChanged' } },
    abandoned: { type: 'final', output: { kind: 'abandoned' } },
    holdExpired: {
      type: 'final',
      output: ({ context: { editing, acceptedId, refusedFields } }) => ({
        kind: 'holdExpired',
        editing,
        acceptedId,
        refusedFields,
      }),
    },
  },
  output: ({ event }) => event.output as CheckoutResult,
})
