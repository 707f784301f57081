import { assign, type EventFrom, enqueueActions, forwardTo, sendTo, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'
import { answerSavingMachine, type EndedForm, type StoredAnswers } from './answer-saving.machine.ts'
import { fileSendingMachine } from './file-sending.machine.ts'

type FormFillingEvent =
  | EventFrom<typeof answerSavingMachine>
  | Exclude<EventFrom<typeof fileSendingMachine>, { type: 'upload.advanced' }>
  | { type: 'opening.retried' }
  /** Signed out, or somebody else signed in. */
  | { type: 'session.ended' }
  | { type: 'review.requested' }
  | { type: 'change.requested' }
  /** It is empty unless a submitted form is amended. */
  | { type: 'submission.requested'; reason: string }

type SubmitFormResult =
  | { kind: 'refused'; fields: FieldErrors }
  | { kind: 'stale' }
  | { kind: 'unsent' }
  | { kind: 'signedOut' }
  | EndedForm

type OpenFormResult =
  | { kind: 'opened'; form: SavedForm; unsaved: StoredAnswers | null }
  | { kind: 'signedOut' }
  | EndedForm

/** No wait alone ends these states soon. */
const HELD_UP: readonly unknown[] = ['offline', 'notSaved', 'refused', 'signedOut', 'conflict']

type Opened = Extract<OpenFormResult, { kind: 'opened' }>

type FormFillingContext = {
  opened: Opened | null
  revision: number
  isSaved: boolean
  /** Saving waits for a connection, a sign-in, a choice or another answer. */
  isHeldUp: boolean
  reason: string
  refusedFields: FieldErrors
  detail: string
  submittedId: number | null
  /** It was submitted without what was typed here last. */
  isLeftOut: boolean
}

/** Patients fill a form in page by page and review it, clinicians submit at once. */
export const formFillingMachine = setup({
  types: {
    context: {} as FormFillingContext,
    events: {} as FormFillingEvent,
    children: {} as { answerSaving: 'answerSaving'; fileSending: 'fileSending' },
  },
  actors: {
    openForm: providedActor<OpenFormResult>(),
    submitForm: providedActor<SubmitFormResult, { revision: number; reason: string }>(),
    answerSaving: answerSavingMachine,
    fileSending: fileSendingMachine,
  },
  actions: {
    storeOpened: assign((_, params: Opened) => ({
      opened: params,
      revision: params.form.revision,
      isSaved: params.unsaved === null,
    })),
    followSaving: assign(
      ({ context }, params: { value?: unknown; context?: { revision: number } }) =>
        params.context
          ? {
              revision: params.context.revision,
              isSaved: params.value === 'saved',
              isHeldUp: HELD_UP.includes(params.value),
            }
          : context,
    ),
    storeReason: assign({
      reason: (_, params: { reason: string }) => params.reason,
      refusedFields: {},
    }),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
    storeSubmitted: assign((_, params: { submittedId: number; leftOut: boolean }) => ({
      submittedId: params.submittedId,
      isLeftOut: params.leftOut,
    })),
    showDetail: assign({ detail: (_, params: { detail: string }) => params.detail }),
    /** Finds out what somebody else saved, or that nobody is signed in. */
    saveAgain: sendTo('answerSaving', { type: 'save.requested' }),
    saveWhatIsLeft: enqueueActions(({ context, enqueue }) => {
      if (context.isSaved) return
      enqueue.assign({ isHeldUp: false })
      enqueue.sendTo('answerSaving', { type: 'save.requested' })
    }),
    /** Nothing personal stays once it ended. */
    forget: assign({ opened: null, reason: '', refusedFields: {} }),
  },
  guards: {
    isSaved: ({ context }) => context.isSaved,
    isHeldUp: ({ context }) => context.isHeldUp,
  },
}).createMachine({
  id: 'formFilling',
  context: {
    opened: null,
    revision: 0,
    isSaved: false,
    isHeldUp: false,
    reason: '',
    refusedFields: {},
    detail: '',
    submittedId: null,
    isLeftOut: false,
  },
  initial: 'starting',
  states: {
    starting: {
      invoke: {
        id: 'openForm',
        src: 'openForm',
        onDone: [
          whenKind('opened', { target: 'filling', actions: 'storeOpened' }),
          { guard: isKind('signedOut'), target: 'signedOut' },
          whenKind('submitted', { target: 'submitted', actions: 'storeSubmitted' }),
          whenKind('withdrawn', { target: 'withdrawn', actions: 'showDetail' }),
          { target: 'notFound' },
        ],
        onError: 'startFailed',
      },
    },
    startFailed: { on: { 'opening.retried': 'starting', 'connection.restored': 'starting' } },
    signedOut: {
      entry: 'forget',
      on: { 'session.restored': 'starting', 'opening.retried': 'starting' },
    },
    filling: {
      invoke: [
        {
          id: 'answerSaving',
          src: 'answerSaving',
          input: ({ context: { opened } }) => {
            if (!opened) throw new Error('No form was opened')
            return opened
          },
          onSnapshot: {
            actions: { type: 'followSaving', params: ({ event }) => event.snapshot },
          },
          onDone: [
            whenKind('submitted', { target: 'submitted', actions: 'storeSubmitted' }),
            whenKind('withdrawn', { target: 'withdrawn', actions: 'showDetail' }),
            { target: 'notFound' },
          ],
          onError: 'startFailed',
        },
        { id: 'fileSending', src: 'fileSending', onError: 'startFailed' },
      ],
      on: {
        'session.ended': 'signedOut',
        'answers.changed': { actions: forwardTo('answerSaving') },
        'save.requested': { actions: forwardTo('answerSaving') },
        'conflict.resolved': { actions: forwardTo('answerSaving') },
        'session.restored': { actions: forwardTo('answerSaving') },
        'connection.lost': { actions: forwardTo('answerSaving') },
        'connection.restored': {
          actions: [forwardTo('answerSaving'), forwardTo('fileSending')],
        },
        'files.chosen': { actions: forwardTo('fileSending') },
        'upload.retried': { actions: forwardTo('fileSending') },
        'upload.cancelled': { actions: forwardTo('fileSending') },
      },
      initial: 'editing',
      states: {
        editing: {
          on: {
            'review.requested': { target: 'reviewing', actions: 'saveAgain' },
            'submission.requested': { target: 'savingFirst', actions: withEvent('storeReason') },
          },
        },
        reviewing: {
          initial: 'reading',
          states: { reading: {}, refused: {}, unsent: {}, stale: {} },
          on: {
            'change.requested': 'editing',
            'submission.requested': { target: 'savingFirst', actions: withEvent('storeReason') },
          },
        },
        /** It was typed a moment ago. */
        savingFirst: {
          entry: 'saveWhatIsLeft',
          always: [
            { guard: 'isSaved', target: 'submitting' },
            { guard: 'isHeldUp', target: 'reviewing' },
          ],
        },
        submitting: {
          invoke: {
            id: 'submitForm',
            src: 'submitForm',
            input: ({ context: { revision, reason } }) => ({ revision, reason }),
            onDone: [
              whenKind('submitted', {
                target: '#formFilling.submitted',
                actions: 'storeSubmitted',
              }),
              whenKind('refused', { target: 'reviewing.refused', actions: 'showRefusedFields' }),
              { guard: isKind('stale'), target: 'reviewing.stale', actions: 'saveAgain' },
              { guard: isKind('signedOut'), target: 'reviewing', actions: 'saveAgain' },
              { guard: isKind('unsent'), target: 'reviewing.unsent' },
              whenKind('withdrawn', { target: '#formFilling.withdrawn', actions: 'showDetail' }),
              { target: '#formFilling.notFound' },
            ],
            onError: 'unanswered',
          },
        },
        /** It may have been submitted. Sent again, it is submitted once. */
        unanswered: {
          on: {
            'submission.requested': { target: 'submitting', actions: withEvent('storeReason') },
            'connection.restored': 'checking',
          },
        },
        checking: {
          invoke: {
            id: 'openForm',
            src: 'openForm',
            onDone: [
              { guard: isKind('opened'), target: 'reviewing' },
              whenKind('submitted', {
                target: '#formFilling.submitted',
                actions: 'storeSubmitted',
              }),
              { guard: isKind('signedOut'), target: 'reviewing', actions: 'saveAgain' },
              whenKind('withdrawn', { target: '#formFilling.withdrawn', actions: 'showDetail' }),
              { target: '#formFilling.notFound' },
            ],
            onError: 'unanswered',
          },
        },
      },
    },
    submitted: { type: 'final', entry: 'forget' },
    withdrawn: { type: 'final', entry: 'forget' },
    notFound: { type: 'final', entry: 'forget' },
  },
})
