import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { offeringMachine } from '#machines/waiting-list/offering.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { offeringCatalogue, requests, who } from './offering.catalogue.ts'

type Snapshot = SnapshotFrom<typeof offeringMachine>

const offers = offering(offeringCatalogue.events)

describePaths(offeringMachine, {
  catalogue: offeringCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    idle: (snapshot) => {
      offers('times.requested', 'action.chosen')(snapshot)
      expect(snapshot.context).toEqual({ who: null, request: null, reason: '' })
    },
    loadingTimes: (snapshot) => {
      offers('dialog.closed')(snapshot)
      expect(snapshot.context.who).toEqual(who)
    },
    timesFailed: offers('times.retried', 'dialog.closed'),
    choosing: (snapshot) => {
      offers('time.chosen', 'dialog.closed')(snapshot)
      expect(snapshot.context.who).toEqual(who)
    },
    // Nobody is removed by one press.
    confirmingRemoval: (snapshot) => {
      offers('removal.confirmed', 'dialog.closed')(snapshot)
      expect(snapshot.context.request).toEqual(requests.remove)
    },
    acting: (snapshot) => {
      offers()(snapshot)
      expect(Object.values(requests)).toContainEqual(snapshot.context.request)
    },
    refused: (snapshot) => {
      offers('problem.read')(snapshot)
      expect(snapshot.context.reason).toMatch(/no longer free/)
    },
    unanswered: (snapshot) => {
      offers('action.retried', 'problem.read')(snapshot)
      expect(snapshot.context.request).not.toBeNull()
    },
  },
})
