import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { mergingMachine } from '#machines/merging/merging.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { mergingCatalogue, write } from './merging.catalogue.ts'

type Snapshot = SnapshotFrom<typeof mergingMachine>

const offers = offering(mergingCatalogue.events)
const mayMerge = (snapshot: Snapshot) =>
  snapshot.can({ type: 'action.chosen', action: { kind: 'merge', write } })

const comparing = (snapshot: Snapshot) => {
  offers('choice.changed', 'group.closed', 'action.chosen')(snapshot)
  const { preview } = snapshot.context
  // Nothing is merged that was not shown, or that cannot be.
  expect(mayMerge(snapshot)).toBe(preview !== null && preview.problems.length === 0)
}

describePaths(mergingMachine, {
  catalogue: mergingCatalogue,
  distinguish: ({ preview, action }: Snapshot['context']) => [preview, action],
  states: {
    idle: (snapshot) => {
      offers('group.opened', 'action.chosen')(snapshot)
      expect(mayMerge(snapshot)).toBe(false)
      expect(snapshot.context).toMatchObject({ group: null, write: null, action: null })
    },
    'comparing.previewing': (snapshot) => {
      comparing(snapshot)
      expect(snapshot.context.preview).toBeNull()
    },
    'comparing.previewed': (snapshot) => {
      comparing(snapshot)
      expect(snapshot.context.preview).not.toBeNull()
    },
    'comparing.unpreviewed': (snapshot) => {
      comparing(snapshot)
      expect(snapshot.context.reason).not.toBe('')
    },
    acting: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context.action).not.toBeNull()
    },
    refused: (snapshot) => {
      offers('problem.read')(snapshot)
      expect(snapshot.context.reason).toMatch(/changed since/)
    },
    unanswered: offers('action.retried', 'problem.read'),
  },
})
