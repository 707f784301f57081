import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import {
  type CheckGuestResult,
  guestBookingMachine,
  type KnownGuest,
  type SaveGuestInput,
  type SaveGuestResult,
} from '#machines/guest-booking.machine.ts'
import type { GuestSession } from './guest-session.ts'
import { refusalOf, waitOf } from './refusals.ts'

/** Who is booking, over the API; the guest is kept in this browser session. */
export function guestBooking(api: ApiClient, session: GuestSession) {
  return guestBookingMachine.provide({
    actors: {
      checkGuest: fromPromise<CheckGuestResult, undefined>(() => checkGuest(api, session)),
      saveGuest: fromPromise<SaveGuestResult, SaveGuestInput>(({ input }) =>
        saveGuest(api, session, input),
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
