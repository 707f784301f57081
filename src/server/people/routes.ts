import { allergies, gpSurgeries } from '#lib/contract/people.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { permissionsResource } from '#lib/contract/users.ts'
import { chosenIds } from '../admin/written-addresses.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { endPersonLinks } from '../identity/guest-links.ts'
import { notFound } from '../refusals/refusal.ts'
import { readingRoutes } from '../resources/reading-routes.ts'
import { readEffectivePermissions } from './effective-permissions.ts'
import { endingCompetencies, expiringCompetencies } from './expiring-competencies.ts'
import { createGuestUser, readGuestUser, updateGuestUser } from './guest-users.ts'
import { presentGuestUser, presentOwnUser, presentUser } from './present.ts'
import { readOwnDetails, updateOwnDetails, updateUser } from './users.ts'

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

  'GET private/user-auth/user_details/': async (_request, call) =>
    presentOwnUser(await readOwnDetails(call), call),

  'GET private/users/{id}/': async ({ params }, call) => {
    if (params.id !== call.viewer.personId) throw notFound('This user')
    return presentOwnUser(await readOwnDetails(call), call)
  },

  'PUT private/users/{id}/': async ({ params, body }, call) =>
    presentOwnUser(await updateOwnDetails(call, params.id, body), call),

  'PATCH private/users/{id}/': async ({ params, body }, call) =>
    presentOwnUser(await updateOwnDetails(call, params.id, body), call),

  'POST admin/users/{id}/end-links/': ({ params }, call) => endPersonLinks(call, params.id),

  'PATCH admin/users/{id}/': async ({ params, body }, call) => {
    const { groups, user_permissions, ...given } = body
    const change = {
      ...given,
      ...(groups && { groups: chosenIds(call, { field: 'groups', from: 'groups' }, groups) }),
      ...(user_permissions && {
        user_permissions: chosenIds(
          call,
          { field: 'user_permissions', from: 'permissions' },
          user_permissions,
        ),
      }),
    }
    return presentUser(await updateUser(call, params.id, change), call, 'admin')
  },

  'GET admin/users/{id}/permissions/': ({ params }, call) =>
    readEffectivePermissions(call, params.id),

  ...readingRoutes('admin', permissionsResource, {
    rows: ({ services }) =>
      services.db
        .selectFrom('permission')
        .select(['id', 'name'])
        .$narrowType<{ name: Permission }>(),
  }),
} satisfies Handlers
