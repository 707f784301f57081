import { allergies, gpSurgeries } from '#lib/contract/people.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { notFound } from '../refusal.ts'
import { readingRoutes } from '../resources/reading-routes.ts'
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

const allergyRows = ({ services }: Call) =>
  services.db.selectFrom('allergy').select(['id', 'name', 'description'])

export const peopleRoutes = {
  ...readingRoutes('public', gpSurgeries, {
    rows: ({ services }) => services.db.selectFrom('gp_surgery').select(SURGERY_FIELDS),
  }),
  ...readingRoutes('public', allergies, { rows: allergyRows }),
  ...readingRoutes('private', allergies, { rows: allergyRows }),

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
    return { ...presentGuestUser(guest, call), guest_access_token: token }
  },

  'GET public/users/{id}/': async ({ params }, call) => {
    const guest = await readGuestUser(call)
    if (guest.id !== params.id) throw notFound('This guest user')
    return presentGuestUser(guest, call)
  },

  'PUT public/users/{id}/': async ({ params, body }, call) =>
    presentGuestUser(await updateGuestUser(call, params.id, body), call),

  'GET public/check-guest-user/': async (_request, call) =>
    presentGuestUser(await readGuestUser(call), call),

  'GET admin/staffcompetencies/expiring/': async ({ query }, call) => {
    const results = await expiringCompetencies(call, query.staff_id)
    return { count: results.length, results }
  },

  'GET admin/staffcompetencies/ending/': async (_request, call) => ({
    results: await endingCompetencies(call),
  }),
} satisfies Handlers
