import { randomBytes } from 'node:crypto'
import type { ApiClient } from '#lib/api/client.ts'
import type { Time } from '../clinic.ts'

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
  const mark = randomBytes(4).toString('hex')
  return {
    firstName: 'Robin',
    lastName: `Ashdown-${mark}`,
    dob: ['28', '2', '1984'],
    email: `robin.${mark}@example.test`,
    mobile: '07700 900 982',
  }
}

/** Books over the API, as somebody in another browser does. @returns the guest's token. */
export async function bookConcurrently(
  api: ApiClient,
  service: { id: number; site: { id: number } },
  time: Pick<Time, 'start'> | undefined,
  token?: string,
): Promise<string> {
  if (!time) throw new Error('That service has no such time')
  const opened = token ?? (await signUp(api))
  await api.call('POST public/appointments/', {
    body: {
      appointment_type_id: service.id,
      start: time.start,
      site_id: service.site.id,
      notes: '',
    },
    headers: { 'Guest-User-Access-Token': opened },
  })
  return opened
}

async function signUp(api: ApiClient): Promise<string> {
  const { firstName, lastName, email, mobile } = somebody()
  const guest = await api.call('POST public/users/', {
    body: { first_name: firstName, last_name: lastName, email, mobile, dob: '1970-01-31' },
  })
  return guest.guest_access_token
}
