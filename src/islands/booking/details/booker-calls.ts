import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, toRateLimited } from '#lib/api/refusals.ts'
import type { User } from '#lib/contract/users.ts'
import {
  type Booker,
  guestBookingMachine,
  type KnownGuest,
} from '#machines/booking/guest-booking.machine.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import type { GuestSession } from './guest-session.ts'

export type BookerSide = { api: ApiClient; session: GuestSession }

export const guestBookingWithActors = (side: BookerSide) =>
  guestBookingMachine.provide({
    actors: {
      checkGuest: fromPromise(({ input }) => checkBooker(side, input)),
      saveGuest: fromPromise(({ input }) => saveBooker(side, input)),
    },
  })

/** Finds the person who books: the guest of this browser session, or the signed-in person. */
function checkBooker(
  { api, session }: BookerSide,
  { viewer }: ActorInput<typeof guestBookingMachine, 'checkGuest'>,
): Promise<ActorResult<typeof guestBookingMachine, 'checkGuest'>> {
  if (viewer === null) return checkGuest(api, session)
  // A known user is no guest any more.
  session.forget()
  return checkPerson(api, viewer)
}

function saveBooker(
  { api, session }: BookerSide,
  input: ActorInput<typeof guestBookingMachine, 'saveGuest'>,
): Promise<ActorResult<typeof guestBookingMachine, 'saveGuest'>> {
  return input.viewer === null || isGuest(input.guest)
    ? saveGuest(api, session, input)
    : savePerson(api, input)
}

async function checkGuest(
  api: ApiClient,
  session: GuestSession,
): Promise<ActorResult<typeof guestBookingMachine, 'checkGuest'>> {
  const stored = session.read()
  if (!stored) return { kind: 'unknown' }
  try {
    const guest = await api.call('GET public/check-guest-user/', {
      headers: { 'Guest-User-Access-Token': stored.guest_access_token },
    })
    return { kind: 'known', guest: { ...stored, ...guest } }
  } catch (error) {
    if (certainRefusal(error).status === 401) session.forget()
    return { kind: 'unknown' }
  }
}

const isGuest = (booker: Booker | null): booker is KnownGuest =>
  booker !== null && booker.guest_access_token !== null

async function saveGuest(
  api: ApiClient,
  session: GuestSession,
  input: ActorInput<typeof guestBookingMachine, 'saveGuest'>,
): Promise<ActorResult<typeof guestBookingMachine, 'saveGuest'>> {
  const { details, guest: known } = input
  if (!details) throw new Error('There are no details to save')
  try {
    const saved = known
      ? await api.call('PUT public/users/{id}/', {
          params: { id: known.id },
          body: details.guest,
          headers: { 'Guest-User-Access-Token': known.guest_access_token },
        })
      : await api.call('POST public/users/', { body: details.guest })
    const kept = { ...known, ...saved, gp_surgery: details.gp_surgery } as KnownGuest
    session.keep(kept)
    return { kind: 'saved', guest: kept }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.status === 400) return { kind: 'refused', fields: refusal.fields }
    if (refusal.status === 429) return toRateLimited(refusal)
    // The known record has an appointment of somebody else: these details get a record of their own.
    if (known && refusal.code === 'conflict') {
      return await saveGuest(api, session, { ...input, guest: null })
    }
    if (!known || (refusal.status !== 401 && refusal.status !== 404)) throw error
    session.forget()
    return { kind: 'guestUnknown' }
  }
}

export async function checkPerson(
  api: ApiClient,
  viewer: string,
): Promise<ActorResult<typeof guestBookingMachine, 'checkGuest'>> {
  try {
    const user = await api.call('GET private/user-auth/user_details/')
    if (user.uuid !== viewer) return { kind: 'signedOut' }
    const guest = toBooker(user)
    const { first_name, last_name, dob, email, mobile } = guest
    const isComplete = [first_name, last_name, dob, email, mobile].every(Boolean)
    return { kind: isComplete ? 'known' : 'incomplete', guest }
  } catch (error) {
    if (certainRefusal(error).status === 401) return { kind: 'signedOut' }
    throw error
  }
}

async function savePerson(
  api: ApiClient,
  { details, guest: known }: ActorInput<typeof guestBookingMachine, 'saveGuest'>,
): Promise<ActorResult<typeof guestBookingMachine, 'saveGuest'>> {
  if (!details || !known) throw new Error('There are no details to save')
  const { gender: _, ...entered } = details.guest
  const changes = Object.fromEntries(
    Object.entries(entered).filter(
      ([field, value]) => value !== known[field as keyof typeof entered],
    ),
  )
  try {
    const saved = await api.call('PATCH private/users/{id}/', {
      params: { id: known.id },
      body: changes,
    })
    return { kind: 'saved', guest: toBooker(saved) }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.status === 400) return { kind: 'refused', fields: refusal.fields }
    if (refusal.status === 429) return toRateLimited(refusal)
    if (refusal.status === 401 || refusal.status === 404) return { kind: 'signedOut' }
    throw error
  }
}

function toBooker(user: User): Booker {
  const { id, uuid, url, full_name, title, first_name, last_name, dob, email, mobile } = user
  const { address1, address2, city, county, nation, postcode } = user
  const { gender, nhs_number, gp_surgery_id, gp_surgery, reminders } = user
  return {
    id,
    uuid,
    url,
    full_name,
    title,
    first_name,
    last_name,
    dob: dob ?? '',
    email,
    mobile,
    address1,
    address2,
    city,
    county,
    nation,
    postcode,
    gender,
    nhs_number,
    gp_surgery_id,
    gp_surgery,
    reminders,
    guest_access_token: null,
  }
}
