import type { EventFrom } from 'xstate'
import type { answerSavingMachine } from '#machines/forms/answer-saving.machine.ts'
import type { fileSendingMachine } from '#machines/forms/file-sending.machine.ts'
import type { formFillingMachine } from '#machines/forms/form-filling.machine.ts'
import type { Catalogue, Events } from '../event-catalogue.ts'
import { savedForm } from './form-samples.ts'

export const storedFile = {
  id: '0b6f5d1e-3f7a-4c11-9c53-0d3f6a8e2b41',
  name: 'letter.pdf',
  type: 'application/pdf',
  bytes: 8,
}

const changed = { eggs: 'yes', reaction: 'A rash' }
const others = { ...savedForm, revision: 5, answers: { eggs: 'maybe', consent: true } }
/** Of what nobody here has touched. */
const elsewhere = { ...savedForm, revision: 5, answers: { eggs: 'no', consent: true } }
export const chosenFile = {
  path: 'letter',
  item: 'letter',
  file: new File(['A letter'], 'letter.pdf'),
}

const ended = {
  submitted: [
    { kind: 'submitted', submittedId: 51, leftOut: false },
    { kind: 'submitted', submittedId: 51, leftOut: true },
  ],
  withdrawn: [{ kind: 'withdrawn', detail: 'This appointment was cancelled.' }],
  notFound: [{ kind: 'notFound' }],
} as const
const signedOut = [{ kind: 'signedOut' }] as const

const savingEvents = {
  'answers.changed': [{ type: 'answers.changed', answers: changed }],
  'save.requested': [{ type: 'save.requested' }],
  'conflict.resolved': [{ type: 'conflict.resolved', answers: { ...changed, consent: true } }],
  'session.restored': [{ type: 'session.restored' }],
  'connection.lost': [{ type: 'connection.lost' }],
  'connection.restored': [{ type: 'connection.restored' }],
} satisfies Events<EventFrom<typeof answerSavingMachine>>

const sendingEvents = {
  'files.chosen': [{ type: 'files.chosen', files: [chosenFile] }],
  'upload.retried': [{ type: 'upload.retried' }],
  'upload.cancelled': [{ type: 'upload.cancelled' }],
} satisfies Omit<
  Events<EventFrom<typeof fileSendingMachine>>,
  'connection.restored' | 'upload.advanced'
>

export const answerSavingCatalogue = {
  events: savingEvents,
  results: {
    saveAnswers: {
      saved: [{ kind: 'saved', revision: 4, saved: '2026-08-03T08:40:00.000Z' }],
      conflict: [
        { kind: 'conflict', form: others },
        { kind: 'conflict', form: elsewhere },
      ],
      refused: [{ kind: 'refused', fields: { 'answers.reaction': ['Too long'] } }],
      unsent: [{ kind: 'unsent' }],
      signedOut,
      ...ended,
    },
  },
  delays: {
    'answerSaving.changed': { name: 'savePause', milliseconds: 1_500 },
    'answerSaving.notSaved': { name: 'retryPause', milliseconds: 5_000 },
  },
} satisfies Catalogue<typeof answerSavingMachine>

export const fileSendingCatalogue = {
  events: {
    ...sendingEvents,
    'upload.advanced': [{ type: 'upload.advanced', fraction: 0.5 }],
    'connection.restored': [{ type: 'connection.restored' }],
  },
  results: {
    uploadFile: {
      uploaded: [{ kind: 'uploaded', file: storedFile }],
      refused: [{ kind: 'refused', detail: 'The file must be 20 MB or smaller.' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof fileSendingMachine>

export const formFillingCatalogue = {
  events: {
    ...savingEvents,
    ...sendingEvents,
    'opening.retried': [{ type: 'opening.retried' }],
    'session.ended': [{ type: 'session.ended' }],
    'review.requested': [{ type: 'review.requested' }],
    'change.requested': [{ type: 'change.requested' }],
    'submission.requested': [{ type: 'submission.requested', reason: '' }],
  },
  results: {
    openForm: {
      opened: [
        { kind: 'opened', form: savedForm, unsaved: null },
        { kind: 'opened', form: savedForm, unsaved: { answers: changed, revision: 3, base: {} } },
      ],
      signedOut,
      ...ended,
    },
    answerSaving: ended,
    fileSending: { done: [undefined] },
    submitForm: {
      refused: [{ kind: 'refused', fields: { 'answers.consent': ['Tick the box to go on'] } }],
      stale: [{ kind: 'stale' }],
      unsent: [{ kind: 'unsent' }],
      signedOut,
      ...ended,
    },
  },
  delays: {},
} satisfies Catalogue<typeof formFillingMachine>
