import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { notFound } from '../refusals/refusal.ts'
import { type ListQuery, listPage } from '../resources/list.ts'
import { bulkRecords } from './bulk-records.ts'
import { exportRecords } from './export-records.ts'
import { importRecords } from './import/import-records.ts'
import { recordRead } from './records-read.ts'
import { requestedFilters, requestedRows, searchedBy } from './requested-rows.ts'
import { type Columns, findRow, notFoundRefusal, type Store } from './store.ts'
import { readUses } from './uses.ts'
import { readVersions } from './versions.ts'
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
