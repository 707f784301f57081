import { permissionWords } from '#lib/contract/permission-groups.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import type { ChosenValue } from '../resources/field-kinds.ts'

export type ListedPermission = { id: number; url: string; name: Permission }

/** A permission as it stands in the form of a group: people read its words, its address travels. */
export const chosenPermission = ({ id, url, name }: ListedPermission): ChosenValue => ({
  id,
  url,
  label: permissionWords(name),
})
