import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { recordEditingMachine } from '#machines/admin/record-editing.machine.ts'
import { resolutions } from '../availability/availability-editing.catalogue.ts'
import { describePaths } from '../describe-paths.ts'
import { runMachine } from '../walk-machine.ts'
import {
  orphanPreview,
  record,
  recordEditingCatalogue,
  uses,
  written,
} from './record-editing.catalogue.ts'

type Snapshot = SnapshotFrom<typeof recordEditingMachine>

const asked = Object.values(recordEditingCatalogue.events).flat()

/** What a person can do there. */
const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    const possible = asked.filter((event) => snapshot.can(event)).map(({ type }) => type)
    expect([...new Set(possible)]).toEqual(types)
  }
const inForm = (snapshot: Snapshot) => {
  offers('record.submitted', 'deletion.wanted', 'editing.left')(snapshot)
  expect(snapshot.context.written).toBeNull()
  expect(snapshot.context.orphanPreview.orphaned).toEqual([])
}
const deciding = (snapshot: Snapshot) => {
  offers('resolutions.chosen', 'change.dropped')(snapshot)
  expect(snapshot.context.orphanPreview).toEqual(orphanPreview)
}
const told = (kind: string) => (snapshot: Snapshot) =>
  expect(snapshot.context.refusal?.kind).toBe(kind)
const over = (snapshot: Snapshot) => {
  offers()(snapshot)
  expect(snapshot.status).toBe('done')
}

describePaths(recordEditingMachine, {
  catalogue: recordEditingCatalogue,
  inputs: [{ id: 4 }, { id: null }],
  distinguish: (context: Snapshot['context']) => context,
  states: {
    reading: offers('editing.left'),
    'unread.failed': offers('editing.left', 'reading.wanted'),
    'unread.refused': offers('editing.left', 'reading.wanted'),
    'editing.answering': inForm,
    'editing.refused': (snapshot) => {
      inForm(snapshot)
      told('refused')(snapshot)
    },
    'editing.failed': inForm,
    'editing.notAllowed': inForm,
    'editing.signedOut': inForm,
    'editing.leaving': offers('leaving.confirmed', 'leaving.dropped'),
    comparing: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context).toMatchObject({ id: null, written })
    },
    askingSimilar: (snapshot) => {
      offers('similar.chosen', 'similar.rejected', 'change.dropped')(snapshot)
      expect(snapshot.context.similar).toEqual([{ ...record, id: 9 }])
    },
    checking: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context.written).toEqual(written)
    },
    decidingChange: deciding,
    saving: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context.written).toEqual(written)
    },
    checkingDeletion: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context.written).toBeNull()
    },
    confirmingDeletion: offers('change.dropped', 'deletion.confirmed'),
    decidingDeletion: deciding,
    inUse: (snapshot) => {
      offers('change.dropped')(snapshot)
      expect(snapshot.context.uses).toEqual(uses)
    },
    deleting: offers(),
    outdated: (snapshot) => {
      offers('editing.left', 'reading.wanted')(snapshot)
      told('stale')(snapshot)
    },
    gone: (snapshot) => {
      offers('editing.left')(snapshot)
      told('gone')(snapshot)
    },
    left: over,
    saved: over,
    deleted: over,
  },
})

const begin = () =>
  runMachine(recordEditingMachine, {
    actors: [
      ...['readRecord', 'findSimilar', 'checkChange'],
      ...['checkDeletion', 'saveRecord', 'deleteRecord'],
    ],
    input: { id: 4 },
  })
const answered = (actorId: string, output: unknown) => ({
  type: `xstate.done.actor.${actorId}`,
  actorId,
  output,
})

test('what somebody else has changed is read anew, and then saved on top of it', async () => {
  const run = begin()
  await run.happen(answered('readRecord', { kind: 'read', record }))
  await run.happen({ type: 'record.submitted', written } as never)
  await run.happen(answered('checkChange', { kind: 'clear' }))
  await run.happen(answered('saveRecord', { kind: 'stale', detail: 'Ada did.' }))
  expect(run.snapshot().value).toBe('outdated')
  await run.happen({ type: 'reading.wanted' })
  const latest = { ...record, version: 3 }
  await run.happen(answered('readRecord', { kind: 'read', record: latest }))
  await run.happen({ type: 'record.submitted', written } as never)
  await run.happen(answered('checkChange', { kind: 'clear' }))
  expect(run.inputs.at(-1)).toEqual({
    actor: 'saveRecord',
    input: { record: latest, written, resolutions: [] },
  })
})

test('of somebody who is there already the record is opened; leaving it comes back to the new one', async () => {
  const run = runMachine(recordEditingMachine, {
    actors: ['readRecord', 'findSimilar', 'checkChange', 'checkDeletion', 'saveRecord'],
    input: { id: null },
  })
  await run.happen({ type: 'record.submitted', written } as never)
  await run.happen(answered('findSimilar', { kind: 'similar', similar: [{ ...record, id: 9 }] }))
  await run.happen({ type: 'similar.chosen', id: 9 } as never)
  expect(run.inputs.at(-1)).toEqual({ actor: 'readRecord', input: { id: 9 } })
  expect(run.snapshot().context).toMatchObject({ id: 9, written: null, similar: [] })

  await run.happen(answered('readRecord', { kind: 'read', record: { ...record, id: 9 } }))
  await run.happen({ type: 'editing.left', hasChanges: false } as never)
  expect(run.snapshot()).toMatchObject({
    value: 'askingSimilar',
    context: { id: null, record: null, written, similar: [{ id: 9 }], putAside: null },
  })
  await run.happen({ type: 'similar.rejected' })
  expect(run.inputs.at(-1)).toMatchObject({
    actor: 'checkChange',
    input: { record: null, written },
  })
})

test('a deletion that orphans appointments says what becomes of each', async () => {
  const run = begin()
  await run.happen(answered('readRecord', { kind: 'read', record }))
  await run.happen({ type: 'deletion.wanted' })
  await run.happen(answered('checkDeletion', { kind: 'orphans', orphanPreview }))
  await run.happen({ type: 'resolutions.chosen', resolutions } as never)
  expect(run.inputs.at(-1)).toEqual({
    actor: 'deleteRecord',
    input: { record, written: null, resolutions },
  })
  await run.happen(answered('deleteRecord', { kind: 'deleted' }))
  expect(run.snapshot().value).toBe('deleted')
})

test('decisions that no longer hold are made anew, and it is said', async () => {
  const run = begin()
  await run.happen(answered('readRecord', { kind: 'read', record }))
  await run.happen({ type: 'record.submitted', written } as never)
  await run.happen(answered('checkChange', { kind: 'orphans', orphanPreview }))
  await run.happen({ type: 'resolutions.chosen', resolutions } as never)
  await run.happen(answered('saveRecord', { kind: 'overtaken' }))
  expect(run.inputs.at(-1)).toEqual({
    actor: 'checkChange',
    input: { record, written, resolutions: [] },
  })
  await run.happen(answered('checkChange', { kind: 'orphans', orphanPreview }))
  expect(run.snapshot()).toMatchObject({ value: 'decidingChange', context: { isOutdated: true } })
})
