import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { appointmentActionMachine } from '#machines/appointments/appointment-action.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { appointmentActionCatalogue } from './appointment-action.catalogue.ts'

type Snapshot = SnapshotFrom<typeof appointmentActionMachine>

const offers = offering(appointmentActionCatalogue.events)
/** Something is to be done, and nothing of an earlier refusal is left. */
const withAction =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    offers(...types)(snapshot)
    expect(snapshot.context.action).not.toBeNull()
    expect(snapshot.context.reason).toBe('')
  }
const ends = (snapshot: Snapshot) => expect(snapshot.status).toBe('done')

describePaths(appointmentActionMachine, {
  catalogue: appointmentActionCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    reading: offers(),
    readFailed: offers('reading.retried'),
    open: offers('action.requested', 'action.chosen'),
    asking: (snapshot) => {
      offers('action.confirmed', 'asking.dropped')(snapshot)
      // Nothing else is done than what was asked about.
      const { 'action.confirmed': confirmed } = appointmentActionCatalogue.events
      for (const event of confirmed) {
        expect(snapshot.can(event)).toBe(event.action.kind === snapshot.context.asked)
      }
    },
    confirmingSite: withAction('asking.dropped', 'site.confirmed'),
    acting: withAction(),
    rereading: withAction(),
    changed: withAction('change.accepted', 'acting.dropped'),
    actFailed: withAction('acting.retried', 'acting.dropped'),
    notFound: ends,
    notAllowed: ends,
  },
})
