import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { GuestUser, GuestUserWrite } from '#lib/contract/people.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

type ChosenSurgery = { id: number; name: string }

type GuestDetails = { guest: GuestUserWrite; gp_surgery: ChosenSurgery | null }

export type Booker = GuestUser & {
  guest_access_token: string | null
  gp_surgery: ChosenSurgery | null
  /** They are the details of an earlier booking of a guest. */
  hasBooked?: boolean
}

/** The token opens their own record. It is in session storage only. */
export type KnownGuest = Booker & { guest_access_token: string }

type OfViewer = { viewer: string | null }

type CheckGuestResult =
  | { kind: 'known'; guest: Booker }
  /** Somebody signed in, of whom a booking needs to know more. */
  | { kind: 'incomplete'; guest: Booker }
  | { kind: 'unknown' }
  | { kind: 'signedOut' }

type CheckGuestInput = OfViewer
type SaveGuestInput = { details: GuestDetails | null; guest: Booker | null } & OfViewer
type SaveGuestResult =
  | { kind: 'saved'; guest: Booker }
  | { kind: 'refused'; fields: FieldErrors }
  | { kind: 'guestUnknown' }
  | { kind: 'signedOut' }
  | { kind: 'rateLimited'; waitSeconds: number }

type GuestBookingInput = OfViewer & {
  /** It is null when nobody is known yet. */
  guest: Booker | null
  editing: boolean
  refusedFields: FieldErrors
}

type GuestBookingEvent =
  | { type: 'details.submitted'; details: GuestDetails }
  | { type: 'check.retried' }
  | { type: 'connection.restored' }

/**
 * Finds out who is booking: a guest known from this browser session and a signed-in person whose
 * record lacks nothing pass at once; the others fill in the form. `savingDetails` is the loading flag
 * of the guest-user form.
 */
export const guestBookingMachine = setup({
  types: {
    context: {} as GuestBookingInput & { details: GuestDetails | null; waitSeconds: number },
    events: {} as GuestBookingEvent,
    input: {} as GuestBookingInput,
    output: {} as { guest: Booker | null },
  },
  actors: {
    checkGuest: providedActor<CheckGuestResult, CheckGuestInput>(),
    saveGuest: providedActor<SaveGuestResult, SaveGuestInput>(),
  },
  actions: {
    storeDetails: assign({
      details: (_, params: { details: GuestDetails }) => params.details,
      refusedFields: {},
    }),
    forgetDetails: assign({ details: null }),
    recogniseGuest: assign({ guest: (_, params: { guest: Booker }) => params.guest }),
    forgetGuest: assign({ guest: null }),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
    noteWait: assign({ waitSeconds: (_, params: { waitSeconds: number }) => params.waitSeconds }),
  },
  guards: {
    isEditing: ({ context }) => context.editing,
    isEditingGuest: ({ context }) => context.editing && context.guest !== null,
    isSignedIn: ({ context }) => context.viewer !== null,
  },
  delays: {
    waitOver: ({ context }) => context.waitSeconds * 1000,
  },
}).createMachine({
  id: 'guestBooking',
  context: ({ input }) => ({ ...input, details: null, waitSeconds: 0 }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'isEditingGuest', target: 'editingDetails' }, { target: 'checkingGuest' }],
    },
    checkingGuest: {
      invoke: {
        id: 'checkGuest',
        src: 'checkGuest',
        input: ({ context: { viewer } }) => ({ viewer }),
        onDone: [
          whenKind('known', { target: 'recognised', actions: 'recogniseGuest' }),
          whenKind('incomplete', { target: 'editingDetails', actions: 'recogniseGuest' }),
          { guard: isKind('signedOut'), target: 'signedOut' },
          { target: 'editingDetails' },
        ],
        // The record of a signed-in person has the answers: an empty form would ask for them again.
        onError: [{ guard: 'isSignedIn', target: 'checkFailed' }, { target: 'editingDetails' }],
      },
    },
    recognised: { always: [{ guard: 'isEditing', target: 'editingDetails' }, { target: 'known' }] },
    checkFailed: {
      on: { 'check.retried': 'checkingGuest', 'connection.restored': 'checkingGuest' },
    },
    editingDetails: {
      on: {
        'details.submitted': { target: 'savingDetails', actions: withEvent('storeDetails') },
      },
    },
    savingDetails: {
      invoke: {
        id: 'saveGuest',
        src: 'saveGuest',
        input: ({ context: { details, guest, viewer } }) => ({ details, guest, viewer }),
        onDone: [
          whenKind('saved', { target: 'known', actions: 'recogniseGuest' }),
          whenKind('refused', { target: 'editingDetails', actions: 'showRefusedFields' }),
          whenKind('rateLimited', { target: 'rateLimited', actions: 'noteWait' }),
          { guard: isKind('signedOut'), target: 'signedOut' },
          // The token has run out: the same details make a new guest.
          { target: 'savingDetails', reenter: true, actions: 'forgetGuest' },
        ],
        onError: 'saveFailed',
      },
    },
    saveFailed: {
      on: {
        'details.submitted': { target: 'savingDetails', actions: withEvent('storeDetails') },
      },
    },
    rateLimited: { after: { waitOver: 'savingDetails' } },
    known: { type: 'final', entry: 'forgetDetails' },
    signedOut: { type: 'final', entry: ['forgetDetails', 'forgetGuest'] },
  },
  output: ({ context }) => ({ guest: context.guest }),
})
