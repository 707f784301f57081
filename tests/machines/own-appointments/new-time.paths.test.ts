import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { newTimeMachine } from '#machines/own-appointments/new-time.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { newTimeCatalogue, suggested } from './new-time.catalogue.ts'

type Snapshot = SnapshotFrom<typeof newTimeMachine>

const every = Object.values(newTimeCatalogue.events).flat()

const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) =>
    expect(every.filter((event) => snapshot.can(event)).map(({ type }) => type)).toEqual(types)

describePaths(newTimeMachine, {
  catalogue: newTimeCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    loading: offers(),
    loadFailed: offers('loading.retried'),
    'offering.ready': offers('time.chosen'),
    'offering.offline': offers('time.chosen'),
    'offering.unanswered': offers('time.chosen'),
    moving: (snapshot) => {
      // A second press moves it no further.
      offers()(snapshot)
      expect(snapshot.context).toEqual({ time: suggested, isTaken: false })
    },
    moved: offers(),
    outdated: offers(),
    notNeeded: offers(),
  },
})
