import { z } from 'zod'
import { id, line, url, version } from '../fields.ts'
import { PermissionName } from '../permissions.ts'
import { adminResource } from './admin-resource.ts'

const count = z.int().nonnegative()

const Group = z.object({
  id,
  url,
  version,
  name: line(100),
  permissions: z.array(url),
  selected_permissions: z.array(z.object({ id, url, name: PermissionName })),
  people: count,
  losing: count,
})

const MOST_PERMISSIONS = 500

export const groups = adminResource({
  name: 'group',
  many: 'groups',
  screen: 'groups',
  path: 'groups',
  entity: Group,
  write: z.strictObject({
    name: line(100).min(1, 'Enter a name'),
    permissions: z
      .array(url)
      .max(MOST_PERMISSIONS, `Choose ${MOST_PERMISSIONS} or fewer`)
      .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each once')
      .default([]),
  }),
  labels: {
    name: 'Name',
    permissions: 'Permissions',
    selected_permissions: 'Permissions',
    people: 'People',
  },
  namedBy: 'name',
  searchable: ['name'],
  orderable: ['name', 'people'],
  defaultOrder: 'name',
  filters: {},
  references: {
    permissions: { from: 'permissions', label: 'name', shown: 'selected_permissions' },
  },
  model: 'auth.group',
  freshSignIn: 'always',
  audit: 'permission_group',
})
