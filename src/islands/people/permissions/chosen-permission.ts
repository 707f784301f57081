import { permissionWords } from '#lib/contract/permission-groups.ts'
import type { Permission } from '#lib/contract/permissions.ts'

export type ListedPermission = { id: number; url: string; name: Permission }

/** A permission as it stands in the form of a group: people read its words, its address travels. */
export const chosenPermission = ({ id, url, name }: ListedPermission) => ({
  id,
  url,
  label: permissionWords(name),
})
