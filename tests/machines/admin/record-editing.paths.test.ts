import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { recordEditingMachine } from '#machines/admin/record-editing.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { orphanPreview, resolutions } from '../orphaned/change-saving.catalogue.ts'
import { answered, runMachine } from '../walk-machine.ts'
import { record, recordEditingCatalogue, written } from './record-editing.catalogue.ts'

type Snapshot = SnapshotFrom<typeof recordEditingMachine>

const offers = offering(recordEditingCatalogue.events)
const inForm = (snapshot: Snapshot) => {
  offers('record.submitted', 'deletion.requested', 'editing.left')(snapshot)
  expect(snapshot.context.written).toBeNull()
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
    'unread.failed': offers('editing.left', 'reload.requested'),
    'unread.refused': offers('editing.left', 'reload.requested'),
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
    changing: offers(),
    inUse: (snapshot) => {
      offers('change.dropped')(snapshot)
      told('inUse')(snapshot)
    },
    outdated: (snapshot) => {
      offers('editing.left', 'reload.requested')(snapshot)
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

const begin = (id: number | null = 4) =>
  runMachine(recordEditingMachine, {
    actors: ['readRecord', 'findSimilar', 'changeSaving'],
    input: { id },
  })

test('what somebody else has changed is read anew, and then saved on top of it', async () => {
  const run = begin()
  await run.happen(answered('readRecord', { kind: 'read', record }))
  await run.happen({ type: 'record.submitted', written } as never)
  await run.happen(
    answered('changeSaving', {
      kind: 'rejected',
      rejection: { kind: 'stale', detail: 'Ada did.' },
    }),
  )
  expect(run.snapshot().value).toBe('outdated')
  await run.happen({ type: 'reload.requested' })
  const latest = { ...record, version: 3 }
  await run.happen(answered('readRecord', { kind: 'read', record: latest }))
  await run.happen({ type: 'record.submitted', written } as never)
  expect(run.inputs.at(-1)).toEqual({
    actor: 'changeSaving',
    input: { change: { record: latest, written }, needsConfirmation: false },
  })
})

test('of somebody who is there already the record is opened; leaving it comes back to the new one', async () => {
  const run = begin(null)
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
    actor: 'changeSaving',
    input: { change: { record: null, written } },
  })
})

test('a deletion is asked about, and ends with what it orphaned', async () => {
  const run = begin()
  await run.happen(answered('readRecord', { kind: 'read', record }))
  await run.happen({ type: 'deletion.requested' })
  expect(run.inputs.at(-1)).toEqual({
    actor: 'changeSaving',
    input: { change: { record, written: null }, needsConfirmation: true },
  })
  const resolved = { orphaned: orphanPreview.orphaned, resolutions }
  await run.happen(answered('changeSaving', { kind: 'saved', saved: null, resolved }))
  expect(run.snapshot()).toMatchObject({ value: 'deleted', context: { resolved } })
})
