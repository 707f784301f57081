import { and, assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { GuestUser, GuestUserWrite } from '#lib/contract/people.ts'
import { isKind, ofKind } from './actor-result.ts'
import { providedActor } from './provided-actor.ts'

type ChosenSurgery = { id: number; name: string }

/** A form that holds, and the name of the surgery that its id stands for. */
export type GuestDetails = { guest: GuestUserWrite; gp_surgery: ChosenSurgery | null }

/** A guest user with the token that opens their own record. Kept in session storage only. */
export type KnownGuest = GuestUser & {
  guest_access_token: string
  gp_surgery: ChosenSurgery | null
}

export type CheckGuestResult = { kind: 'known'; guest: KnownGuest } | { kind: 'unknown' }

export type SaveGuestInput = { details: GuestDetails | null; guest: KnownGuest | null }
export type SaveGuestResult =
  | { kind: 'saved'; guest: KnownGuest }
  | { kind: 'refused'; fields: FieldErrors }
  | { kind: 'guestUnknown' }
  | { kind: 'rateLimited'; waitSeconds: number }

export type GuestBookingInput = {
  /** The guest whose details are to be changed; null when nobody is known yet. */
  guest: KnownGuest | null
  /** Open the form even when the guest is known. */
  editing: boolean
  /** What a later step refused of the details. */
  refusedFields: FieldErrors
}

export type GuestBookingEvent = { type: 'details.submitted'; details: GuestDetails }

/**
 * Who is booking: a guest known from this browser session passes at once, everybody else fills in
 * the form. `savingDetails` is the loading flag of the guest-user form (specification section 4).
 */
export const guestBookingMachine = setup({
  types: {
    context: {} as GuestBookingInput & { details: GuestDetails | null; waitSeconds: number },
    events: {} as GuestBookingEvent,
    input: {} as GuestBookingInput,
    output: {} as { guest: KnownGuest | null },
  },
  actors: {
    checkGuest: providedActor<CheckGuestResult>(),
    saveGuest: providedActor<SaveGuestResult, SaveGuestInput>(),
  },
  actions: {
    keepDetails: assign({
      details: (_, params: { details: GuestDetails }) => params.details,
      refusedFields: {},
    }),
    forgetDetails: assign({ details: null }),
    recogniseGuest: assign({ guest: (_, params: { guest: KnownGuest }) => params.guest }),
    forgetGuest: assign({ guest: null }),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
    noteWait: assign({ waitSeconds: (_, params: { waitSeconds: number }) => params.waitSeconds }),
  },
  guards: {
    isEditing: ({ context }) => context.editing,
    isEditingGuest: ({ context }) => context.editing && context.guest !== null,
    hasGuest: ({ context }) => context.guest !== null,
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
        onDone: [
          // Whoever is known is changed, never made a second time.
          {
            guard: and([isKind('known'), 'isEditing']),
            target: 'editingDetails',
            actions: { type: 'recogniseGuest', params: ({ event }) => ofKind(event, 'known') },
          },
          {
            guard: isKind('known'),
            target: 'known',
            actions: { type: 'recogniseGuest', params: ({ event }) => ofKind(event, 'known') },
          },
          { target: 'editingDetails' },
        ],
        onError: 'editingDetails',
      },
    },
    editingDetails: {
      on: {
        'details.submitted': {
          target: 'savingDetails',
          actions: { type: 'keepDetails', params: ({ event }) => event },
        },
      },
    },
    savingDetails: {
      invoke: {
        id: 'saveGuest',
        src: 'saveGuest',
        input: ({ context: { details, guest } }) => ({ details, guest }),
        onDone: [
          {
            guard: isKind('saved'),
            target: 'known',
            actions: { type: 'recogniseGuest', params: ({ event }) => ofKind(event, 'saved') },
          },
          {
            guard: isKind('refused'),
            target: 'editingDetails',
            actions: { type: 'showRefusedFields', params: ({ event }) => ofKind(event, 'refused') },
          },
          {
            guard: isKind('rateLimited'),
            target: 'rateLimited',
            actions: { type: 'noteWait', params: ({ event }) => ofKind(event, 'rateLimited') },
          },
          // The token has run out: the same details make a new guest.
          { guard: 'hasGuest', target: 'savingDetails', reenter: true, actions: 'forgetGuest' },
          { target: 'saveFailed' },
        ],
        onError: 'saveFailed',
      },
    },
    saveFailed: {
      on: {
        'details.submitted': {
          target: 'savingDetails',
          actions: { type: 'keepDetails', params: ({ event }) => event },
        },
      },
    },
    rateLimited: { after: { waitOver: 'savingDetails' } },
    known: { type: 'final', entry: 'forgetDetails' },
  },
  output: ({ context }) => ({ guest: context.guest }),
})
