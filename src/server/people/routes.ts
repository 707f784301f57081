import { allergies, gpSurgeries } from '#lib/contract/people.ts'
import type { Handlers } from '../http/implement.ts'
import { notFound } from '../refusal.ts'
import { keptRows } from '../resources/kept-rows.ts'
import { listPage } from '../resources/list.ts'
import { endingCompetencies, expiringCompetencies } from './expiring-competencies.ts'
import { createGuestUser, readGuestUser, updateGuestUser } from './guest-users.ts'
import { presentGuestUser } from './present.ts'

const SURGERY_FIELDS = [
  'id',
  'name',
  'address1',
  'address2',
  'city',
  'county',
  'nation',
  'postcode',
  'telephone',
  'email',
] as const

const surgeries = keptRows((db) => db.selectFrom('gp_surgery').select(SURGERY_FIELDS))

const knownAllergies = keptRows((db) =>
  db.selectFrom('allergy').select(['id', 'name', 'description']),
)

export const peopleRoutes = {
  'GET public/gpsurgeries/': async ({ query }, { services, apiUrl }) => {
    const page = await listPage(gpSurgeries, surgeries(services.db), query)
    return {
      count: page.count,
      results: page.results.map((row) => ({
        ...row,
        url: `${apiUrl}/public/gpsurgeries/${row.id}/`,
      })),
    }
  },

  'GET public/allergies/': async ({ query }, { services, apiUrl }) => {
    const page = await listPage(allergies, knownAllergies(services.db), query)
    return {
      count: page.count,
      results: page.results.map((row) => ({
        ...row,
        url: `${apiUrl}/public/allergies/${row.id}/`,
      })),
    }
  },

  'GET public/addresses/autocomplete/{query}/': async ({ params }, { services }) => ({
    suggestions: await services.addresses.suggest(params.query),
  }),

  'GET public/addresses/{id}/': async ({ params }, { services }) => {
    const address = await services.addresses.find(params.id)
    if (!address) throw notFound('This address')
    return address
  },

  'POST public/users/': async ({ body }, call) => {
    const { guest, token } = await createGuestUser(call, body)
    return { ...presentGuestUser(guest, call.apiUrl), guest_access_token: token }
  },

  'PUT public/users/{id}/': async ({ params, body }, call) =>
    presentGuestUser(await updateGuestUser(call, params.id, body), call.apiUrl),

  'GET public/check-guest-user/': async (_request, call) =>
    presentGuestUser(await readGuestUser(call), call.apiUrl),

  'GET admin/staffcompetencies/expiring/': async ({ query }, call) => {
    const results = await expiringCompetencies(call, query.staff_id)
    return { count: results.length, results }
  },

  'GET admin/staffcompetencies/ending/': async (_request, call) => ({
    results: await endingCompetencies(call),
  }),
} satisfies Handlers
