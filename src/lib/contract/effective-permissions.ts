import { z } from 'zod'
import { id, idText } from './fields.ts'
import { operation } from './operation.ts'
import { PermissionName } from './permissions.ts'

const PermissionSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('superuser') }),
  z.object({ kind: z.literal('personal') }),
  z.object({ kind: z.literal('group'), id, name: z.string() }),
])
export type PermissionSource = z.infer<typeof PermissionSource>

const EffectivePermissions = z.object({
  id,
  /** While it is closed, nobody signs in with it. */
  is_active: z.boolean(),
  works_here: z.boolean(),
  results: z.array(z.object({ name: PermissionName, sources: z.array(PermissionSource).min(1) })),
})
export type EffectivePermissions = z.infer<typeof EffectivePermissions>

export const effectivePermissionOperations = {
  'GET admin/users/{id}/permissions/': operation({
    summary:
      'Everything a person may do, each with where it comes from: a group, given to them, or being a superuser; the trail records it',
    audience: 'admin',
    permission: 'clinic.user_admin',
    params: z.strictObject({ id: idText }),
    status: 200,
    response: EffectivePermissions,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found'],
  }),
}
