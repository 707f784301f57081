import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { adviceWritingMachine } from '#machines/advice/advice-writing.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { adviceWritingCatalogue, restAdvice } from './advice-writing.catalogue.ts'

type Snapshot = SnapshotFrom<typeof adviceWritingMachine>

const asked = Object.values(adviceWritingCatalogue.events).flat()
const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) =>
    expect(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)).toEqual(types)
/** What is on its way is kept. */
const withChange =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    offers(...types)(snapshot)
    expect(snapshot.context.change).not.toBeNull()
  }

describePaths(adviceWritingMachine, {
  catalogue: adviceWritingCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    listing: offers(
      'writing.requested',
      'editing.requested',
      'withdrawing.requested',
      'marks.chosen',
    ),
    'writing.answering': offers('advice.submitted', 'form.left', 'form.left'),
    'writing.leaving': offers('leaving.confirmed', 'leaving.dropped'),
    askingReason: (snapshot) => {
      offers('withdrawal.confirmed', 'form.left', 'form.left')(snapshot)
      expect(snapshot.context.advice?.id).toBe(restAdvice.id)
    },
    saving: withChange(),
    unanswered: withChange('saving.retried', 'saving.dropped'),
    outdated: withChange('form.left', 'form.left', 'reload.requested'),
    rereading: withChange(),
  },
})
