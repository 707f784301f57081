import { assign, setup } from 'xstate'
import type { TellPatient } from '#lib/contract/clinic-appointments.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import type { MoveInWords } from '../schedule/move-in-words.ts'
import { withEvent } from '../with-event.ts'

/** `start` in ISO 8601; `crossing` where it is at another site. */
type Move = { start: string; staffId: number; crossing: MoveInWords | null; tell: TellPatient }

/** What a clinician adds when an appointment is completed. */
export type CompletionDraft = {
  outcomeIds: readonly number[]
  clinicianNotes: string
  /** Why forms of the clinician are not finished; empty unless the server asked for it. */
  unfinishedReason: string
}

export type AppointmentAction =
  | ({ kind: 'complete' } & CompletionDraft)
  | { kind: 'writeNotes'; clinicianNotes: string }
  /** Without a choice where nobody would be told. */
  | { kind: 'didNotAttend'; tell?: TellPatient }
  | { kind: 'cancel'; notes: string; tell: TellPatient }
  | ({ kind: 'reschedule' } & Move)
  | { kind: 'change'; requested: RequestedChange; tell: TellPatient }
  /** Without a choice where it is undone at once: what was not told of it is not told now. */
  | { kind: 'reinstate'; reason: string; tell?: TellPatient }
  /** Back to where it was before what was done last. */
  | { kind: 'moveBack' }

/** Another type or duration, in minutes; what is left out stays, or comes with the other type. */
export type RequestedChange = { typeId?: number; duration?: number }

export type ReadAppointmentResult = { kind: 'read' } | { kind: 'notFound' } | { kind: 'notAllowed' }
export type ActOnAppointmentResult =
  | { kind: 'done' }
  /** Somebody was quicker: what is shown has to be read again. Who it was, in words for people. */
  | { kind: 'stale'; change: string }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

export type AppointmentActionEvent =
  | { type: 'reading.retried' }
  | { type: 'completing.requested' }
  | { type: 'completing.confirmed'; completion: CompletionDraft }
  | { type: 'notes.requested' }
  | { type: 'notes.confirmed'; clinicianNotes: string }
  | { type: 'absence.chosen' }
  | { type: 'absence.requested' }
  | { type: 'absence.confirmed'; tell: TellPatient }
  | { type: 'cancelling.requested' }
  | { type: 'rescheduling.requested' }
  | { type: 'changing.requested' }
  /** `isMove`: what was done last moved or changed it, and left it booked. */
  | { type: 'undoing.chosen'; isMove: boolean }
  | { type: 'correcting.requested' }
  | { type: 'correcting.confirmed'; reason: string; tell: TellPatient }
  | { type: 'asking.dropped' }
  | { type: 'cancelling.confirmed'; notes: string; tell: TellPatient }
  | ({ type: 'rescheduling.confirmed' } & Move)
  | { type: 'site.confirmed' }
  | { type: 'changing.confirmed'; requested: RequestedChange; tell: TellPatient }
  | { type: 'change.accepted' }
  | { type: 'acting.retried' }
  | { type: 'acting.dropped' }

type Context = {
  action: AppointmentAction | null
  reason: string
  change: string
  refusedFields: FieldErrors
}

const nothing: Context = { action: null, reason: '', change: '', refusedFields: {} }

const chosen = (action: AppointmentAction): Context => ({ ...nothing, action })

/**
 * One appointment, looked at and acted on by who works here. What is shown lies with the island; here
 * is what may be done next, and what becomes of it when somebody else was quicker.
 */
export const appointmentActionMachine = setup({
  types: { context: {} as Context, events: {} as AppointmentActionEvent },
  actors: {
    readAppointment: providedActor<ReadAppointmentResult>(),
    actOnAppointment: providedActor<ActOnAppointmentResult, { action: AppointmentAction | null }>(),
  },
  actions: {
    keepMove: assign((_, { start, staffId, crossing, tell }: Move) =>
      chosen({ kind: 'reschedule', start, staffId, crossing, tell }),
    ),
    noteChange: assign({ change: (_, params: { change: string }) => params.change }),
    forgetAction: assign(() => nothing),
    showRefusal: assign((_, params: { reason: string; fields: FieldErrors }) => ({
      reason: params.reason,
      refusedFields: params.fields,
    })),
  },
  guards: {
    isCrossing: (_, params: { crossing: MoveInWords | null }) => params.crossing !== null,
    isCompleting: ({ context }) => context.action?.kind === 'complete',
    isWritingNotes: ({ context }) => context.action?.kind === 'writeNotes',
    isMarkingAbsence: ({ context: { action } }) =>
      action?.kind === 'didNotAttend' && action.tell !== undefined,
    isCancelling: ({ context }) => context.action?.kind === 'cancel',
    isMoving: ({ context }) => context.action?.kind === 'reschedule',
    isChanging: ({ context }) => context.action?.kind === 'change',
    isCorrecting: ({ context: { action } }) => action?.kind === 'reinstate' && action.reason !== '',
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
        'completing.requested': { target: 'completing', actions: 'forgetAction' },
        'notes.requested': { target: 'writingNotes', actions: 'forgetAction' },
        'absence.chosen': { target: 'acting', actions: assign(chosen({ kind: 'didNotAttend' })) },
        'absence.requested': { target: 'askingAbsence', actions: 'forgetAction' },
        'cancelling.requested': { target: 'askingNotes', actions: 'forgetAction' },
        'rescheduling.requested': { target: 'choosingTime', actions: 'forgetAction' },
        'changing.requested': { target: 'choosingWhat', actions: 'forgetAction' },
        'undoing.chosen': {
          target: 'acting',
          actions: assign(({ event: { isMove } }) =>
            chosen(isMove ? { kind: 'moveBack' } : { kind: 'reinstate', reason: '' }),
          ),
        },
        'correcting.requested': { target: 'askingReason', actions: 'forgetAction' },
      },
    },
    completing: {
      on: {
        'asking.dropped': { target: 'open', actions: 'forgetAction' },
        'completing.confirmed': {
          target: 'acting',
          actions: assign(({ event: { completion } }) =>
            chosen({ kind: 'complete', ...completion }),
          ),
        },
      },
    },
    writingNotes: {
      on: {
        'asking.dropped': { target: 'open', actions: 'forgetAction' },
        'notes.confirmed': {
          target: 'acting',
          actions: assign(({ event: { clinicianNotes } }) =>
            chosen({ kind: 'writeNotes', clinicianNotes }),
          ),
        },
      },
    },
    askingAbsence: {
      on: {
        'asking.dropped': { target: 'open', actions: 'forgetAction' },
        'absence.confirmed': {
          target: 'acting',
          actions: assign(({ event: { tell } }) => chosen({ kind: 'didNotAttend', tell })),
        },
      },
    },
    askingNotes: {
      on: {
        'asking.dropped': { target: 'open', actions: 'forgetAction' },
        'cancelling.confirmed': {
          target: 'acting',
          actions: assign(({ event: { notes, tell } }) => chosen({ kind: 'cancel', notes, tell })),
        },
      },
    },
    choosingTime: {
      on: {
        'asking.dropped': { target: 'open', actions: 'forgetAction' },
        'rescheduling.confirmed': [
          {
            guard: withEvent('isCrossing'),
            target: 'confirmingSite',
            actions: withEvent('keepMove'),
          },
          { target: 'acting', actions: withEvent('keepMove') },
        ],
      },
    },
    /** The time is at another site, where the patient would have to go, too. */
    confirmingSite: { on: { 'site.confirmed': 'acting', 'asking.dropped': 'choosingTime' } },
    choosingWhat: {
      on: {
        'asking.dropped': { target: 'open', actions: 'forgetAction' },
        'changing.confirmed': {
          target: 'acting',
          actions: assign(({ event: { requested, tell } }) =>
            chosen({ kind: 'change', requested, tell }),
          ),
        },
      },
    },
    askingReason: {
      on: {
        'asking.dropped': { target: 'open', actions: 'forgetAction' },
        'correcting.confirmed': {
          target: 'acting',
          actions: assign(({ event: { reason, tell } }) =>
            chosen({ kind: 'reinstate', reason, tell }),
          ),
        },
      },
    },
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
    /** What was refused can be corrected where it was entered. */
    refused: {
      always: [
        { guard: 'isCompleting', target: 'completing' },
        { guard: 'isWritingNotes', target: 'writingNotes' },
        { guard: 'isMarkingAbsence', target: 'askingAbsence' },
        { guard: 'isCancelling', target: 'askingNotes' },
        { guard: 'isMoving', target: 'choosingTime' },
        { guard: 'isChanging', target: 'choosingWhat' },
        { guard: 'isCorrecting', target: 'askingReason' },
        { target: 'open' },
      ],
    },
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
    /** The appointment is shown as it is now, and the person decides again. */
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
