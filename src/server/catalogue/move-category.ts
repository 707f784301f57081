import { sql } from 'kysely'
import { appointmentCategories } from '#lib/contract/admin/appointment-categories.ts'
import type { Row } from '../admin/store.ts'
import { changeRecord } from '../admin/write-record.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { categoryStore, checkParent } from './category-store.ts'
import { type Move, readTree, renumber, type TreePlace } from './category-tree.ts'

type RescheduleInput = Omit<Move, 'id'> & { version: number }

/**
 * `appointment_category_in_place` checks the tree when the transaction ends.
 * @throws Refusal `invalid` at `parent` for a cycle; `stale` where a category moved; `not_found`.
 */
export async function moveCategory(
  call: SignedInCall,
  id: number,
  { version, parent, before }: RescheduleInput,
): Promise<Row> {
  if (before === id) throw invalid({ before: ['A category cannot come before itself'] })
  const admin = { call, of: appointmentCategories, store: categoryStore }
  const seen = { id, version }
  return await changeRecord(admin, seen, async (tx) => {
    await checkParent(tx, call, id, parent)
    const tree = await readTree(tx)
    const isThere = (place: TreePlace) => place.id === before && place.parent === parent
    if (before !== null && !tree.some(isThere)) throw movedAway()
    const fields = changedBy(tree, { id, parent, before })
    if (fields.length > 0) {
      await renumber(tx, { id, parent, before })
      await sql`update appointment_category set version = version + 1, modified = now()
        where id = ${id}`.execute(tx)
    }
    return { fields }
  })
}

function changedBy(tree: readonly TreePlace[], { id, parent, before }: Move): string[] {
  const here = tree.find((place) => place.id === id)
  if (here?.parent !== parent) return ['parent']
  const next = tree.find((place) => place.parent === parent && isAfter(place, here))
  return (next?.id ?? null) === before ? [] : ['place']
}

const isAfter = (place: TreePlace, here: TreePlace) =>
  place.tree_id > here.tree_id || (place.tree_id === here.tree_id && place.lft > here.lft)

const movedAway = () =>
  new Refusal(
    'stale',
    'Since you opened the list, somebody has moved or deleted a category next to it.',
  )
