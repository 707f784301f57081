import { sql } from 'kysely'
import { appointmentCategories } from '#lib/contract/admin/appointment-categories.ts'
import { createStore } from '../admin/create-store.ts'
import { findRow, type Rows, type StoreParts } from '../admin/store.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid } from '../refusals/refusal.ts'
import { lockTree, readTree, renumber, type TreePlace } from './category-tree.ts'
import { findVisibility } from './visibility.ts'

const NO_CYCLE = 'A category cannot be under itself or under a category below it'

const special: StoreParts = {
  read: {
    rows: (executor, { viewer }) => {
      const rows = executor
        .selectFrom('appointment_category as category')
        .leftJoin('appointment_category as above', 'above.id', 'category.parent_id')
        .select(['category.id', 'category.version', 'category.name'])
        .select(['category.disabled', 'category.hidden', 'category.level'])
        .select([
          'category.lft',
          'category.rght',
          'category.tree_id',
          'category.parent_id as parent',
        ])
        .select([
          selectPath('above').as('parent_path'),
          selectPath('category').as('path'),
        ]) as unknown as Rows
      return findVisibility(viewer).categories ? rows : rows.where(isShownCategory)
    },
  },
  fieldOf: { parent_id: 'parent' },
  write: {
    lock: lockTree,
    prepare: async (tx, { parent, ...written }, before) => ({
      ...written,
      parent_id: parent,
      ...(before ? {} : await placeOfNew(tx, parent)),
    }),
    guarded: async (tx, call, { before, after }, write) => {
      if (after) {
        if (after['hidden'] === true) checkMayHide(call)
        const parent = after['parent_id'] as number | null
        if (!before || before['parent_id'] !== parent) {
          await checkParent(tx, call, before?.id ?? null, parent)
          if (before) await renumber(tx, { id: before.id, parent, before: null })
        }
      }
      await write()
      await renumber(tx)
    },
  },
}
/** `withdraw_offers_of_category` withdraws what is offered when a category is disabled or hidden. */
export const categoryStore = createStore(appointmentCategories, special)

/** A new tree stands behind all others: numbering puts it last under its parent. */
async function placeOfNew(tx: Executor, parent: unknown) {
  const trees = (await readTree(tx)).map(({ tree_id }) => tree_id)
  const tree_id = Math.max(0, ...trees) + 1
  return { tree_id, level: parent === null ? 0 : 1, lft: 1, rght: 2 }
}

/** Needs the tree's lock; null is a new one. @throws Refusal `invalid` at `parent`. */
export async function checkParent(
  tx: Executor,
  call: SignedInCall,
  id: number | null,
  parent: number | null,
): Promise<void> {
  if (parent === null) return
  if (!(await findRow(tx, categoryStore, call, parent))) {
    throw invalid({ parent: ['Choose from the list: this no longer exists'] })
  }
  const places = new Map((await readTree(tx)).map((place) => [place.id, place]))
  if (id !== null && isWithin(places.get(parent), places.get(id))) {
    throw invalid({ parent: [NO_CYCLE] })
  }
}

const isWithin = (inner: TreePlace | undefined, outer: TreePlace | undefined) =>
  inner !== undefined &&
  outer !== undefined &&
  inner.tree_id === outer.tree_id &&
  inner.lft >= outer.lft &&
  inner.rght <= outer.rght

function checkMayHide({ viewer }: SignedInCall): void {
  if (findVisibility(viewer).categories) return
  throw invalid({ hidden: ['You may not see hidden categories, so you cannot hide one'] })
}

export const isShownCategory = sql<boolean>`not exists (
  select from appointment_category as around
  where around.tree_id = category.tree_id and around.hidden
    and around.lft <= category.lft and around.rght >= category.rght)`

/** Gives names from the top of the tree; null without a row. */
const selectPath = (row: 'category' | 'above') => sql<string | null>`(
  select string_agg(around.name, ' › ' order by around.lft)
  from appointment_category as around
  where around.tree_id = ${sql.ref(`${row}.tree_id`)}
    and around.lft <= ${sql.ref(`${row}.lft`)} and around.rght >= ${sql.ref(`${row}.rght`)})`
