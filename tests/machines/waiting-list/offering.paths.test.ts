import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { offeringMachine } from '#machines/waiting-list/offering.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { offeringCatalogue, requests, who } from './offering.catalogue.ts'

type Snapshot = SnapshotFrom<typeof offeringMachine>

const asked = Object.values(offeringCatalogue.events).flat()
const offers = (snapshot: Snapshot, ...types: string[]) =>
  expect([
    ...new Set(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)),
  ]).toEqual(types)

describePaths(offeringMachine, {
  catalogue: offeringCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    idle: (snapshot) => {
      offers(snapshot, 'times.requested', 'action.chosen')
      expect(snapshot.context).toEqual({ who: null, request: null, reason: '' })
    },
    loadingTimes: (snapshot) => {
      offers(snapshot, 'dialog.closed')
      expect(snapshot.context.who).toEqual(who)
    },
    timesFailed: (snapshot) => offers(snapshot, 'times.retried', 'dialog.closed'),
    choosing: (snapshot) => {
      offers(snapshot, 'time.chosen', 'dialog.closed')
      expect(snapshot.context.who).toEqual(who)
    },
    // Nobody is removed by one press.
    confirmingRemoval: (snapshot) => {
      offers(snapshot, 'removal.confirmed', 'dialog.closed')
      expect(snapshot.context.request).toEqual(requests.remove)
    },
    acting: (snapshot) => {
      offers(snapshot)
      expect(Object.values(requests)).toContainEqual(snapshot.context.request)
    },
    refused: (snapshot) => {
      offers(snapshot, 'problem.read')
      expect(snapshot.context.reason).toMatch(/no longer free/)
    },
    unanswered: (snapshot) => {
      offers(snapshot, 'action.retried', 'problem.read')
      expect(snapshot.context.request).not.toBeNull()
    },
  },
})
