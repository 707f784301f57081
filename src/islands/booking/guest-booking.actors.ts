import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import {
  type Booker,
  type CheckGuestInput,
  type CheckGuestResult,
  guestBookingMachine,
  type KnownGuest,
  type SaveGuestInput,
  type SaveGuestResult,
} from '#machines/guest-booking.machine.ts'
import type { GuestSession } from './guest-session.ts'

/**
 * Who is booking, over the API: the guest, who is kept in this browser session, or whoever is signed
 * in.
 */
export function guestBooking(api: ApiClient, session: GuestSession) {
  return guestBookingMachine.provide({
    actors: {
      checkGuest: fromPromise<CheckGuestResult, CheckGuestInput>(({ input: { viewer } }) =>
        laterActors().then(({ checkGuest, checkPerson }) => {
          if (viewer === null) return checkGuest(api, session)
          // Specification, section 4: whoever is known as a user is no guest any more.
          session.forget()
          return checkPerson(api, viewer)
        }),
      ),
      saveGuest: fromPromise<SaveGuestResult, SaveGuestInput>(({ input }) =>
        laterActors().then(({ saveGuest, savePerson }) =>
          input.viewer === null || isGuest(input.guest)
            ? saveGuest(api, session, input)
            : savePerson(api, input),
        ),
      ),
    },
  })
}

/** They have come with the steps: nothing more is fetched, for which there may be no network. */
const laterActors = () => import('./LaterSteps.tsx').then((steps) => steps.laterActors)

const isGuest = (booker: Booker | null): booker is KnownGuest =>
  booker !== null && booker.guest_access_token !== null
