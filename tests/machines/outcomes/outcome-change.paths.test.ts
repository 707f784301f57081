import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { outcomeChangeMachine } from '#machines/outcomes/outcome-change.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { outcomeChangeCatalogue } from './outcome-change.catalogue.ts'

type Snapshot = SnapshotFrom<typeof outcomeChangeMachine>

const asked = Object.values(outcomeChangeCatalogue.events).flat()
const offers = (snapshot: Snapshot, ...types: string[]) =>
  expect([
    ...new Set(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)),
  ]).toEqual(types)

describePaths(outcomeChangeMachine, {
  catalogue: outcomeChangeCatalogue,
  distinguish: ({ edit, change, reason }: Snapshot['context']) => [edit, change, reason],
  states: {
    resting: (snapshot) => {
      offers(snapshot, 'editing.started')
      expect(snapshot.context).toEqual({ edit: null, change: null, reason: '', fields: {} })
    },
    editing: (snapshot) => {
      offers(snapshot, 'editing.left', 'change.submitted')
      expect(snapshot.context.edit).not.toBeNull()
    },
    saving: (snapshot) => {
      offers(snapshot)
      // A new try says nothing of the last one.
      expect(snapshot.context).toMatchObject({ reason: '', fields: {} })
    },
    outdated: (snapshot) => {
      offers(snapshot, 'problem.read')
      expect(snapshot.context.reason).toMatch(/changed an outcome/)
    },
    unanswered: (snapshot) => offers(snapshot, 'change.retried', 'problem.read'),
  },
})
