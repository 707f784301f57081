import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { staffBookingMachine } from '#machines/schedule/staff-booking.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { staffBookingCatalogue } from './staff-booking.catalogue.ts'

type Snapshot = SnapshotFrom<typeof staffBookingMachine>

const [submitted] = staffBookingCatalogue.events['booking.submitted']
const inForm = (reason: string) => (snapshot: Snapshot) => {
  expect(snapshot.can(submitted)).toBe(true)
  expect(snapshot.context).toMatchObject({ booking: null, reason })
}

describePaths(staffBookingMachine, {
  catalogue: staffBookingCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    'preparing.answering': inForm(''),
    'preparing.refused': inForm('The clinician is occupied.'),
    'preparing.failed': inForm(''),
    booking: (snapshot) => {
      // A second press sends nothing.
      expect(snapshot.can(submitted)).toBe(false)
      expect(snapshot.context).toEqual({
        booking: submitted.booking,
        reason: '',
        refusedFields: {},
      })
    },
    booked: (snapshot) => {
      expect(snapshot.status).toBe('done')
      expect(snapshot.context.booking).toBeNull()
    },
  },
})
