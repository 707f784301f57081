import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { changeSavingMachine } from '#machines/orphaned/change-saving.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { answered, runMachine } from '../walk-machine.ts'
import { changeSavingCatalogue, orphanPreview, resolutions } from './change-saving.catalogue.ts'

type Snapshot = SnapshotFrom<typeof changeSavingMachine>

const every = Object.values(changeSavingCatalogue.events).flat()

/** What a person can do there. */
const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    const possible = every.filter((event) => snapshot.can(event)).map(({ type }) => type)
    expect([...new Set(possible)]).toEqual(types)
  }

describePaths(changeSavingMachine, {
  catalogue: changeSavingCatalogue,
  inputs: [
    { change: 'a change', needsConfirmation: false },
    { change: 'a deletion', needsConfirmation: true },
  ],
  distinguish: (context: Snapshot['context']) => context,
  states: {
    previewing: offers(),
    confirming: (snapshot) => {
      offers('change.confirmed', 'change.dropped')(snapshot)
      expect(snapshot.context.needsConfirmation).toBe(true)
    },
    resolving: (snapshot) => {
      offers('resolutions.chosen', 'change.dropped')(snapshot)
      expect(snapshot.context.orphanPreview).toEqual(orphanPreview)
    },
    confirmingSites: (snapshot) => {
      offers('sites.confirmed', 'sites.declined')(snapshot)
      expect(snapshot.context.crossings).toHaveLength(1)
    },
    saving: offers(),
    over: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.output).toEqual(snapshot.context.outcome)
    },
  },
})

const run = () =>
  runMachine(changeSavingMachine, {
    actors: ['previewChange', 'saveChange'],
    input: { change: 'shorter hours', needsConfirmation: false },
  })

test('what was resolved but no longer holds is resolved anew, and it is said', async () => {
  const { happen, snapshot, inputs } = run()
  await happen(answered('previewChange', { kind: 'orphans', orphanPreview }))
  await happen({ type: 'resolutions.chosen', resolutions, crossings: [] } as never)
  await happen(answered('saveChange', { kind: 'outdated' }))
  expect(inputs.at(-1)).toEqual({ actor: 'previewChange', input: { change: 'shorter hours' } })
  await happen(answered('previewChange', { kind: 'orphans', orphanPreview }))
  expect(snapshot()).toMatchObject({
    value: 'resolving',
    context: { isOutdated: true, resolutions: [] },
  })
})

test('the outcome says what was orphaned and how it was resolved', async () => {
  const { happen, snapshot, inputs } = run()
  await happen(answered('previewChange', { kind: 'orphans', orphanPreview }))
  await happen({ type: 'resolutions.chosen', resolutions, crossings: [] } as never)
  expect(inputs.at(-1)).toEqual({
    actor: 'saveChange',
    input: { change: 'shorter hours', resolutions },
  })
  await happen(answered('saveChange', { kind: 'saved', saved: null }))
  expect(snapshot().output).toEqual({
    kind: 'saved',
    saved: null,
    resolved: { orphaned: orphanPreview.orphaned, resolutions },
  })
})

test.each([
  ['it was refused', { kind: 'refused', fields: { room: ['Room 2 is taken'] } }],
  ['somebody else has deleted it', { kind: 'gone', detail: 'Ada Byron deleted it.' }],
])('%s: the outcome says so', async (_, rejection) => {
  const { happen, snapshot } = run()
  await happen(answered('previewChange', { kind: 'rejected', rejection }))
  expect(snapshot().output).toEqual({ kind: 'rejected', rejection })
})

test('an answer that nobody expected ends as failed', async () => {
  const { happen, snapshot } = run()
  await happen({
    type: 'xstate.error.actor.previewChange',
    actorId: 'previewChange',
    error: new Error('no answer'),
  })
  expect(snapshot().output).toEqual({ kind: 'failed' })
})
