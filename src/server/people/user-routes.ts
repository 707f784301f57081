import type { Permission } from '#lib/contract/permissions.ts'
import { permissionsResource } from '#lib/contract/users.ts'
import { likenessReasons } from '#lib/duplicates/likeness.ts'
import type { Handlers } from '../http/implement.ts'
import { keptRows } from '../resources/kept-rows.ts'
import { listPage } from '../resources/list.ts'
import { checkDuplicate } from './duplicates/check-duplicate.ts'
import { readEffectivePermissions } from './effective-permissions.ts'
import { presentListedUser, presentUser } from './present.ts'
import { readOwnDetails, updateOwnDetails, updateUser } from './users.ts'

const knownPermissions = keptRows((db) =>
  db.selectFrom('permission').select(['id', 'name']).$narrowType<{ name: Permission }>(),
)

export const userRoutes = {
  'GET private/user-auth/user_details/': async (_request, call) =>
    presentUser(await readOwnDetails(call), call.apiUrl, 'private'),

  'PUT private/users/{id}/': async ({ params, body }, call) =>
    presentUser(await updateOwnDetails(call, params.id, body), call.apiUrl, 'private'),

  'PATCH private/users/{id}/': async ({ params, body }, call) =>
    presentUser(await updateOwnDetails(call, params.id, body), call.apiUrl, 'private'),

  'POST admin/check-duplicate-user/': async ({ body }, call) => {
    const rows = await checkDuplicate(call, body)
    return {
      is_duplicate: rows.length > 0,
      duplicates: rows.map((row) => ({
        ...presentListedUser(row, call.apiUrl),
        score: row.score,
        reasons: row.reasons.map((reason) => likenessReasons[reason]),
      })),
    }
  },

  'PATCH admin/users/{id}/': async ({ params, body }, call) =>
    presentUser(await updateUser(call, params.id, body), call.apiUrl, 'admin'),

  'GET admin/users/{id}/permissions/': ({ params }, call) =>
    readEffectivePermissions(call, params.id),

  'GET admin/permissions/': async ({ query }, { services, apiUrl }) => {
    const page = await listPage(permissionsResource, knownPermissions(services.db), query)
    return {
      count: page.count,
      results: page.results.map((row) => ({
        ...row,
        url: `${apiUrl}/admin/permissions/${row.id}/`,
      })),
    }
  },
} satisfies Handlers
