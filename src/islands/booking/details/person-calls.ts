import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, toRateLimited } from '#lib/api/refusals.ts'
import type { User } from '#lib/contract/users.ts'
import type {
  Booker,
  CheckGuestResult,
  SaveGuestInput,
  SaveGuestResult,
} from '#machines/booking/guest-booking.machine.ts'

export async function checkPerson(api: ApiClient, viewer: string): Promise<CheckGuestResult> {
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

export async function savePerson(
  api: ApiClient,
  { details, guest: known }: SaveGuestInput,
): Promise<SaveGuestResult> {
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
