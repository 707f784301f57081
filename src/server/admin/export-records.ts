import { sql } from 'kysely'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { FileAnswer } from '#lib/contract/operation.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { SignedInCall } from '../http/implement.ts'
import type { CsvColumns } from '../resources/csv.ts'
import { exportedIds, exportFile, fileName, MOST_LINES } from '../resources/export.ts'
import { matchingIds } from '../resources/list.ts'
import { findRecordAction, toAuditedView, toAuditSubject } from './records-read.ts'
import { requestedFilters, requestedRows, searchedBy } from './requested-rows.ts'
import type { Columns, Row, Store } from './store.ts'

export async function exportRecords(
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
