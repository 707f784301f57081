import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { changeSavingMachine } from '#machines/orphaned/change-saving.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answered, broken, runMachine } from '../walk-machine.ts'
import { changeSavingCatalogue, orphanPreview, resolutions } from './change-saving.catalogue.ts'

type Snapshot = SnapshotFrom<typeof changeSavingMachine>

const offers = offering(changeSavingCatalogue.events)

const toResolve = (snapshot: Snapshot) => {
  offers('resolutions.chosen', 'change.dropped')(snapshot)
  expect(snapshot.context.orphanPreview).toEqual(orphanPreview)
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
    'resolving.answering': toResolve,
    'resolving.failed': toResolve,
    'resolving.signedOut': toResolve,
    'resolving.notAllowed': toResolve,
    confirmingSites: (snapshot) => {
      offers('sites.confirmed', 'sites.declined')(snapshot)
      expect(snapshot.context.branchChanges).toHaveLength(1)
    },
    saving: offers(),
    closed: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.output).toEqual(snapshot.context.outcome)
    },
  },
})

function run() {
  const running = runMachine(changeSavingMachine, {
    actors: ['previewChange', 'saveChange'],
    input: { change: 'shorter hours', needsConfirmation: false },
  })
  const chooseResolutions = async () => {
    await running.happen(answered('previewChange', { kind: 'orphans', orphanPreview }))
    await running.happen({ type: 'resolutions.chosen', resolutions, branchChanges: [] } as never)
  }
  return { ...running, chooseResolutions }
}

test('what was resolved but no longer holds is resolved anew, and is not forgotten', async () => {
  const { happen, snapshot, inputs, chooseResolutions } = run()
  await chooseResolutions()
  await happen(answered('saveChange', { kind: 'outdated' }))
  expect(inputs.at(-1)).toEqual({ actor: 'previewChange', input: { change: 'shorter hours' } })
  await happen(answered('previewChange', { kind: 'orphans', orphanPreview }))
  expect(snapshot()).toMatchObject({
    value: { resolving: 'answering' },
    context: { outdated: resolutions, resolutions: [] },
  })
})

test('the outcome says what was orphaned and how it was resolved', async () => {
  const { happen, snapshot, inputs, chooseResolutions } = run()
  await chooseResolutions()
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
  ['no answer', broken('saveChange'), 'failed'],
  [
    'signed out',
    answered('saveChange', { kind: 'rejected', rejection: { kind: 'signedOut' } }),
    'signedOut',
  ],
] as const)(
  '%s while it is saved: what was resolved can be sent again',
  async (_, event, problem) => {
    const { happen, snapshot, chooseResolutions } = run()
    await chooseResolutions()
    await happen(event as never)
    expect(snapshot()).toMatchObject({ value: { resolving: problem }, context: { orphanPreview } })
    await happen({ type: 'resolutions.chosen', resolutions, branchChanges: [] } as never)
    expect(snapshot().value).toBe('saving')
  },
)

test('a part that is not allowed can be resolved in another way; the API says which', async () => {
  const { happen, snapshot, chooseResolutions } = run()
  const detail = 'You may not move it to another clinician.'
  await chooseResolutions()
  const rejection = { kind: 'notAllowed', detail }
  await happen(answered('saveChange', { kind: 'rejected', rejection }))
  expect(snapshot()).toMatchObject({ value: { resolving: 'notAllowed' }, context: { why: detail } })
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
  await happen(broken('previewChange'))
  expect(snapshot().output).toEqual({ kind: 'failed' })
})
