import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { rescheduleOwnMachine } from '#machines/own-appointments/reschedule-own.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { newTime, rescheduleOwnCatalogue } from './reschedule-own.catalogue.ts'

type Snapshot = SnapshotFrom<typeof rescheduleOwnMachine>

const offers = offering(rescheduleOwnCatalogue.events)

describePaths(rescheduleOwnMachine, {
  catalogue: rescheduleOwnCatalogue,
  distinguish: (context: Snapshot['context']) => context.notice,
  states: {
    choosingTime: offers('time.chosen', 'rescheduling.left'),
    confirming: (snapshot) => {
      offers('time.changed', 'move.confirmed', 'rescheduling.left')(snapshot)
      expect(snapshot.context.time).toEqual(newTime)
      expect([undefined, 'notMoved', 'unsent']).toContain(snapshot.context.notice?.kind)
    },
    moving: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context.time).toEqual(newTime)
    },
    unanswered: (snapshot) => {
      offers('move.retried', 'connection.restored')(snapshot)
      expect(snapshot.context.time).toEqual(newTime)
    },
    checking: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context.time).toEqual(newTime)
    },
    changed: (snapshot) => {
      offers('change.seen', 'rescheduling.left')(snapshot)
      expect(snapshot.context).toEqual({ time: null, notice: null })
    },
    moved: ({ status }) => expect(status).toBe('done'),
    left: ({ status }) => expect(status).toBe('done'),
  },
})
