import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Resource } from '#lib/contract/resource.ts'
import { inNameOrder } from '../database/name-order.ts'
import { invalid } from '../refusals/refusal.ts'
import { fieldHas, splitSearchWords } from './search-words.ts'

export type ListQuery = {
  page: number
  page_size: number
  search?: string | undefined
  ordering?: string | undefined
}

export type Reading = {
  /**
   * Counts this far beyond the page, and reads rows by the ids of the page. Left out, it counts
   * everything and reads at once.
   */
  countsTo?: number
  /** Filters may leave few of many. */
  isNarrowed?: boolean
  named?: Named | undefined
}
export type Named = {
  by: string
  isRare?: true
  // biome-ignore lint/suspicious/noExplicitAny: whichever tables they come from
  names: SelectQueryBuilder<any, any, any>
}
export const LONG_LIST: Reading = { countsTo: 10_000 }

/** Literals in the statement, so that PostgreSQL plans for few rows. */
const USUAL_SIZES: readonly number[] = [25, 50, 100, 200, 500]

/**
 * One page, searched, ordered and counted by the definition. `rows` must have `id` and every
 * searchable and orderable column under its name.
 * @throws Refusal `invalid` for an unknown order.
 */
export async function listPage<E extends z.ZodObject, DB, TB extends keyof DB, O>(
  of: Resource<E, string>,
  rows: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
  { countsTo, isNarrowed = false, named }: Reading = {},
): Promise<{ count: number; more?: true; results: O[] }> {
  const { page, page_size, ordering } = query
  const found = search(of, rows, query.search)
  if (countsTo === undefined) {
    return await readPage(
      selectPage(order(of, found, ordering), query),
      rows,
      selectCount(found),
      page,
    )
  }
  const most = (page - 1) * page_size + countsTo
  const count = selectCount(found, most)
  const known = isNarrowed || query.search ? await readCount(rows, count) : Number.POSITIVE_INFINITY
  // Finds few by what they have, rather than in the list's order.
  const isFew = known <= most
  const fitting = isFew ? rows.where(isAmong(selectIds(found))) : found
  const chosen =
    named && !isFew
      ? namedPage(of, fitting, named, query)
      : selectIds(selectPage(order(of, fitting, ordering), query))
  const ofPage = order(of, rows, ordering).where(isAmong(chosen))
  const read = Number.isFinite(known)
    ? { count: known, results: await ofPage.execute() }
    : await readPage(ofPage, rows, count, page)
  return read.count > most ? { ...read, count: most, more: true } : read
}

const selectIds = <DB, TB extends keyof DB, O>(rows: SelectQueryBuilder<DB, TB, O>) =>
  rows.clearSelect().select(sql<number>`id`.as('id'))

const isAmong = (ids: Expression<unknown>) => sql<boolean>`id = any(array${ids})`

/** Reads at most a page of each name, because sorting all rows by name takes seconds. */
function namedPage<DB, TB extends keyof DB, O>(
  of: AnyResource,
  rows: SelectQueryBuilder<DB, TB, O>,
  { by, names, isRare }: Named,
  query: ListQuery,
) {
  const { page, page_size, ordering = '' } = query
  const [name = '', ...ties] = ordering.split(',')
  // `between`, because only the index that begins with this column has many rows in order.
  const isOwn = isRare ? sql`= named.id` : sql`between named.id and named.id`
  const own = rows.where(sql<boolean>`${sql.ref(by)} ${isOwn}`)
  const sorted = [by, ...ties, 'id'].reduce(
    (until, field) => until.orderBy(sql.ref(field)),
    own.clearOrderBy(),
  )
  const first = selectPage(selectIds(sorted), { page: 1, page_size: page * page_size }).select(
    ties.map((tie) => sql.ref(tie).as(tie)),
  )
  const joined = names
    .innerJoinLateral(first.as('first'), (join) => join.onTrue())
    .orderBy(sortedBy(of, orderedField(name), 'named.name'), orderDirection(name))
  const ordered = [...ties, 'id'].reduce(
    (until, field) => until.orderBy(sql.ref(`first.${field}`)),
    joined,
  )
  return selectPage(ordered.clearSelect().select('first.id'), query)
}

/** Past the last page no row carries the count. */
async function readPage<DB, TB extends keyof DB, O>(
  ofPage: SelectQueryBuilder<DB, TB, O>,
  rows: SelectQueryBuilder<DB, TB, O>,
  count: Count,
  page: number,
): Promise<{ count: number; results: O[] }> {
  const results = (await ofPage.select(count).execute()) as (O & {
    total_count: number | undefined
  })[]
  const total = results[0]?.total_count ?? (page === 1 ? 0 : await readCount(rows, count))
  // Set to undefined, because JSON ignores it and copying rows takes as long as reading them.
  for (const row of results) row.total_count = undefined
  return { count: total, results }
}

async function readCount<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  count: Count,
): Promise<number> {
  const [first] = await rows.clearSelect().clearOrderBy().select(count).limit(1).execute()
  return (first as { total_count: number } | undefined)?.total_count ?? 0
}

type Count = ReturnType<typeof selectCount>

function selectCount<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  most?: number,
) {
  const matching = rows.clearSelect().clearOrderBy().select(sql`1`.as('one'))
  const counted = most === undefined ? matching : matching.limit(sql.lit(most + 1))
  return sql<number>`(select count(*) from ${counted} as matching)`.as('total_count')
}

function selectPage<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { page, page_size }: Pick<ListQuery, 'page' | 'page_size'>,
) {
  const isUsual = USUAL_SIZES.includes(page_size)
  const limited = rows.limit(isUsual ? sql.lit(page_size) : page_size)
  return page === 1 ? limited : limited.offset((page - 1) * page_size)
}

export const matchingIds = <DB, TB extends keyof DB, O>(
  of: AnyResource,
  rows: SelectQueryBuilder<DB, TB, O>,
  query: Pick<ListQuery, 'search' | 'ordering'>,
) => selectIds(order(of, search(of, rows, query.search), query.ordering))

type AnyResource = Pick<
  Resource<z.ZodObject, string>,
  'entity' | 'searchable' | 'orderable' | 'defaultOrder' | 'thenBy'
>

function search<DB, TB extends keyof DB, O>(
  of: AnyResource,
  rows: SelectQueryBuilder<DB, TB, O>,
  text: string | undefined,
) {
  if (of.searchable.length === 0) return rows
  // Each word somewhere, in any order.
  return splitSearchWords(text).reduce((narrowed, word) => {
    const matches = of.searchable.map((field) => fieldHas(field, word))
    return narrowed.where(sql<boolean>`(${sql.join(matches, sql` or `)})`)
  }, rows)
}

function order<DB, TB extends keyof DB, O>(
  of: AnyResource,
  rows: SelectQueryBuilder<DB, TB, O>,
  ordering: string | undefined,
) {
  const parts = (ordering ?? of.defaultOrder).split(',')
  let ordered = rows.clearOrderBy()
  for (const part of parts) {
    const field = orderedField(part)
    if (field !== 'id' && !of.orderable.includes(field)) {
      throw invalid({ ordering: [`Order by one of: ${of.orderable.join(', ')}.`] })
    }
    ordered = ordered.orderBy(sortedBy(of, field), orderDirection(part))
    const tie = of.thenBy?.[field]
    if (tie) ordered = ordered.orderBy(sortedBy(of, tie), orderDirection(part))
  }
  return ordered.orderBy(sql.ref('id'))
}

const orderedField = (part: string) => part.replace(/^-/, '')
const orderDirection = (part: string) => (part.startsWith('-') ? 'desc' : 'asc')

/** Texts and other records sort by name; dates and money are no text in their column. */
function sortedBy({ entity }: AnyResource, field: string, column = field): Expression<unknown> {
  const schema: z.ZodType | undefined = entity.shape[field]
  const isNamed = schema instanceof z.ZodString || schema instanceof z.ZodObject
  return isNamed ? inNameOrder(column) : sql.ref(column)
}
