import { fromPromise } from 'xstate'
import {
  type CheckGuestInput,
  type CheckGuestResult,
  guestBookingMachine,
  type SaveGuestInput,
  type SaveGuestResult,
} from '#machines/booking/guest-booking.machine.ts'
import type { BookerSide } from './booker-calls.ts'

/** Who is booking, over the API. */
export function guestBooking(deps: BookerSide) {
  return guestBookingMachine.provide({
    actors: {
      checkGuest: fromPromise<CheckGuestResult, CheckGuestInput>(async ({ input }) =>
        (await laterActors()).checkBooker(deps, input),
      ),
      saveGuest: fromPromise<SaveGuestResult, SaveGuestInput>(async ({ input }) =>
        (await laterActors()).saveBooker(deps, input),
      ),
    },
  })
}

/** They have come with the steps: nothing more is fetched, for which there may be no network. */
export const laterActors = () => import('../LaterSteps.tsx').then((steps) => steps.checkoutActors)
