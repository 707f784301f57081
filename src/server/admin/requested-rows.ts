import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { type Given, givenOf, type Values } from '../database/fixed-statement.ts'
import type { SignedInCall } from '../http/implement.ts'
import { type KeptRows, onceOnly } from '../resources/kept-rows.ts'
import { type ListQuery, LONG_LIST, type Reading } from '../resources/list.ts'
import {
  type Columns,
  type ListContext,
  type Rows,
  type Store,
  valuesOf,
  visibilityOfCall,
} from './store.ts'

/** What of a request narrows the list down: its filters, as far as they are asked for. */
export const requestedFilters = (of: AnyAdminResource, query: Columns): Columns =>
  Object.fromEntries(
    Object.keys(of.filters).flatMap((name) =>
      query[name] === undefined ? [] : [[name, query[name]]],
    ),
  )

/** The records that a list is asked for: those that fit its filters, and a search of the store's own. */
export async function requestedRows(
  of: AnyAdminResource,
  store: Store,
  call: SignedInCall,
  query: Columns & ListSearch,
): Promise<{ rows: RequestedRows; query: ListSearch; reading: Reading }> {
  const { db } = call.services
  const filters = requestedFilters(of, query)
  const rows = keptUnless(of, store, call, filters)
  const { search, ordering } = query
  if (!store.isLong) return { rows, query: { search, ordering }, reading: {} }
  const named = store.named?.(db)[ordering?.replace(/^-/, '') ?? '']
  const ordered = named ? `${ordering},${of.defaultOrder}` : ordering
  if (!search || !store.search) {
    const isNarrowed = Object.keys(filters).length > 0
    return {
      rows,
      query: { search, ordering: ordered },
      reading: { ...LONG_LIST, isNarrowed, named },
    }
  }
  const found = await store.search(onceOnly(rows), search, call, named)
  return {
    rows: found.rows,
    query: { ordering: ordered },
    reading: { countsTo: MOST_FOUND, isNarrowed: true, named: found.named },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as `Rows`
type RequestedRows = Rows | KeptRows<any, any, any>

/** Rows whose statements are kept; not where a filter of the store's own looks at what is wanted. */
function keptUnless(
  of: AnyAdminResource,
  store: Store,
  call: SignedInCall,
  filters: Columns,
): RequestedRows {
  const { db: executor } = call.services
  const { lines = store.rows, statements, choices } = store
  const sees = visibilityOfCall(call)
  const names = Object.keys(filters)
  const build = (given: Given<Values>) => {
    const asked = { sees, given: given as ListContext['given'] }
    const rows = executor.selectFrom(lines(executor, asked).as('listed')).selectAll() as Rows
    return names.reduce((narrowed, name) => {
      const choice = choices[name]
      if (choice) return choice(narrowed, filters[name])
      const own = store.filters[name]
      if (own) return own(narrowed, filters[name], call)
      return (periodFilter(of, name) ?? sameAs(name))(narrowed, given[filterValue(name)], asked)
    }, rows)
  }
  const values: Values = valuesOf(call)
  for (const name of names) values[filterValue(name)] = filters[name]
  if (names.some((name) => store.filters[name])) return build(givenOf(values))
  const shape = [
    ...Object.values(sees),
    ...names.map((name) => (choices[name] ? `${name}=${filters[name]}` : name)),
  ].join()
  return { executor, statements, shape, values, build }
}

/** No other value is called that. */
const filterValue = (name: string) => `filter ${name}`

/** A definition as its list is searched and ordered. */
export const searchedBy = (of: AnyAdminResource, { searched }: Store) => ({
  ...of,
  searchable: searched ?? of.searchable,
})

/** Nobody looks through more of what a search finds: it is counted no further. */
const MOST_FOUND = 1_000

type ListSearch = Pick<ListQuery, 'search' | 'ordering'>

type Filter = (rows: Rows, wanted: RawBuilder<unknown> | undefined, asked: ListContext) => Rows

const sameAs =
  (name: string): Filter =>
  (rows, wanted) =>
    rows.where(sql<boolean>`${sql.ref(name)} = ${wanted}`)

/** A filter of `period` (`fields.ts`): days of the clinic, where the field is an instant. */
function periodFilter({ entity }: AnyAdminResource, name: string): Filter | undefined {
  const [, field = '', end] = /^(.+)_(from|to)$/.exec(name) ?? []
  const schema = entity.shape[field]
  if (!schema) return undefined
  const isInstant =
    (schema instanceof z.ZodNullable ? schema.unwrap() : schema) instanceof z.ZodISODateTime
  return (rows, wanted, { given }) => {
    const day = end === 'from' ? sql`${wanted}::date` : sql`${wanted}::date + 1`
    const bound = isInstant ? sql`(${day})::timestamp at time zone ${given.timeZone}` : day
    const column = sql.ref(field)
    return rows.where(
      end === 'from' ? sql<boolean>`${column} >= ${bound}` : sql<boolean>`${column} < ${bound}`,
    )
  }
}
