import type { ApiClient } from '#lib/api/client.ts'
import type { Time } from '../clinic.ts'
import { unique } from '../unique.ts'

/** What a person fills in; `dob` is day, month and year as typed. */
export type Person = {
  firstName: string
  lastName: string
  dob: readonly [day: string, month: string, year: string]
  email: string
  mobile: string
}

/** Somebody with a name of their own, so that a journey recognises its person. */
export function somebody(): Person {
  const mark = unique()
  return {
    firstName: 'Robin',
    lastName: `Ashdown-${mark}`,
    dob: ['28', '2', '1984'],
    email: `robin.${mark}@example.test`,
    mobile: '07700 900 982',
  }
}

/**
 * Books over the API, as somebody in another browser does: a new guest, or the one of the token.
 * @returns the new guest, and where and by which reference the appointment is found again.
 */
export async function bookConcurrently(
  api: ApiClient,
  service: { id: number; site: { id: number } },
  time: Pick<Time, 'start'> | undefined,
  token?: string,
) {
  if (!time) throw new Error('That service has no such time')
  const person = somebody()
  const opened = token ?? (await signUp(api, person))
  const { id, reference, access_token } = await api.call('POST public/appointments/', {
    body: {
      appointment_type_id: service.id,
      start: time.start,
      site_id: service.site.id,
      notes: '',
    },
    headers: { 'Guest-User-Access-Token': opened },
  })
  return { person, reference, address: `/appointments/${id}#access=${access_token}` }
}

async function signUp(api: ApiClient, person: Person): Promise<string> {
  const { firstName, lastName, dob, email, mobile } = person
  const [day, month, year] = dob.map((part) => part.padStart(2, '0'))
  const guest = await api.call('POST public/users/', {
    body: {
      first_name: firstName,
      last_name: lastName,
      email,
      mobile,
      dob: `${year}-${month}-${day}`,
    },
  })
  return guest.guest_access_token
}
