import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { isSameAnswer } from '#lib/forms/answer-kinds.ts'
import { answerSavingMachine } from '#machines/forms/answer-saving.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answerSavingCatalogue } from './form-filling.catalogue.ts'
import { savedForm } from './form-samples.ts'

type Snapshot = SnapshotFrom<typeof answerSavingMachine>

const offers = offering(answerSavingCatalogue.events)

describePaths(answerSavingMachine, {
  catalogue: answerSavingCatalogue,
  inputs: [
    { form: savedForm, unsaved: null },
    { form: savedForm, unsaved: { answers: { eggs: 'yes' }, revision: 3, base: {} } },
    { form: savedForm, unsaved: { answers: { eggs: 'yes' }, revision: 2, base: {} } },
    { form: savedForm, unsaved: { answers: { consent: true }, revision: 2, base: {} } },
    { form: savedForm, unsaved: { answers: savedForm.answers, revision: 2, base: {} } },
  ],
  distinguish: ({ answers, sentAnswers, base, others, merged }: Snapshot['context']) => [
    answers === sentAnswers,
    isSameAnswer(answers, base),
    others !== null,
    merged.contested.length > 0,
  ],
  states: {
    saved: (snapshot) => {
      offers('answers.changed', 'save.requested')(snapshot)
      expect(snapshot.context.revision).toBeGreaterThanOrEqual(savedForm.revision)
    },
    changed: offers('answers.changed', 'save.requested', 'connection.lost'),
    saving: (snapshot) => {
      offers('answers.changed')(snapshot)
      expect(snapshot.context.sentAnswers).not.toBeNull()
    },
    offline: offers('answers.changed', 'save.requested', 'connection.restored'),
    notSaved: offers('answers.changed', 'save.requested', 'connection.restored'),
    refused: (snapshot) => {
      offers('answers.changed')(snapshot)
      expect(snapshot.context.refusedFields).not.toEqual({})
    },
    signedOut: offers('answers.changed', 'save.requested', 'session.restored'),
    conflict: (snapshot) => {
      offers('answers.changed', 'conflict.resolved')(snapshot)
      // Nobody's answers are lost.
      expect(snapshot.context.others).not.toBeNull()
      expect(snapshot.context.merged.contested).not.toEqual([])
    },
    ended: (snapshot) => {
      expect(snapshot.status).toBe('done')
      expect(snapshot.output).toEqual(snapshot.context.ended)
    },
  },
})
