import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { formFillingMachine } from '#machines/forms/form-filling.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { formFillingCatalogue } from './form-filling.catalogue.ts'
import { savedForm } from './form-samples.ts'

type Snapshot = SnapshotFrom<typeof formFillingMachine>

/** What goes on to the two machines within is walked there. */
const own = [
  'opening.retried',
  'session.ended',
  'review.requested',
  'change.requested',
  'submission.requested',
]
const asked = own.flatMap((type) => formFillingCatalogue.events[type as 'opening.retried'])
const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) =>
    expect(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)).toEqual(types)

const ends = (snapshot: Snapshot) => {
  expect(snapshot.status).toBe('done')
  expect(snapshot.context.opened).toBeNull()
}
const fills =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    offers('session.ended', ...types)(snapshot)
    expect(snapshot.context.opened?.form).toEqual(savedForm)
  }

const savingIs = (value: string) => ({
  type: 'xstate.snapshot.answerSaving' as const,
  snapshot: { value, context: { revision: 4 } },
})

describePaths(formFillingMachine, {
  catalogue: {
    ...formFillingCatalogue,
    events: {
      ...formFillingCatalogue.events,
      /** What the machine within says of itself. */
      'xstate.snapshot.answerSaving': [savingIs('saved'), savingIs('offline')],
    },
  },
  distinguish: ({ isSaved, isHeldUp, opened }: Snapshot['context']) => [
    isSaved,
    isHeldUp,
    opened !== null,
  ],
  states: {
    starting: offers(),
    startFailed: offers('opening.retried'),
    signedOut: (snapshot) => {
      offers('opening.retried')(snapshot)
      expect(snapshot.context.opened).toBeNull()
    },
    'filling.editing': fills('review.requested', 'submission.requested'),
    'filling.reviewing.reading': fills('change.requested', 'submission.requested'),
    'filling.reviewing.refused': (snapshot) => {
      fills('change.requested', 'submission.requested')(snapshot)
      expect(snapshot.context.refusedFields).not.toEqual({})
    },
    'filling.reviewing.unsent': fills('change.requested', 'submission.requested'),
    'filling.reviewing.stale': fills('change.requested', 'submission.requested'),
    'filling.savingFirst': (snapshot) => {
      fills()(snapshot)
      expect(snapshot.context).toMatchObject({ isSaved: false, isHeldUp: false })
    },
    'filling.submitting': fills(),
    'filling.unanswered': fills('submission.requested'),
    'filling.checking': fills(),
    submitted: (snapshot) => {
      ends(snapshot)
      expect(snapshot.context.submittedId).toBe(51)
    },
    withdrawn: (snapshot) => {
      ends(snapshot)
      expect(snapshot.context.detail).not.toBe('')
    },
    notFound: ends,
  },
})
