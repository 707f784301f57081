import { sql } from 'kysely'
import { z } from 'zod'
import type { AnyAdminResource, RecordVersion } from '#lib/contract/admin/admin-resource.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { notFound } from '../refusals/refusal.ts'
import type { CsvColumns } from '../resources/csv.ts'
import { exportedIds, exportFile, fileName, MOST_LINES } from '../resources/export.ts'
import {
  type ListQuery,
  LONG_LIST,
  listPage,
  matchingIds,
  type Reading,
} from '../resources/list.ts'
import { bulkRecords } from './bulk-records.ts'
import { importRecords } from './import/import-records.ts'
import { findRecordAction, recordRead, toAuditedView, toAuditSubject } from './records-read.ts'
import {
  type AdminCall,
  type Columns,
  type Filter,
  findRow,
  notFoundRefusal,
  type Row,
  type Rows,
  type Store,
} from './store.ts'
import { readUses } from './uses.ts'
import { createRecord, deleteRecord, previewChange, replaceRecord } from './write-record.ts'

type Request = {
  params: { id: number }
  query: ListQuery & Columns
  body: Columns
  upload: Uint8Array
  uploadFields: Columns
}

export function adminRoutes(of: AnyAdminResource, store: Store): Handlers {
  const handler = (handle: (request: Request, call: SignedInCall) => Promise<unknown>) => handle
  const lists = {
    [`GET admin/${of.path}/export/`]: handler(({ query }, call) =>
      exportRecords(call, of, store, query),
    ),
    [`GET admin/${of.path}/`]: handler(async ({ query }, call) => {
      const { page, page_size } = query
      const requested = await requestedRows(of, store, call, query)
      const found = { ...requested.query, page, page_size }
      const listing = await listPage(
        searchedBy(of, store),
        requested.rows,
        found,
        requested.reading,
      )
      const rows = listing.results as Columns[]
      await store.list.auditRead?.(call, { ...requestedFilters(of, query), page }, rows)
      return { ...listing, results: rows.map((row) => store.read.present(row, call)) }
    }),
  }
  if (of.readOnly) return lists as unknown as Handlers
  const routes = {
    ...lists,
    [`POST admin/${of.path}/`]: handler(async ({ body }, call) =>
      store.read.present(await createRecord({ call, of, store }, body), call),
    ),
    [`GET admin/${of.path}/{id}/`]: handler(async ({ params }, call) => {
      const { db } = call.services
      const found = await findRow(db, store, call, params.id)
      const moved = found ? undefined : await store.read.movedTo?.(db, params.id)
      // A merged record's old address shows the kept record.
      const row = moved ? await findRow(db, store, call, moved.id) : found
      if (!row) throw notFound(`This ${of.name}`)
      await recordRead(call.services.db, call, of, row)
      return store.read.present(row, call)
    }),
    [`PUT admin/${of.path}/{id}/`]: handler(async ({ params, body }, call) =>
      store.read.present(await replaceRecord({ call, of, store }, params.id, body), call),
    ),
    [`DELETE admin/${of.path}/{id}/`]: handler(({ params, body }, call) =>
      deleteRecord({ call, of, store }, params.id, body),
    ),
    [`GET admin/${of.path}/{id}/uses/`]: handler(async ({ params }, call) => {
      const { db } = call.services
      const row = await findRow(db, store, call, params.id)
      if (!row) throw await notFoundRefusal(db, of, store, params.id)
      return { results: await readUses(db, store.table, params.id) }
    }),
    ...(of.imports && {
      [`POST admin/${of.path}/import/`]: handler(({ upload, uploadFields }, call) =>
        importRecords(
          { call, of, store },
          upload,
          uploadFields as Parameters<typeof importRecords>[2],
        ),
      ),
    }),
    ...(of.bulk && {
      [`POST admin/${of.path}/bulk/`]: handler(({ body }, call) =>
        bulkRecords({ call, of, store }, body as Parameters<typeof bulkRecords>[1]),
      ),
    }),
    ...(of.canOrphan && {
      [`POST admin/${of.path}/{id}/preview/`]: handler(({ params, body }, call) =>
        previewChange({ call, of, store }, params.id, body),
      ),
    }),
    ...(of.versioned && {
      [`GET admin/${of.path}/{id}/versions/`]: handler(({ params }, call) =>
        readVersions({ call, of, store }, params.id),
      ),
    }),
  }
  return routes as unknown as Handlers
}

type StoredVersion = Columns & {
  edition: number
  subversion: number
  made: Date
  made_by_name: string | null
}

/**
 * The present version first; the trail knows who made them. `next_edition` counts the versions.
 * @throws Refusal `not_found`.
 */
async function readVersions(
  { call, of, store }: AdminCall,
  id: number,
): Promise<{ results: RecordVersion[] }> {
  const { db } = call.services
  if (!(await findRow(db, store, call, id))) throw notFound(`This ${of.name}`)
  const { rows } = await sql<StoredVersion>`
    select kept.*, (
      select person.full_name from audit_event join person on person.id = audit_event.actor_id
      where subject_type = ${of.audit} and subject_id = ${id}
        and action in ('record.created', 'record.changed')
        and (change->>'version')::bigint = kept.revision
      order by sequence desc limit 1) as made_by_name
    from ${sql.table(`${store.table}_version`)} as kept
    where ${sql.ref(`kept.${store.table}_id`)} = ${id}
    order by kept.edition desc, kept.subversion desc`.execute(db)
  const columnByField = new Map(
    Object.entries(store.fieldOf).map(([column, field]) => [field, column]),
  )
  const fields = of.versioned?.kept ?? []
  return {
    results: rows.map((row) => ({
      version: row.edition,
      subversion: row.subversion,
      made: row.made.toISOString(),
      made_by_name: row.made_by_name ?? '',
      kept: Object.fromEntries(
        fields.map((field) => [field, row[columnByField.get(field) ?? field]]),
      ),
    })),
  }
}

async function exportRecords(
  call: SignedInCall,
  of: AnyAdminResource,
  store: Store,
  query: Columns & {
    search?: string | undefined
    ordering?: string | undefined
    ids?: readonly number[] | undefined
  },
): Promise<FileAnswer> {
  const { db, settings, now } = call.services
  const requested = await requestedRows(of, store, call, query)
  const { rows } = requested
  const chosen = query.ids ? rows.where(sql<boolean>`id = any(${query.ids}::integer[])`) : rows
  const ids = await exportedIds(db, matchingIds(searchedBy(of, store), chosen, requested.query))
  await auditByViewer(db, call, {
    action: findRecordAction(of, 'exported'),
    subjectType: toAuditSubject(of),
    subjectId: 0,
    patientId: null,
    change: {
      lines: Math.min(ids.length, MOST_LINES),
      ...toAuditedView(of, requestedFilters(of, query)),
      ...(query.search && { searched: true }),
      ...(query.ids && { chosen: true }),
    },
  })
  const toLine = store.file.exported?.lineOf(call) ?? ((row: Row) => row)
  return exportFile<Columns>({
    name: fileName(of.path, daysIn(of, query), toClinicDate(now(), settings.CLINIC_TIME_ZONE)),
    columns: store.file.exported?.columns ?? csvColumns(of),
    ids,
    read: async (batch) => {
      const found = (await db
        .selectFrom(store.read.rows(db, call).as('listed'))
        .selectAll()
        .where(sql<boolean>`id = any(${batch}::integer[])`)
        .execute()) as Row[]
      const byId = new Map(found.map((row) => [row.id, row]))
      return batch.flatMap((id) => {
        const row = byId.get(id)
        return row ? [toLine(row)] : []
      })
    },
    missing: 'the last ones are missing',
  })
}

const daysIn = ({ filters }: AnyAdminResource, { from, to }: Columns) =>
  'from' in filters ? { from: from as string | undefined, to: to as string | undefined } : {}

function csvColumns(of: AnyAdminResource): CsvColumns<Columns> {
  const fields = Object.keys(of.entity.shape).flatMap((field) => {
    const label = of.references[field] === undefined ? of.labels[field] : undefined
    return label === undefined ? [] : [[label, field] as const]
  })
  return Object.fromEntries(
    [['Number', 'id'] as const, ...fields].map(([label, field]) => [
      label,
      (row: Columns) => toCell(row[field]),
    ]),
  )
}

const toCell = (value: unknown) => {
  const isStructure = Array.isArray(value) && value.some((each) => typeof each === 'object')
  if (isStructure) return JSON.stringify(value)
  if (Array.isArray(value)) return value.join('; ')
  return value as string | number | boolean | Date | null
}

const requestedFilters = (of: AnyAdminResource, query: Columns): Columns =>
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

const searchedBy = (of: AnyAdminResource, { list }: Store) => ({
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
