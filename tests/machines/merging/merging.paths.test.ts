import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { mergingMachine } from '#machines/merging/merging.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { mergingCatalogue, write } from './merging.catalogue.ts'

type Snapshot = SnapshotFrom<typeof mergingMachine>

const asked = Object.values(mergingCatalogue.events).flat()
const offers = (snapshot: Snapshot, ...types: string[]) =>
  expect([
    ...new Set(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)),
  ]).toEqual(types)
const mayMerge = (snapshot: Snapshot) =>
  snapshot.can({ type: 'action.chosen', action: { kind: 'merge', write } })

const comparing = (snapshot: Snapshot) => {
  offers(snapshot, 'choice.changed', 'group.closed', 'action.chosen')
  const { preview } = snapshot.context
  // Nothing is merged that was not shown, or that cannot be.
  expect(mayMerge(snapshot)).toBe(preview !== null && preview.problems.length === 0)
}

describePaths(mergingMachine, {
  catalogue: mergingCatalogue,
  distinguish: ({ preview, action }: Snapshot['context']) => [preview, action],
  states: {
    idle: (snapshot) => {
      offers(snapshot, 'group.opened', 'action.chosen')
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
      offers(snapshot)
      expect(snapshot.context.action).not.toBeNull()
    },
    refused: (snapshot) => {
      offers(snapshot, 'problem.read')
      expect(snapshot.context.reason).toMatch(/changed since/)
    },
    unanswered: (snapshot) => offers(snapshot, 'action.retried', 'problem.read'),
  },
})
