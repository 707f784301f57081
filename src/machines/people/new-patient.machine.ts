import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { LikelyDuplicate, ListedUser, UserCreate } from '#lib/contract/users.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type CheckDuplicateResult =
  | { kind: 'unknown' }
  | { kind: 'duplicates'; duplicates: LikelyDuplicate[] }
  | { kind: 'refused'; fields: FieldErrors }

export type CreatePatientResult =
  | { kind: 'created'; patient: ListedUser }
  | { kind: 'refused'; fields: FieldErrors }

type Details = { details: UserCreate | null }

export type NewPatientEvent =
  | { type: 'details.submitted'; details: UserCreate; andBook: boolean }
  | { type: 'duplicate.chosen'; patient: ListedUser }
  | { type: 'duplicates.rejected' }
  | { type: 'duplicates.closed' }
  | { type: 'creation.left' }

type NewPatientContext = Details & {
  duplicates: LikelyDuplicate[]
  refusedFields: FieldErrors
  patient: ListedUser | null
  andBook: boolean
  isCreated: boolean
}

const nothing = { details: null, duplicates: [], refusedFields: {} }

export const newPatientMachine = setup({
  types: {
    context: {} as NewPatientContext,
    events: {} as NewPatientEvent,
    output: {} as { patient: ListedUser | null; andBook: boolean },
  },
  actors: {
    checkDuplicate: providedActor<CheckDuplicateResult, Details>(),
    createPatient: providedActor<CreatePatientResult, Details>(),
  },
  actions: {
    showDuplicates: assign({
      duplicates: (_, params: { duplicates: LikelyDuplicate[] }) => params.duplicates,
    }),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
    forgetDuplicates: assign({ duplicates: [] }),
    choosePatient: assign({ patient: (_, params: { patient: ListedUser }) => params.patient }),
    noteCreated: assign({ isCreated: true }),
    forgetEntered: assign(nothing),
  },
}).createMachine({
  id: 'newPatient',
  context: { ...nothing, patient: null, andBook: false, isCreated: false },
  output: ({ context: { patient, andBook } }) => ({ patient, andBook }),
  initial: 'entering',
  states: {
    entering: {
      initial: 'ready',
      on: {
        'details.submitted': {
          target: 'checking',
          actions: assign(({ event }) => ({
            details: event.details,
            andBook: event.andBook,
            refusedFields: {},
          })),
        },
        'creation.left': 'left',
      },
      states: { ready: {}, failed: {} },
    },
    checking: {
      invoke: {
        id: 'checkDuplicate',
        src: 'checkDuplicate',
        input: ({ context }) => ({ details: context.details }),
        onDone: [
          { guard: isKind('unknown'), target: 'creating' },
          whenKind('duplicates', { target: 'askingDuplicate', actions: 'showDuplicates' }),
          whenKind('refused', { target: 'entering', actions: 'showRefusedFields' }),
        ],
        onError: 'entering.failed',
      },
    },
    askingDuplicate: {
      exit: 'forgetDuplicates',
      on: {
        'duplicate.chosen': { target: 'chosen', actions: withEvent('choosePatient') },
        'duplicates.rejected': 'creating',
        'duplicates.closed': 'entering',
      },
    },
    creating: {
      invoke: {
        id: 'createPatient',
        src: 'createPatient',
        input: ({ context }) => ({ details: context.details }),
        onDone: [
          whenKind('created', {
            target: 'chosen',
            actions: ['choosePatient', { type: 'noteCreated' }],
          }),
          whenKind('refused', { target: 'entering', actions: 'showRefusedFields' }),
        ],
        // What went unheard may be on file: the next check finds it.
        onError: 'entering.failed',
      },
    },
    chosen: { entry: 'forgetEntered', type: 'final' },
    left: { entry: 'forgetEntered', type: 'final' },
  },
})
