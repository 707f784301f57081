import { expect } from 'vitest'
import { bookingSubmissionMachine } from '#machines/booking/booking-submission.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { submissionCatalogue } from './booking.catalogue.ts'
import { attempt, guest, hold, slot } from './booking-samples.ts'

const request = { chosen: slot, hold, guest, attempt }

describePaths(bookingSubmissionMachine, {
  catalogue: submissionCatalogue,
  inputs: [request],
  distinguish: ({ wasLost }: { wasLost: boolean }) => wasLost,
  states: {
    sending: (snapshot) => {
      expect(snapshot.context.request).toEqual(request)
      expect(snapshot.can({ type: 'booking.retried' })).toBe(false)
    },
    connectionLost: (snapshot) => {
      expect(snapshot.context.request).toEqual(request)
      expect(snapshot.can({ type: 'booking.retried' })).toBe(true)
    },
    rateLimited: (snapshot) => {
      expect(snapshot.context).toMatchObject({ request, waitSeconds: 30 })
      expect(snapshot.can({ type: 'booking.retried' })).toBe(false)
    },
    answered: (snapshot) => expect(snapshot.output).toHaveProperty('kind'),
  },
})
