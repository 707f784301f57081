import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { adviceWritingMachine } from '#machines/advice/advice-writing.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { answered, runMachine } from '../walk-machine.ts'
import {
  adviceWritingCatalogue,
  latestAdvice,
  restAdvice,
  written,
} from './advice-writing.catalogue.ts'

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

test('somebody else saved first: the latest is read, and saved over once that is seen', async () => {
  const run = runMachine(adviceWritingMachine, { actors: ['saveAdvice', 'readAdvice'] })
  await run.happen({ type: 'editing.requested', advice: restAdvice } as never)
  await run.happen({ type: 'advice.submitted', written } as never)
  await run.happen(answered('saveAdvice', { kind: 'stale', change: 'By Samir.' }))
  expect(run.snapshot().context.reason).toBe('By Samir.')
  await run.happen({ type: 'reload.requested' })
  await run.happen(answered('readAdvice', { kind: 'read', advice: latestAdvice }))
  expect(run.snapshot().value).toEqual({ writing: 'answering' })
  await run.happen({ type: 'advice.submitted', written } as never)
  await run.happen(answered('saveAdvice', { kind: 'saved' }))
  expect(run.snapshot().value).toBe('listing')
  const changes = run.inputs.filter(({ actor }) => actor === 'saveAdvice')
  expect(changes.map(({ input }) => input)).toEqual([
    { change: { kind: 'change', advice: restAdvice, written } },
    { change: { kind: 'change', advice: latestAdvice, written } },
  ])
})
