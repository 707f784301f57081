import { permissionLabels } from '#lib/contract/permission-groups.ts'
import type { Permission } from '#lib/contract/permissions.ts'

export type PermissionRow = { id: number; url: string; name: Permission }

/** A permission as it stands in the form of a group: people read its words, its address travels. */
export const chosenPermission = ({ id, url, name }: PermissionRow) => ({
  id,
  url,
  label: permissionLabels(name),
})
