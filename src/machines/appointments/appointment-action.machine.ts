import { assign, setup } from 'xstate'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import type { FormatMove } from '../schedule/format-move.ts'
import { withEvent } from '../with-event.ts'

type Move = {
  start: string
  staffId: number
  branchChange: FormatMove | null
  notification: NotifyPatient
}

export type CompletionDraft = {
  outcomeIds: readonly number[]
  clinicianNotes: string
  unfinishedReason: string
}

export type AppointmentAction =
  | ({ kind: 'complete' } & CompletionDraft)
  | { kind: 'writeNotes'; clinicianNotes: string }
  | { kind: 'didNotAttend'; notification?: NotifyPatient }
  | { kind: 'cancel'; notes: string; notification: NotifyPatient }
  | ({ kind: 'reschedule' } & Move)
  | { kind: 'change'; requested: RequestedChange; notification: NotifyPatient }
  /** There is no choice where it is undone at once: what was not notified then is not now. */
  | { kind: 'reinstate'; reason: string; notification?: NotifyPatient }
  /** It goes back to where it was before the last action. */
  | { kind: 'moveBack' }

export type RequestedChange = { typeId?: number; duration?: number }

type ReadAppointmentResult = { kind: 'read' } | { kind: 'notFound' } | { kind: 'notAllowed' }
type ActOnAppointmentResult =
  | { kind: 'done' }
  /** Somebody was quicker, so what is shown has to be read again; it says who. */
  | { kind: 'stale'; change: string }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

/** It is asked about before it is done: when, why, or what the patient is notified of. */
type RequestedAction = Exclude<AppointmentAction['kind'], 'moveBack'>

type AppointmentActionEvent =
  | { type: 'reading.retried' }
  | { type: 'action.requested'; kind: RequestedAction }
  | { type: 'action.chosen'; action: AppointmentAction }
  | { type: 'action.confirmed'; action: AppointmentAction }
  | { type: 'asking.dropped' }
  | { type: 'site.confirmed' }
  | { type: 'change.accepted' }
  | { type: 'acting.retried' }
  | { type: 'acting.dropped' }

type Context = {
  asked: RequestedAction | null
  action: AppointmentAction | null
  reason: string
  change: string
  refusedFields: FieldErrors
}

const nothing: Context = { asked: null, action: null, reason: '', change: '', refusedFields: {} }

/**
 * The island holds the appointment that is shown; the machine decides what may be done next, and
 * what becomes of it when somebody else was quicker.
 */
export const appointmentActionMachine = setup({
  types: { context: {} as Context, events: {} as AppointmentActionEvent },
  actors: {
    readAppointment: providedActor<ReadAppointmentResult>(),
    actOnAppointment: providedActor<ActOnAppointmentResult, { action: AppointmentAction | null }>(),
  },
  actions: {
    ask: assign((_, { kind }: { kind: RequestedAction }) => ({ ...nothing, asked: kind })),
    storeAction: assign(({ context: { asked } }, { action }: { action: AppointmentAction }) => ({
      ...nothing,
      asked,
      action,
    })),
    noteChange: assign({ change: (_, params: { change: string }) => params.change }),
    forgetAction: assign(() => nothing),
    showRefusal: assign((_, params: { reason: string; fields: FieldErrors }) => ({
      reason: params.reason,
      refusedFields: params.fields,
    })),
  },
  guards: {
    wasAsked: ({ context }) => context.asked !== null,
    isAsked: ({ context }, { action }: { action: AppointmentAction }) =>
      action.kind === context.asked,
    isBranchChangeAsked: ({ context: { asked } }, { action }: { action: AppointmentAction }) =>
      asked === 'reschedule' && action.kind === asked && action.branchChange !== null,
  },
}).createMachine({
  id: 'appointmentAction',
  context: nothing,
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'readAppointment',
        src: 'readAppointment',
        onDone: [
          { guard: isKind('read'), target: 'open' },
          { guard: isKind('notFound'), target: 'notFound' },
          { target: 'notAllowed' },
        ],
        onError: 'readFailed',
      },
    },
    readFailed: { on: { 'reading.retried': 'reading' } },
    open: {
      on: {
        'action.requested': { target: 'asking', actions: withEvent('ask') },
        'action.chosen': {
          target: 'acting',
          actions: [{ type: 'forgetAction' }, withEvent('storeAction')],
        },
      },
    },
    asking: {
      on: {
        'asking.dropped': { target: 'open', actions: 'forgetAction' },
        'action.confirmed': [
          {
            guard: withEvent('isBranchChangeAsked'),
            target: 'confirmingSite',
            actions: withEvent('storeAction'),
          },
          {
            guard: withEvent('isAsked'),
            target: 'acting',
            actions: withEvent('storeAction'),
          },
        ],
      },
    },
    confirmingSite: { on: { 'site.confirmed': 'acting', 'asking.dropped': 'asking' } },
    acting: {
      invoke: {
        id: 'actOnAppointment',
        src: 'actOnAppointment',
        input: ({ context: { action } }) => ({ action }),
        onDone: [
          { guard: isKind('done'), target: 'open', actions: 'forgetAction' },
          whenKind('stale', { target: 'rereading', actions: 'noteChange' }),
          whenKind('refused', { target: 'refused', actions: 'showRefusal' }),
        ],
        onError: 'actFailed',
      },
    },
    refused: { always: [{ guard: 'wasAsked', target: 'asking' }, { target: 'open' }] },
    rereading: {
      invoke: {
        id: 'readAppointment',
        src: 'readAppointment',
        onDone: [
          { guard: isKind('read'), target: 'changed' },
          { guard: isKind('notFound'), target: 'notFound' },
          { target: 'notAllowed' },
        ],
        onError: 'actFailed',
      },
    },
    changed: {
      on: {
        'change.accepted': 'acting',
        'acting.dropped': { target: 'open', actions: 'forgetAction' },
      },
    },
    /** Nobody knows whether it was done: another try of the same version does it once, or says. */
    actFailed: {
      on: {
        'acting.retried': 'acting',
        'acting.dropped': { target: 'reading', actions: 'forgetAction' },
      },
    },
    notFound: { type: 'final' },
    notAllowed: { type: 'final' },
  },
})
