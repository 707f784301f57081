import { sql } from 'kysely'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import type { Executor } from '../../database/connection.ts'
import type { Row } from '../store.ts'
import { cellText } from './file-columns.ts'
import type { ImportRun } from './import-run.ts'
import type { FileRow } from './read-csv.ts'

type Referred = {
  place: number
  shown: string
  several: 'ordered' | 'orderless' | null
  byName: Map<string, number[]>
  names: Map<number, string>
}
export type References = ReadonlyMap<string, Referred>

const BETWEEN = ';'
const MOST_TO_TELL = 5

const plain = (text: string) => text.trim().toLowerCase()
const splitCell = (cell: string, isSeveral: boolean) =>
  (isSeveral ? cell.split(BETWEEN) : [cell]).map((part) => part.trim()).filter(Boolean)
const isNumber = (text: string) => /^\d{1,9}$/.test(text)

export async function readReferences(
  tx: Executor,
  { of, store, columns }: ImportRun,
  rows: readonly FileRow[],
): Promise<References> {
  const references = new Map<string, Referred>()
  for (const [field, { place }] of columns.fields) {
    const reference = of.references[field]
    if (!reference) continue
    const joined = store.joined[field]
    const source = adminResources.find(({ path }) => path === reference.from)
    const table = joined?.from ?? source?.audit
    if (table === undefined) throw new Error(`Nobody knows where ${reference.from} lie`)
    const parts = rows.flatMap((row) => splitCell(cellText(row, place), joined !== undefined))
    const names = [...new Set(parts.map(plain))]
    const name = sql.ref(joined ? 'name' : reference.label)
    const { rows: found } = await sql<{ id: number; name: string }>`
      select id, ${name}::text as name from ${sql.table(table)}
      where lower(${name}::text) = any(${names}::text[])
        or id = any(${names.filter(isNumber)}::integer[])
      order by id`.execute(tx)
    references.set(field, {
      place,
      shown: reference.shown,
      several: joined ? (joined.ordered ? 'ordered' : 'orderless') : null,
      byName: new Map(
        [...Map.groupBy(found, (one) => plain(one.name))].map(([text, those]) => [
          text,
          those.map(({ id }) => id),
        ]),
      ),
      names: new Map(found.map((one) => [one.id, one.name])),
    })
  }
  return references
}

type Chosen = { value: unknown; words: string } | { problems: string[] }

export function chosenIn(
  { place, shown, several, byName, names }: Referred,
  field: string,
  row: FileRow,
  before: Row | null,
): Chosen {
  const cell = cellText(row, place)
  const had = before ? [before[shown]].flat() : []
  if (before && plain(cell) === plain(had.join(`${BETWEEN} `))) {
    return { value: before[field], words: cell }
  }
  const ids: number[] = []
  const problems: string[] = []
  for (const part of splitCell(cell, several !== null)) {
    const [id, ...others] = byName.get(plain(part)) ?? []
    if (id === undefined && isNumber(part) && names.has(Number(part))) ids.push(Number(part))
    else if (id === undefined) problems.push(`There is no “${part}” to choose`)
    else if (others.length === 0) ids.push(id)
    else {
      const numbers = [id, ...others].slice(0, MOST_TO_TELL).join(', ')
      problems.push(`Several are called “${part}”. Enter the number of the right one (${numbers})`)
    }
  }
  if (problems.length > 0) return { problems }
  const chosen = [...new Set(ids)]
  if (several === 'orderless') chosen.sort((one, other) => one - other)
  return {
    value: several ? chosen : (chosen[0] ?? null),
    words: chosen.map((id) => names.get(id) ?? id).join(`${BETWEEN} `),
  }
}
