import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { ProfileWrite } from '#lib/contract/users.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

type SaveDetailsResult =
  | { kind: 'saved' }
  | { kind: 'refused'; fields: FieldErrors }
  | { kind: 'signedOut' }
  /** Somebody else has signed in since the page was made. */
  | { kind: 'notTheirs' }

type ProfileEvent =
  | { type: 'change.requested' }
  | { type: 'details.submitted'; details: ProfileWrite }
  | { type: 'editing.left'; hasChanges: boolean }
  | { type: 'leaving.confirmed' }
  | { type: 'leaving.dropped' }

/**
 * Reading and changing one's own details. What was typed is the form's, and what is shown the
 * server's: only what is on its way is here.
 */
export const profileMachine = setup({
  types: {
    context: {} as { details: ProfileWrite | null; refusedFields: FieldErrors },
    events: {} as ProfileEvent,
  },
  actors: {
    saveDetails: providedActor<SaveDetailsResult, { details: ProfileWrite | null }>(),
    reloadDetails: providedActor<void>(),
  },
  actions: {
    storeDetails: assign({
      details: (_, params: { details: ProfileWrite }) => params.details,
      refusedFields: {},
    }),
    forgetDetails: assign({ details: null }),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
    forgetRefusal: assign({ refusedFields: {} }),
  },
  guards: {
    hasChanges: (_, params: { hasChanges: boolean }) => params.hasChanges,
  },
}).createMachine({
  id: 'profile',
  context: { details: null, refusedFields: {} },
  initial: 'viewing',
  states: {
    viewing: { on: { 'change.requested': 'editing' } },
    editing: {
      initial: 'answering',
      on: {
        'details.submitted': { target: 'saving', actions: withEvent('storeDetails') },
        'editing.left': [
          { guard: withEvent('hasChanges'), target: '.leaving' },
          { target: 'viewing', actions: 'forgetRefusal' },
        ],
      },
      states: {
        answering: {},
        refused: {},
        failed: {},
        signedOut: {},
        leaving: {
          on: {
            'leaving.confirmed': { target: '#profile.viewing', actions: 'forgetRefusal' },
            'leaving.dropped': 'answering',
            'details.submitted': {},
            'editing.left': {},
          },
        },
      },
    },
    saving: {
      exit: 'forgetDetails',
      invoke: {
        id: 'saveDetails',
        src: 'saveDetails',
        input: ({ context: { details } }) => ({ details }),
        onDone: [
          { guard: isKind('saved'), target: 'reloading' },
          whenKind('refused', { target: 'editing.refused', actions: 'showRefusedFields' }),
          { guard: isKind('signedOut'), target: 'editing.signedOut' },
          { target: 'notTheirs' },
        ],
        // Saving the same once more does no harm: whether it was done need not be known.
        onError: 'editing.failed',
      },
    },
    reloading: {
      invoke: { id: 'reloadDetails', src: 'reloadDetails', onDone: 'saved', onError: 'saved' },
    },
    saved: { on: { 'change.requested': 'editing' } },
    notTheirs: { type: 'final' },
  },
})
