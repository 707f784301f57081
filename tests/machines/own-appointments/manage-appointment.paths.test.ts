import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { manageAppointmentMachine } from '#machines/own-appointments/manage-appointment.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { manageCatalogue } from './manage-appointment.catalogue.ts'

type Snapshot = SnapshotFrom<typeof manageAppointmentMachine>

const offers = offering(manageCatalogue.events)

const ends = (snapshot: Snapshot) => {
  expect(snapshot.status).toBe('done')
  expect(snapshot.context.notes).toBe('')
}

describePaths(manageAppointmentMachine, {
  catalogue: manageCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    loading: offers(),
    loadFailed: offers('loading.retried', 'connection.restored'),
    'showing.current': offers('reading.requested', 'cancellation.requested'),
    'showing.reading': offers('cancellation.requested'),
    'confirmingCancellation.asking': offers(
      'reading.requested',
      'cancellation.dropped',
      'cancellation.confirmed',
    ),
    'confirmingCancellation.reading': offers('cancellation.dropped', 'cancellation.confirmed'),
    'confirmingCancellation.notCancelled': offers('cancellation.dropped', 'cancellation.confirmed'),
    'confirmingCancellation.offline': offers('cancellation.dropped', 'cancellation.confirmed'),
    cancelling: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context.notes).toBe('Feeling better')
    },
    cancelFailed: (snapshot) => {
      offers('connection.restored', 'cancellation.dropped', 'cancellation.confirmed')(snapshot)
      expect(snapshot.context.notes).toBe('Feeling better')
    },
    checking: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context.notes).toBe('Feeling better')
    },
    signedOut: offers('loading.retried'),
    cancelled: ends,
    tooLate: ends,
    notFound: ends,
  },
})
