import type { Permission } from '#lib/contract/permissions.ts'
import { permissionsResource } from '#lib/contract/users.ts'
import { likenessReasons } from '#lib/duplicates/likeness.ts'
import { chosenIds } from '../admin/written-addresses.ts'
import type { Handlers } from '../http/implement.ts'
import { endPersonLinks } from '../identity/end-links.ts'
import { notFound } from '../refusal.ts'
import { readingRoutes } from '../resources/reading-routes.ts'
import { checkDuplicate } from './duplicates/check-duplicate.ts'
import { readEffectivePermissions } from './effective-permissions.ts'
import { presentListedUser, presentOwnUser, presentUser } from './present.ts'
import { readOwnDetails, updateOwnDetails, updateUser } from './users.ts'

export const userRoutes = {
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

  'POST admin/check-duplicate-user/': async ({ body }, call) => {
    const rows = await checkDuplicate(call, body)
    return {
      is_duplicate: rows.length > 0,
      duplicates: rows.map((row) => ({
        ...presentListedUser(row, call),
        score: row.score,
        reasons: row.reasons.map((reason) => likenessReasons[reason]),
      })),
    }
  },

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
