import { sql } from 'kysely'
import { appointmentCategories } from '#lib/contract/admin/appointment-categories.ts'
import { createStore } from '../admin/create-store.ts'
import { findRow, type Row, type Rows, type StoreParts } from '../admin/store.ts'
import { changeRecord } from '../admin/write-record.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
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
          'category.picture',
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
async function checkParent(
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

type Branch = { id: number; parent: number | null }

type TreePlace = Branch & { tree_id: number; level: number; lft: number; rght: number }

type Move = Branch & { before: number | null }

function withMoved(branches: readonly Branch[], { id, parent, before }: Move): Branch[] {
  const others = branches.filter((branch) => branch.id !== id)
  const at = others.findIndex((branch) => branch.id === before)
  return others.toSpliced(at < 0 ? others.length : at, 0, { id, parent })
}

/** Leaves out categories that are their own ancestors. */
function numbered(branches: readonly Branch[]): TreePlace[] {
  const below = Map.groupBy(branches, ({ parent }) => parent)
  const places: TreePlace[] = []
  const walk = (
    { id, parent }: Branch,
    from: Omit<TreePlace, 'id' | 'parent' | 'rght'>,
  ): number => {
    const place = { id, parent, ...from, rght: from.lft }
    places.push(place)
    let edge = from.lft
    for (const child of below.get(id) ?? []) {
      edge = walk(child, { ...from, level: from.level + 1, lft: edge + 1 })
    }
    place.rght = edge + 1
    return place.rght
  }
  for (const [index, root] of (below.get(null) ?? []).entries()) {
    walk(root, { tree_id: index + 1, level: 0, lft: 1 })
  }
  return places
}

/** Blocks other writers until the transaction ends. */
async function lockTree(tx: Executor): Promise<void> {
  await sql`lock table appointment_category in share row exclusive mode`.execute(tx)
}

async function readTree(tx: Executor): Promise<TreePlace[]> {
  return await tx
    .selectFrom('appointment_category')
    .select(['id', 'parent_id as parent', 'tree_id', 'level', 'lft', 'rght'])
    .orderBy('tree_id')
    .orderBy('lft')
    .execute()
}

/** Numbers the tree again under its lock, with a category moved or as the parents say. */
async function renumber(tx: Executor, move?: Move): Promise<void> {
  const before = await readTree(tx)
  const known = new Map(before.map((place) => [place.id, place]))
  const changed = numbered(move ? withMoved(before, move) : before).filter(
    (place) => !isSame(place, known.get(place.id)),
  )
  if (changed.length === 0) return
  await sql`
    update appointment_category as category
    set parent_id = place.parent, tree_id = place.tree_id, level = place.level,
      lft = place.lft, rght = place.rght
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as place(id integer, parent integer, tree_id integer, level integer, lft integer, rght integer)
    where category.id = place.id`.execute(tx)
}

const isSame = (one: TreePlace, other: TreePlace | undefined) =>
  other !== undefined &&
  (['parent', 'tree_id', 'level', 'lft', 'rght'] as const).every(
    (column) => one[column] === other[column],
  )
