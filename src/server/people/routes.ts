import { allergies, gpSurgeries } from '#lib/contract/people.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { permissionsResource } from '#lib/contract/users.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { endPersonLinks } from '../identity/guest-links.ts'
import { notFound } from '../refusals/refusal.ts'
import { readingRoutes } from '../resources/reading-routes.ts'
import { readEffectivePermissions } from './effective-permissions.ts'
import { expiringCompetencyRoutes } from './expiring-competencies.ts'
import { guestUserRoutes } from './guest-users.ts'
import { userChangeRoutes } from './users.ts'

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
  ...guestUserRoutes,
  ...expiringCompetencyRoutes,
  ...userChangeRoutes,

  'POST admin/users/{id}/end-links/': ({ params }, call) => endPersonLinks(call, params.id),

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
