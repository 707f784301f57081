import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { bulkChangeMachine } from '#machines/admin/bulk-change.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { bulkChangeCatalogue, bulkInput, distinguishBulkChanges } from './bulk-change.catalogue.ts'

type Snapshot = SnapshotFrom<typeof bulkChangeMachine>

const offers = offering(bulkChangeCatalogue.events)
const outcomes = ({ context }: Snapshot) => context.results.map(({ outcome }) => outcome)

describePaths(bulkChangeMachine, {
  catalogue: bulkChangeCatalogue,
  // With one thing only that can be done, it is chosen beforehand.
  inputs: [bulkInput, { ...bulkInput, action: 'delete' }],
  distinguish: distinguishBulkChanges,
  states: {
    choosing: (snapshot) => {
      const { action } = snapshot.context
      offers('action.chosen', ...(action === null ? [] : ['change.confirmed']))(snapshot)
      expect(outcomes(snapshot)).toEqual([])
      // "Nothing has been done" is true.
      expect(snapshot.context.isUnsure).toBe(false)
    },
    acting: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context).toMatchObject({ action: 'delete', reason: '' })
    },
    partlyDone: (snapshot) => {
      offers()(snapshot)
      expect(outcomes(snapshot)).toContain('refused')
    },
    unanswered: (snapshot) => {
      offers('change.retried')(snapshot)
      expect(snapshot.context.isUnsure).toBe(true)
      // The same again: what is done already is told so.
      expect(snapshot.context).toMatchObject({ ...bulkInput, action: 'delete' })
    },
    done: (snapshot) => {
      offers()(snapshot)
      expect(outcomes(snapshot)).not.toContain('refused')
    },
  },
})
