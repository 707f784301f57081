import { fromPromise } from 'xstate'
import type { BookAppointmentInput, BookAppointmentResult } from '#machines/booking.types.ts'
import { bookingSubmissionMachine, type Postponed } from '#machines/booking-submission.machine.ts'
import type { BookingSide } from './book-appointment.ts'

/** Sends a confirmed booking over the API; the appointment itself goes to the query cache. */
export function bookingSubmission(outside: BookingSide) {
  return bookingSubmissionMachine.provide({
    actors: {
      bookAppointment: fromPromise<BookAppointmentResult | Postponed, BookAppointmentInput>(
        async ({ input }) => {
          // It has come with the steps: nothing more is fetched, for which there may be no network.
          const { laterActors } = await import('./LaterSteps.tsx')
          return laterActors.bookAppointment(outside, input)
        },
      ),
    },
  })
}
