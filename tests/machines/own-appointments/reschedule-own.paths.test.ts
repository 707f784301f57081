import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { rescheduleOwnMachine } from '#machines/own-appointments/reschedule-own.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { newTime, rescheduleOwnCatalogue } from './reschedule-own.catalogue.ts'

type Snapshot = SnapshotFrom<typeof rescheduleOwnMachine>

const asked = Object.values(rescheduleOwnCatalogue.events).flat()
const offers = (snapshot: Snapshot, ...types: string[]) =>
  expect(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)).toEqual(types)

describePaths(rescheduleOwnMachine, {
  catalogue: rescheduleOwnCatalogue,
  distinguish: (context: Snapshot['context']) => context.notice,
  states: {
    choosingTime: (snapshot) => offers(snapshot, 'time.chosen', 'rescheduling.left'),
    confirming: (snapshot) => {
      offers(snapshot, 'time.changed', 'move.confirmed', 'rescheduling.left')
      expect(snapshot.context.time).toEqual(newTime)
      expect([undefined, 'notMoved', 'unsent']).toContain(snapshot.context.notice?.kind)
    },
    moving: (snapshot) => {
      offers(snapshot)
      expect(snapshot.context.time).toEqual(newTime)
    },
    unanswered: (snapshot) => {
      offers(snapshot, 'move.retried', 'connection.restored')
      expect(snapshot.context.time).toEqual(newTime)
    },
    checking: (snapshot) => {
      offers(snapshot)
      expect(snapshot.context.time).toEqual(newTime)
    },
    changed: (snapshot) => {
      offers(snapshot, 'change.seen', 'rescheduling.left')
      expect(snapshot.context).toEqual({ time: null, notice: null })
    },
    moved: ({ status }) => expect(status).toBe('done'),
    left: ({ status }) => expect(status).toBe('done'),
  },
})
