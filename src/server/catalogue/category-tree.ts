import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'

type Branch = { id: number; parent: number | null }

export type TreePlace = Branch & { tree_id: number; level: number; lft: number; rght: number }

export type Move = Branch & { before: number | null }

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
export async function lockTree(tx: Executor): Promise<void> {
  await sql`lock table appointment_category in share row exclusive mode`.execute(tx)
}

export async function readTree(tx: Executor): Promise<TreePlace[]> {
  return await tx
    .selectFrom('appointment_category')
    .select(['id', 'parent_id as parent', 'tree_id', 'level', 'lft', 'rght'])
    .orderBy('tree_id')
    .orderBy('lft')
    .execute()
}

/** Numbers the tree again under its lock, with a category moved or as the parents say. */
export async function renumber(tx: Executor, move?: Move): Promise<void> {
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
