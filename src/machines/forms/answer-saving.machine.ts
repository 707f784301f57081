import { assign, emit, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { isSameAnswer } from '#lib/forms/answer-kinds.ts'
import { type MergedAnswers, mergeAnswers } from '#lib/forms/merge-answers.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type StoredAnswers = { answers: Answers; revision: number; base: Answers }

export type EndedForm =
  /** It was submitted here or elsewhere. `leftOut`: without what was typed here last. */
  | { kind: 'submitted'; submittedId: number; leftOut: boolean }
  | { kind: 'withdrawn'; detail: string }
  | { kind: 'notFound' }

type MergedAnswersTaken = {
  type: 'answers.taken'
  answers: Answers
  items: readonly string[]
}

type AnswerSavingEvent =
  | { type: 'answers.changed'; answers: Answers }
  | { type: 'save.requested' }
  | { type: 'conflict.resolved'; answers: Answers }
  | { type: 'session.restored' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }

type SaveAnswersResult =
  | { kind: 'saved'; revision: number; saved: string }
  | { kind: 'conflict'; form: SavedForm }
  | { kind: 'refused'; fields: FieldErrors }
  | { kind: 'unsent' }
  | { kind: 'signedOut' }
  | EndedForm

type AnswerSavingContext = StoredAnswers & {
  saved: string
  sentAnswers: Answers | null
  others: SavedForm | null
  merged: Pick<MergedAnswers, 'contested' | 'taken'>
  refusedFields: FieldErrors
  ended: EndedForm | null
  /** It counts how often somebody chose between two versions. */
  resolutions: number
}

const nothingMerged = { contested: [], taken: [] } as const

/** Joins mine and the others'; from then on what they saved is what both started with. */
function withOthers({ base, answers }: Pick<StoredAnswers, 'base' | 'answers'>, others: SavedForm) {
  const { answers: both, ...merged } = mergeAnswers(base, answers, others.answers)
  return {
    others,
    merged,
    answers: both,
    base: others.answers,
    revision: others.revision,
    saved: others.saved,
    sentAnswers: null,
  }
}

/**
 * Saves a draft shortly after each change. Where somebody else saved other answers it brings both
 * together, and asks only where both changed the same answer.
 */
export const answerSavingMachine = setup({
  types: {
    context: {} as AnswerSavingContext,
    events: {} as AnswerSavingEvent,
    input: {} as { form: SavedForm; unsaved: StoredAnswers | null },
    output: {} as EndedForm,
    emitted: {} as MergedAnswersTaken,
  },
  actors: { saveAnswers: providedActor<SaveAnswersResult, StoredAnswers>() },
  actions: {
    storeAnswers: assign({ answers: (_, params: { answers: Answers }) => params.answers }),
    noteSent: assign({ sentAnswers: ({ context }) => context.answers, refusedFields: {} }),
    noteSaved: assign(({ context }, { revision, saved }: { revision: number; saved: string }) => ({
      revision,
      saved,
      base: context.sentAnswers ?? context.base,
    })),
    mergeOthers: assign(({ context }, params: { form: SavedForm }) =>
      withOthers(context, params.form),
    ),
    announceTaken: emit(({ context: { answers, merged } }) => ({
      type: 'answers.taken' as const,
      answers,
      items: merged.taken,
    })),
    forgetOthers: assign({ others: null, merged: nothingMerged }),
    storeResolution: assign(({ context }, params: { answers: Answers }) => ({
      answers: params.answers,
      others: null,
      merged: nothingMerged,
      resolutions: context.resolutions + 1,
    })),
    showRefusedFields: assign({
      refusedFields: (_, params: { fields: FieldErrors }) => params.fields,
    }),
    end: assign({ ended: (_, params: EndedForm) => params }),
  },
  guards: {
    isContested: ({ context }) => context.merged.contested.length > 0,
    isUnchanged: ({ context: { base, answers } }) => isSameAnswer(base, answers),
  },
  delays: {
    /** It counts from the first change, so that a long text is saved while it is typed. */
    savePause: 1_500,
    retryPause: 5_000,
  },
}).createMachine({
  id: 'answerSaving',
  context: ({ input: { form, unsaved } }) => ({
    answers: unsaved?.answers ?? form.answers,
    base: form.answers,
    revision: form.revision,
    saved: form.saved,
    sentAnswers: null,
    others: null,
    merged: nothingMerged,
    ...(unsaved && unsaved.revision !== form.revision && withOthers(unsaved, form)),
    refusedFields: {},
    ended: null,
    resolutions: 0,
  }),
  output: ({ context }) => context.ended ?? { kind: 'notFound' },
  initial: 'merged',
  states: {
    merged: {
      entry: 'announceTaken',
      always: [
        { guard: 'isContested', target: 'conflict' },
        { guard: 'isUnchanged', target: 'saved', actions: 'forgetOthers' },
        { target: 'saving', actions: 'forgetOthers' },
      ],
    },
    saved: {
      on: {
        'answers.changed': { target: 'changed', actions: withEvent('storeAnswers') },
        'save.requested': 'saving',
      },
    },
    changed: {
      after: { savePause: 'saving' },
      on: {
        'answers.changed': { actions: withEvent('storeAnswers') },
        'save.requested': 'saving',
        'connection.lost': 'offline',
      },
    },
    saving: {
      entry: 'noteSent',
      on: { 'answers.changed': { actions: withEvent('storeAnswers') } },
      invoke: {
        id: 'saveAnswers',
        src: 'saveAnswers',
        input: ({ context: { answers, revision, base } }) => ({ answers, revision, base }),
        onDone: [
          whenKind('saved', { target: 'settling', actions: 'noteSaved' }),
          whenKind('conflict', { target: 'merged', actions: 'mergeOthers' }),
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
        'answers.changed': { actions: withEvent('storeAnswers') },
      },
    },
    notSaved: {
      after: { retryPause: 'saving' },
      on: {
        'connection.restored': 'saving',
        'save.requested': 'saving',
        'answers.changed': { actions: withEvent('storeAnswers') },
      },
    },
    refused: {
      on: { 'answers.changed': { target: 'changed', actions: withEvent('storeAnswers') } },
    },
    signedOut: {
      on: {
        'session.restored': 'saving',
        'save.requested': 'saving',
        'answers.changed': { actions: withEvent('storeAnswers') },
      },
    },
    conflict: {
      on: {
        'conflict.resolved': { target: 'saving', actions: withEvent('storeResolution') },
        'answers.changed': { actions: withEvent('storeAnswers') },
      },
    },
    ended: { type: 'final' },
  },
})
