import { sql } from 'kysely'
import { z } from 'zod'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { SignedInCall } from '../http/implement.ts'
import { type ListQuery, LONG_LIST, type Reading } from '../resources/list.ts'
import type { Columns, Filter, Rows, Store } from './store.ts'

export const requestedFilters = (of: AnyAdminResource, query: Columns): Columns =>
  Object.fromEntries(
    Object.keys(of.filters).flatMap((name) =>
      query[name] === undefined ? [] : [[name, query[name]]],
    ),
  )

export async function requestedRows(
  of: AnyAdminResource,
  store: Store,
  call: SignedInCall,
  query: Columns & ListSearch,
): Promise<{ rows: Rows; query: ListSearch; reading: Reading }> {
  const { db } = call.services
  const filters = requestedFilters(of, query)
  const rows = filteredRows(of, store, call, filters)
  const { search, ordering } = query
  const { list } = store
  if (!list.isLong) return { rows, query: { search, ordering }, reading: {} }
  const named = list.named?.(db)[ordering?.replace(/^-/, '') ?? '']
  const ordered = named ? `${ordering},${of.defaultOrder}` : ordering
  if (!search || !list.search) {
    const isNarrowed = Object.keys(filters).length > 0
    return {
      rows,
      query: { search, ordering: ordered },
      reading: { ...LONG_LIST, isNarrowed, named },
    }
  }
  const found = await list.search(rows, search, call, named)
  return {
    rows: found.rows,
    query: { ordering: ordered },
    reading: { countsTo: MOST_FOUND, isNarrowed: true, named: found.named },
  }
}

function filteredRows(
  of: AnyAdminResource,
  store: Store,
  call: SignedInCall,
  filters: Columns,
): Rows {
  const { db } = call.services
  const { rows: rowsOf = store.read.rows, filters: own } = store.list
  const rows = db.selectFrom(rowsOf(db, call).as('listed')).selectAll() as Rows
  return Object.entries(filters).reduce((narrowed, [name, value]) => {
    const filter = own[name] ?? periodFilter(of, name) ?? sameAs(name)
    return filter(narrowed, value, call)
  }, rows)
}

export const searchedBy = (of: AnyAdminResource, { list }: Store) => ({
  ...of,
  searchable: list.searched ?? of.searchable,
})

/** People search again rather than page through more. */
const MOST_FOUND = 1_000

type ListSearch = Pick<ListQuery, 'search' | 'ordering'>

const sameAs =
  (name: string): Filter =>
  (rows, value) =>
    rows.where(sql<boolean>`${sql.ref(name)} = ${value}`)

function periodFilter({ entity }: AnyAdminResource, name: string): Filter | undefined {
  const [, field = '', end] = /^(.+)_(from|to)$/.exec(name) ?? []
  const schema = entity.shape[field]
  if (!schema) return undefined
  const isInstant =
    (schema instanceof z.ZodNullable ? schema.unwrap() : schema) instanceof z.ZodISODateTime
  return (rows, value, { services }) => {
    const zone = services.settings.CLINIC_TIME_ZONE
    const day = end === 'from' ? sql`${value}::date` : sql`${value}::date + 1`
    const bound = isInstant ? sql`(${day})::timestamp at time zone ${zone}` : day
    const column = sql.ref(field)
    return rows.where(
      end === 'from' ? sql<boolean>`${column} >= ${bound}` : sql<boolean>`${column} < ${bound}`,
    )
  }
}
