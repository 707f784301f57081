import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Resource } from '#lib/contract/resource.ts'
import { invalid } from '../refusal.ts'

export type ListQuery = {
  page: number
  page_size: number
  search?: string | undefined
  ordering?: string | undefined
}

/**
 * One page of a resource: searched, ordered and counted as its definition allows.
 * `rows` must select `id` and every searchable and orderable column under its own name.
 * @throws Refusal `invalid` for an order the resource does not offer.
 */
export async function listPage<E extends z.ZodObject, DB, TB extends keyof DB, O>(
  of: Resource<E, string>,
  rows: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
): Promise<{ count: number; results: O[] }> {
  const searched = search(of, rows, query.search)
  const counted = searched
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('count')) as SelectQueryBuilder<DB, TB, { count: number }>
  // Counted beside the page in one statement; past the last page there is no row to carry it.
  const page = order(of, searched, query.ordering)
    .select(() => counted.as('total_count'))
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
  const found = (await page.execute()) as (O & { total_count: number })[]
  const [first] = found
  const count = first ? first.total_count : (await counted.executeTakeFirstOrThrow()).count
  const results = found.map(({ total_count: _, ...row }) => row as O)
  return { count, results }
}

/** The ids of a resource's rows, searched and ordered as a list, at most `most` of them. */
export async function listedIds<DB, TB extends keyof DB, O>(
  of: AnyResource,
  rows: SelectQueryBuilder<DB, TB, O>,
  query: Pick<ListQuery, 'search' | 'ordering'>,
  most: number,
): Promise<number[]> {
  const found = await order(of, search(of, rows, query.search), query.ordering)
    .clearSelect()
    .select(sql<number>`id`.as('id'))
    .limit(most)
    .execute()
  return (found as unknown as { id: number }[]).map(({ id }) => id)
}

type AnyResource = Pick<Resource<z.ZodObject, string>, 'searchable' | 'orderable' | 'defaultOrder'>

function search<DB, TB extends keyof DB, O>(
  of: AnyResource,
  rows: SelectQueryBuilder<DB, TB, O>,
  text: string | undefined,
) {
  if (!text || of.searchable.length === 0) return rows
  // Each word somewhere, in whatever order they were typed.
  return text.split(/\s+/).reduce((narrowed, word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    const matches = of.searchable.map((field) => sql<boolean>`${sql.ref(field)} ilike ${pattern}`)
    return narrowed.where(sql<boolean>`(${sql.join(matches, sql` or `)})`)
  }, rows)
}

function order<DB, TB extends keyof DB, O>(
  of: AnyResource,
  rows: SelectQueryBuilder<DB, TB, O>,
  ordering: string | undefined,
) {
  const wanted = ordering?.split(',') ?? [of.defaultOrder]
  let ordered = rows.clearOrderBy()
  for (const part of wanted) {
    const field = part.replace(/^-/, '')
    if (field !== 'id' && !of.orderable.includes(field)) {
      throw invalid({ ordering: [`Order by one of: ${of.orderable.join(', ')}.`] })
    }
    ordered = ordered.orderBy(sql.ref(field), part.startsWith('-') ? 'desc' : 'asc')
  }
  return ordered.orderBy(sql.ref('id'))
}
