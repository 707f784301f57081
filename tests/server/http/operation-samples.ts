import { contract, type OperationKey } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import {
  addCategory,
  addGuest,
  addToCategories,
  type Guest,
  guestDetails,
  openMorning,
  profileDetails,
} from '../clinic-factory.ts'
import { addStaffCompetency } from '../people/staff-competency.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn, sessionHeaders } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'

/** A request of an operation that is to be answered with what its contract promises. */
export type Sample = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

export const operations = Object.entries(contract) as [OperationKey, Operation][]

/** Makes what the operation needs and returns a request that succeeds. Each call makes its own. */
export async function sampleOf(server: TestServer, key: OperationKey): Promise<Sample> {
  const { db } = server.database
  const clinic = await openMorning(db)
  const guest = await addGuest(db)
  const asGuest = { 'Guest-User-Access-Token': guest.token }
  const me = await addSignedIn(server, { clinician: true })
  const wanted = {
    appointment_type_id: clinic.type.id,
    start: clinic.start.toISOString(),
    site_id: clinic.site.id,
  }
  const samples: Record<OperationKey, () => Sample | Promise<Sample>> = {
    'GET public/appointmenttypes/': () => ({
      query: { slug: clinic.type.slug, ordering: '-name' },
    }),
    'GET public/appointmentcategories/': () => ({}),
    'GET public/appointmentcategories/{id}/': async () => {
      const { id } = await addCategory(db)
      await addToCategories(db, clinic.type.id, [id])
      return { params: { id } }
    },
    'GET public/gpsurgeries/': async () => {
      await db.insertInto('gp_surgery').values({ name: 'Quay Surgery' }).execute()
      return { query: { search: 'quay' } }
    },
    'GET public/allergies/': async () => {
      await db
        .insertInto('allergy')
        .values({ name: `Allergy ${clinic.site.id}` })
        .execute()
      return {}
    },
    'GET public/addresses/autocomplete/{query}/': () => ({ params: { query: 'harbour street' } }),
    'GET public/addresses/{id}/': () => ({ params: { id: 'harbour-street-1' } }),
    'POST public/users/': () => ({ body: guestDetails() }),
    'PUT public/users/{id}/': () => ({
      params: { id: guest.id },
      body: { city: 'Saltmarsh' },
      headers: asGuest,
    }),
    'GET public/check-guest-user/': () => ({ headers: asGuest }),
    'GET public/weekly-availability/': () => ({
      query: { appointment_type_slug: clinic.type.slug, week: clinic.day, site: clinic.site.slug },
    }),
    'POST public/slot-holds/': () => ({ body: wanted }),
    'DELETE public/slot-holds/{id}/': async () => {
      const { body } = await send(server, 'POST', '/api/public/slot-holds/', { body: wanted })
      return {
        params: { id: Number(body['id']) },
        headers: { 'Slot-Hold-Token': String(body['token']) },
      }
    },
    'POST public/appointments/': () => ({ body: wanted, headers: asGuest }),
    'GET public/appointments/{id}/': async () => ({
      params: { id: await book(server, wanted, guest) },
      headers: asGuest,
    }),
    'DELETE public/appointments/{id}/': async () => ({
      params: { id: await book(server, wanted, guest) },
      body: { cancellation_notes: 'Feeling better' },
      headers: asGuest,
    }),
    'POST private/slot-holds/': () => ({ body: wanted }),
    'DELETE private/slot-holds/{id}/': async () => {
      const { body } = await send(server, 'POST', '/api/public/slot-holds/', { body: wanted })
      return {
        params: { id: Number(body['id']) },
        headers: { 'Slot-Hold-Token': String(body['token']) },
      }
    },
    'POST private/appointments/': () => ({ body: wanted }),
    'GET private/appointments/': async () => {
      await bookAs(server, wanted, me.headers)
      return { headers: me.headers }
    },
    'GET private/appointments/{id}/': async () => ({
      params: { id: await bookAs(server, wanted, me.headers) },
      headers: me.headers,
    }),
    'DELETE private/appointments/{id}/': async () => ({
      params: { id: await bookAs(server, wanted, me.headers) },
      body: { cancellation_notes: 'Feeling better' },
      headers: me.headers,
    }),
    'GET private/login-callback/': () => ({}),
    'GET private/logout': () => ({}),
    'GET private/is-logged-in/': () => ({}),
    'GET private/sessions/': () => ({}),
    'DELETE private/sessions/{id}/': async () => {
      await sessionHeaders(server, me.accountId)
      return { params: { id: await latestSession(server, me.accountId) }, headers: me.headers }
    },
    'DELETE private/sessions/': () => ({}),
    'GET admin/auditevents/': () => ({ query: { patient_id: String(guest.id) } }),
    'GET admin/auditevents/export/': () => ({ query: { patient_id: String(guest.id) } }),
    'GET admin/staffcompetencies/expiring/': async () => {
      const clinician = await addSignedIn(server, {
        clinician: true,
        permissions: ['clinic.view_staffcompetency'],
      })
      const staffId = clinician.staffId ?? 0
      await addStaffCompetency(db, staffId, { from: clinic.day, to: clinic.day })
      return { query: { staff_id: String(staffId) }, headers: clinician.headers }
    },
    'GET private/user-auth/user_details/': () => ({}),
    'PUT private/users/{id}/': () => ({
      params: { id: me.id },
      body: profileDetails(),
      headers: me.headers,
    }),
    'PATCH private/users/{id}/': () => ({
      params: { id: me.id },
      body: { city: 'Saltmarsh' },
      headers: me.headers,
    }),
    'PATCH admin/users/{id}/': () => ({ params: { id: guest.id }, body: { city: 'Saltmarsh' } }),
    'GET admin/permissions/': () => ({ query: { search: 'clinic.view' } }),
    'GET admin/validate_clinician_pin_code/': () => ({
      query: { staff_id: String(me.staffId), pin_code: '2468' },
    }),
  }
  const sample = await samples[key]()
  return { ...sample, headers: { ...(await headersFor(server, contract[key])), ...sample.headers } }
}

/** Somebody who may make the operation: who is signed in, and for `admin` holds its permission. */
async function headersFor(server: TestServer, { audience, permission }: Operation) {
  if (audience !== 'private' && audience !== 'admin') return {}
  const { headers } = await addSignedIn(server, {
    person: { is_staff: audience === 'admin' },
    permissions: permission ? [permission] : [],
  })
  return headers
}

/** Sends a sample, with whatever is to be different about it. */
export function call(
  server: { url: string },
  key: OperationKey,
  sample: Sample,
  more: { raw?: BodyInit; headers?: Record<string, string>; path?: (path: string) => string } = {},
): Promise<Answer> {
  const [method = '', template = ''] = key.split(' ')
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(sample.params?.[name])),
  )
  const query = new URLSearchParams(sample.query).toString()
  const path = more.path?.(`/api/${filled}`) ?? `/api/${filled}`
  return send(server, method, query ? `${path}?${query}` : path, {
    ...(sample.body && { body: sample.body }),
    ...(more.raw !== undefined && { raw: more.raw }),
    headers: { ...sample.headers, ...more.headers },
  })
}

async function bookAs(
  server: TestServer,
  body: unknown,
  headers: Record<string, string>,
): Promise<number> {
  const answer = await send(server, 'POST', '/api/private/appointments/', { body, headers })
  return Number(answer.body['id'])
}

async function book(server: TestServer, body: unknown, guest: Guest): Promise<number> {
  const answer = await send(server, 'POST', '/api/public/appointments/', {
    body,
    headers: { 'Guest-User-Access-Token': guest.token },
  })
  return Number(answer.body['id'])
}

async function latestSession(server: TestServer, accountId: number): Promise<number> {
  const { id } = await server.database.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
