import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { Bulk } from '#lib/contract/admin/bulk.ts'
import { counted } from '#lib/text/format-number.ts'
import type { ScreenRights } from './admin-screen.ts'

export const countRecords = ({ name, many }: AnyAdminResource, count: number) =>
  counted(count, name, many)

export const offeredAtOnce = ({ bulk = {} }: AnyAdminResource, rights: ScreenRights): Bulk =>
  Object.fromEntries(
    Object.entries(bulk).filter(([, { set }]) => (set ? rights.change : rights.delete)),
  )

export function formatBulkOffer(offered: Bulk): [word: string, more: string] {
  const actions = Object.values(offered)
  const [first] = actions
  if (actions.length === 1 && first) return [first.label, '']
  return ['Change', actions.some(({ set }) => set === null) ? ' or delete' : '']
}
