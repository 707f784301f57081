import { fromPromise } from 'xstate'
import type {
  BookAppointmentInput,
  BookAppointmentResult,
  FindClashInput,
  FindClashResult,
  HoldSlotInput,
  HoldSlotResult,
} from '#machines/booking/booking.types.ts'
import {
  bookingSubmissionMachine,
  type Postponed,
} from '#machines/booking/booking-submission.machine.ts'
import { checkoutMachine } from '#machines/booking/checkout.machine.ts'
import { holdRenewalMachine } from '#machines/booking/hold-renewal.machine.ts'
import type { BookingDeps } from './booking-deps.ts'
import { requestHold } from './choose/request-hold.ts'
import { submitBooking } from './confirm/book-appointment.ts'
import { guestBookingWithActors } from './details/booker-calls.ts'
import { findClash } from './details/own-bookings.ts'

/** Nothing more is fetched later, because the network may go. */
export function checkoutWithActors(deps: BookingDeps) {
  return checkoutMachine.provide({
    actors: {
      holdRenewal: holdRenewalMachine.provide({
        actors: {
          holdSlot: fromPromise<HoldSlotResult, HoldSlotInput>(({ input }) =>
            requestHold(deps, input),
          ),
        },
      }),
      findClash: fromPromise<FindClashResult, FindClashInput>(({ input }) =>
        findClash(deps, input),
      ),
      guestBooking: guestBookingWithActors(deps),
      bookingSubmission: bookingSubmissionMachine.provide({
        actors: {
          bookAppointment: fromPromise<BookAppointmentResult | Postponed, BookAppointmentInput>(
            ({ input }) => submitBooking(deps, input),
          ),
        },
      }),
    },
  })
}
