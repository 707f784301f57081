import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { categoryMovingMachine } from '#machines/catalogue/category-moving.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { categoryMovingCatalogue, travel } from './category-moving.catalogue.ts'

type Snapshot = SnapshotFrom<typeof categoryMovingMachine>

const asked = Object.values(categoryMovingCatalogue.events).flat()
const offers = (snapshot: Snapshot, ...types: string[]) =>
  expect(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)).toEqual(types)

describePaths(categoryMovingMachine, {
  catalogue: categoryMovingCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    resting: (snapshot) => {
      offers(snapshot, 'parentChoice.opened', 'move.requested')
      expect(snapshot.context).toEqual({ choosingFor: null, move: null, reason: '' })
    },
    choosing: (snapshot) => {
      offers(snapshot, 'move.requested', 'choosing.left')
      expect(snapshot.context).toMatchObject({ choosingFor: travel, move: null })
    },
    moving: (snapshot) => {
      offers(snapshot)
      expect(snapshot.context).toMatchObject({ move: { category: travel }, reason: '' })
    },
    refused: (snapshot) => {
      offers(snapshot, 'parentChoice.opened', 'move.requested', 'refusal.read')
      expect(snapshot.context).toMatchObject({ choosingFor: null, move: null })
      expect(snapshot.context.reason).not.toBe('')
    },
  },
})
