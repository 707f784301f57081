import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { isSameAnswer } from '#lib/forms/compare-answers.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'
import type {
  AnswerSavingEvent,
  EndedForm,
  KeptAnswers,
  SaveAnswersResult,
} from './form-filling.types.ts'

type AnswerSavingContext = KeptAnswers & {
  /** When the server last said so; ISO 8601. */
  saved: string
  /** What is on its way. */
  sentAnswers: Answers | null
  /** What somebody else saved. */
  others: SavedForm | null
  refusedFields: FieldErrors
  ended: EndedForm | null
  /** How often somebody chose between two versions. */
  resolutions: number
}

/** Saves a draft shortly after each change, and asks when somebody else saved other answers. */
export const answerSavingMachine = setup({
  types: {
    context: {} as AnswerSavingContext,
    events: {} as AnswerSavingEvent,
    input: {} as { form: SavedForm; kept: KeptAnswers | null },
    output: {} as EndedForm,
  },
  actors: { saveAnswers: providedActor<SaveAnswersResult, KeptAnswers>() },
  actions: {
    keepAnswers: assign({ answers: (_, params: { answers: Answers }) => params.answers }),
    noteSent: assign({ sentAnswers: ({ context }) => context.answers, refusedFields: {} }),
    noteSaved: assign((_, { revision, saved }: { revision: number; saved: string }) => ({
      revision,
      saved,
    })),
    showOthers: assign({ others: (_, params: { form: SavedForm }) => params.form }),
    /** What is saved next replaces what the others saved. */
    keepResolution: assign(({ context }, params: { answers: Answers }) => ({
      answers: params.answers,
      revision: context.others?.revision ?? context.revision,
      others: null,
      resolutions: context.resolutions + 1,
    })),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
    end: assign({ ended: (_, params: EndedForm) => params }),
  },
  guards: {
    isConflicting: ({ context: { others, answers } }) =>
      others !== null && !isSameAnswer(others.answers, answers),
    isChanged: ({ context }) => context.sentAnswers !== null,
    isUnchanged: ({ context }) => context.sentAnswers === context.answers,
  },
  delays: {
    /** From the first change, so that a long text is saved while it is typed. */
    savePause: 1_500,
    retryPause: 5_000,
  },
}).createMachine({
  id: 'answerSaving',
  context: ({ input: { form, kept } }) => ({
    answers: kept?.answers ?? form.answers,
    revision: form.revision,
    saved: form.saved,
    sentAnswers: kept?.answers ?? null,
    others: kept && kept.revision !== form.revision ? form : null,
    refusedFields: {},
    ended: null,
    resolutions: 0,
  }),
  output: ({ context }) => context.ended ?? { kind: 'notFound' },
  initial: 'opened',
  states: {
    opened: {
      always: [
        { guard: 'isConflicting', target: 'conflict' },
        { guard: 'isChanged', target: 'saving' },
        { target: 'saved' },
      ],
    },
    saved: {
      on: {
        'answers.changed': { target: 'changed', actions: withEvent('keepAnswers') },
        'save.requested': 'saving',
      },
    },
    changed: {
      after: { savePause: 'saving' },
      on: {
        'answers.changed': { actions: withEvent('keepAnswers') },
        'save.requested': 'saving',
        'connection.lost': 'offline',
      },
    },
    saving: {
      entry: 'noteSent',
      on: { 'answers.changed': { actions: withEvent('keepAnswers') } },
      invoke: {
        id: 'saveAnswers',
        src: 'saveAnswers',
        input: ({ context: { answers, revision } }) => ({ answers, revision }),
        onDone: [
          whenKind('saved', { target: 'settling', actions: 'noteSaved' }),
          whenKind('conflict', { target: 'conflict', actions: 'showOthers' }),
          whenKind('refused', { target: 'refused', actions: 'showRefusedFields' }),
          { guard: isKind('unsent'), target: 'offline' },
          { guard: isKind('signedOut'), target: 'signedOut' },
          whenKind(['submitted', 'withdrawn', 'notFound'], { target: 'ended', actions: 'end' }),
        ],
        onError: 'notSaved',
      },
    },
    settling: { always: [{ guard: 'isUnchanged', target: 'saved' }, { target: 'changed' }] },
    offline: {
      on: {
        'connection.restored': 'saving',
        'save.requested': 'saving',
        'answers.changed': { actions: withEvent('keepAnswers') },
      },
    },
    notSaved: {
      after: { retryPause: 'saving' },
      on: {
        'connection.restored': 'saving',
        'save.requested': 'saving',
        'answers.changed': { actions: withEvent('keepAnswers') },
      },
    },
    /** The same answers would be refused again. */
    refused: {
      on: { 'answers.changed': { target: 'changed', actions: withEvent('keepAnswers') } },
    },
    signedOut: {
      on: {
        'session.restored': 'saving',
        'save.requested': 'saving',
        'answers.changed': { actions: withEvent('keepAnswers') },
      },
    },
    conflict: {
      on: { 'conflict.resolved': { target: 'saving', actions: withEvent('keepResolution') } },
    },
    ended: { type: 'final' },
  },
})
