import { fromPromise } from 'xstate'
import type {
  BookAppointmentInput,
  BookAppointmentResult,
} from '#machines/booking/booking.types.ts'
import {
  bookingSubmissionMachine,
  type Postponed,
} from '#machines/booking/booking-submission.machine.ts'
import { laterActors } from '../details/guest-booking.actors.ts'
import type { BookingSide } from './book-appointment.ts'

/** Sends a confirmed booking over the API; the appointment itself goes to the query cache. */
export function bookingSubmission(deps: BookingSide) {
  return bookingSubmissionMachine.provide({
    actors: {
      bookAppointment: fromPromise<BookAppointmentResult | Postponed, BookAppointmentInput>(
        async ({ input }) => (await laterActors()).bookAppointment(deps, input),
      ),
    },
  })
}
