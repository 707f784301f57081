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
import { refusalOf, waitOf } from './refusals.ts'

/**
 * Who is booking, over the API: the guest, who is kept in this browser session, or whoever is signed
 * in.
 */
export function guestBooking(api: ApiClient, session: GuestSession) {
  return guestBookingMachine.provide({
    actors: {
      checkGuest: fromPromise<CheckGuestResult, CheckGuestInput>(({ input: { viewer } }) => {
        if (viewer === null) return checkGuest(api, session)
        // Specification, section 4: whoever is known as a user is no guest any more.
        session.forget()
        return signedInActors().then(({ checkPerson }) => checkPerson(api, viewer))
      }),
      saveGuest: fromPromise<SaveGuestResult, SaveGuestInput>(({ input }) =>
        input.viewer === null || isGuest(input.guest)
          ? saveGuest(api, session, input)
          : signedInActors().then(({ savePerson }) => savePerson(api, input)),
      ),
    },
  })
}

async function checkGuest(api: ApiClient, session: GuestSession): Promise<CheckGuestResult> {
  const stored = session.read()
  if (!stored) return { kind: 'unknown' }
  try {
    const guest = await api.call('GET public/check-guest-user/', {
      headers: { 'Guest-User-Access-Token': stored.guest_access_token },
    })
    return { kind: 'known', guest: { ...stored, ...guest } }
  } catch (error) {
    if (refusalOf(error).status === 401) session.forget()
    return { kind: 'unknown' }
  }
}

/** They have come with the steps: nothing more is fetched, for which there may be no network. */
const signedInActors = () => import('./LaterSteps.tsx').then(({ laterActors }) => laterActors)

const isGuest = (booker: Booker | null): booker is KnownGuest =>
  booker !== null && booker.guest_access_token !== null

async function saveGuest(
  api: ApiClient,
  session: GuestSession,
  { details, guest: known }: SaveGuestInput,
): Promise<SaveGuestResult> {
  if (!details) throw new Error('There are no details to save')
  try {
    const saved = known
      ? await api.call('PUT public/users/{id}/', {
          params: { id: known.id },
          body: details.guest,
          headers: { 'Guest-User-Access-Token': known.guest_access_token },
        })
      : await api.call('POST public/users/', { body: details.guest })
    const guest = { ...known, ...saved, gp_surgery: details.gp_surgery } as KnownGuest
    session.keep(guest)
    return { kind: 'saved', guest }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.status === 400) return { kind: 'refused', fields: refusal.fields }
    if (refusal.status === 429) return waitOf(refusal)
    if (!known || (refusal.status !== 401 && refusal.status !== 404)) throw error
    session.forget()
    return { kind: 'guestUnknown' }
  }
}
