import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { isKind, ofKind } from './actor-result.ts'
import { providedActor } from './provided-actor.ts'

export type LoadAppointmentResult =
  | { kind: 'upcoming' }
  | { kind: 'cancelled' }
  /** Begun, past, or marked by the clinic: nothing is left to cancel. */
  | { kind: 'tooLate' }
  | { kind: 'notFound' }

export type CancelAppointmentResult =
  | { kind: 'cancelled' }
  | { kind: 'tooLate' }
  | { kind: 'notFound' }
  | { kind: 'refused'; fields: FieldErrors }

export type ManageAppointmentEvent =
  | { type: 'loading.retried' }
  | { type: 'connection.restored' }
  | { type: 'cancellation.wanted' }
  | { type: 'cancellation.dropped' }
  | { type: 'cancellation.confirmed'; notes: string }

/** A guest finds an appointment again by its link, and may cancel it. */
export const manageAppointmentMachine = setup({
  types: {
    context: {} as { notes: string; refusedFields: FieldErrors },
    events: {} as ManageAppointmentEvent,
  },
  actors: {
    loadAppointment: providedActor<LoadAppointmentResult>(),
    cancelAppointment: providedActor<CancelAppointmentResult, { notes: string }>(),
  },
  actions: {
    keepNotes: assign({
      notes: (_, params: { notes: string }) => params.notes,
      refusedFields: {},
    }),
    forgetNotes: assign({ notes: '', refusedFields: {} }),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
  },
}).createMachine({
  id: 'manageAppointment',
  context: { notes: '', refusedFields: {} },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadAppointment',
        src: 'loadAppointment',
        onDone: [
          { guard: isKind('upcoming'), target: 'showing' },
          { guard: isKind('cancelled'), target: 'cancelled' },
          { guard: isKind('tooLate'), target: 'tooLate' },
          { target: 'notFound' },
        ],
        onError: 'loadFailed',
      },
    },
    loadFailed: {
      on: { 'loading.retried': 'loading', 'connection.restored': 'loading' },
    },
    showing: {
      on: { 'cancellation.wanted': 'confirmingCancellation' },
    },
    confirmingCancellation: {
      on: {
        'cancellation.confirmed': {
          target: 'cancelling',
          actions: { type: 'keepNotes', params: ({ event }) => event },
        },
        'cancellation.dropped': { target: 'showing', actions: 'forgetNotes' },
      },
    },
    cancelling: {
      invoke: {
        id: 'cancelAppointment',
        src: 'cancelAppointment',
        input: ({ context }) => ({ notes: context.notes }),
        onDone: [
          { guard: isKind('cancelled'), target: 'cancelled' },
          { guard: isKind('tooLate'), target: 'tooLate' },
          {
            guard: isKind('refused'),
            target: 'confirmingCancellation',
            actions: { type: 'showRefusedFields', params: ({ event }) => ofKind(event, 'refused') },
          },
          { target: 'notFound' },
        ],
        onError: 'cancelFailed',
      },
    },
    cancelFailed: {
      on: {
        'cancellation.confirmed': {
          target: 'cancelling',
          actions: { type: 'keepNotes', params: ({ event }) => event },
        },
        'connection.restored': 'cancelling',
        'cancellation.dropped': { target: 'showing', actions: 'forgetNotes' },
      },
    },
    cancelled: { entry: 'forgetNotes', type: 'final' },
    tooLate: { entry: 'forgetNotes', type: 'final' },
    notFound: { entry: 'forgetNotes', type: 'final' },
  },
})
