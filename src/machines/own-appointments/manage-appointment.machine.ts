import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

type LoadAppointmentResult =
  | { kind: 'upcoming' }
  | { kind: 'cancelled' }
  /** Begun, past, marked by the clinic, or too near: nothing is left to cancel here. */
  | { kind: 'tooLate' }
  | { kind: 'notFound' }
  | { kind: 'signedOut' }

type CancelAppointmentResult =
  | { kind: 'cancelled' }
  | { kind: 'tooLate' }
  | { kind: 'notFound' }
  | { kind: 'signedOut' }
  | { kind: 'refused'; fields: FieldErrors }
  | { kind: 'changed' }
  | { kind: 'unsent' }

type ManageAppointmentEvent =
  | { type: 'loading.retried' }
  | { type: 'connection.restored' }
  /** Something may have changed it: another tab, or time that went by while nobody looked. */
  | { type: 'reading.requested' }
  | { type: 'cancellation.requested' }
  | { type: 'cancellation.dropped' }
  | { type: 'cancellation.confirmed'; notes: string }

/** It leads on where the appointment is still to come, and back where no answer leads. */
const lookUp = (upcoming: string, unanswered: string) => ({
  id: 'loadAppointment',
  src: 'loadAppointment' as const,
  onDone: [
    { guard: isKind('upcoming'), target: upcoming },
    { guard: isKind('cancelled'), target: '#manageAppointment.cancelled' },
    { guard: isKind('tooLate'), target: '#manageAppointment.tooLate' },
    { guard: isKind('signedOut'), target: '#manageAppointment.signedOut' },
    { target: '#manageAppointment.notFound' },
  ],
  onError: unanswered,
})

/** A guest finds it by its link, and somebody signed in by themselves. */
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
    storeNotes: assign({
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
      invoke: lookUp('showing', 'loadFailed'),
    },
    loadFailed: {
      on: { 'loading.retried': 'loading', 'connection.restored': 'loading' },
    },
    signedOut: { on: { 'loading.retried': 'loading' } },
    showing: {
      initial: 'current',
      states: {
        current: { on: { 'reading.requested': 'reading' } },
        reading: {
          invoke: lookUp('current', 'current'),
        },
      },
      on: { 'cancellation.requested': 'confirmingCancellation' },
    },
    confirmingCancellation: {
      initial: 'asking',
      states: {
        asking: { on: { 'reading.requested': 'reading' } },
        reading: {
          invoke: lookUp('asking', 'asking'),
        },
        notCancelled: {},
        offline: {},
      },
      on: {
        'cancellation.confirmed': { target: 'cancelling', actions: withEvent('storeNotes') },
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
          { guard: isKind('changed'), target: 'confirmingCancellation' },
          whenKind('refused', { target: 'confirmingCancellation', actions: 'showRefusedFields' }),
          { guard: isKind('signedOut'), target: 'signedOut' },
          { guard: isKind('unsent'), target: 'confirmingCancellation.offline' },
          { target: 'notFound' },
        ],
        onError: 'cancelFailed',
      },
    },
    /** It may have been cancelled. Nothing is sent again without a press: it is looked up. */
    cancelFailed: {
      on: {
        'cancellation.confirmed': { target: 'cancelling', actions: withEvent('storeNotes') },
        'connection.restored': 'checking',
        'cancellation.dropped': { target: 'loading', actions: 'forgetNotes' },
      },
    },
    checking: {
      invoke: lookUp('confirmingCancellation.notCancelled', 'cancelFailed'),
    },
    cancelled: { entry: 'forgetNotes', type: 'final' },
    tooLate: { entry: 'forgetNotes', type: 'final' },
    notFound: { entry: 'forgetNotes', type: 'final' },
  },
})
