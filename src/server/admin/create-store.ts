import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { auditReads } from '../audit/audit-reads.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import { apiAddress, referencesTo } from '../http/addresses.ts'
import type { SignedInCall } from '../http/implement.ts'
import { withJoined } from './record-rows.ts'
import { patientOfRecord, toAuditedView, toAuditSubject } from './records-read.ts'
import type { Columns, JoinedFields, Rows, Store, StoreParts } from './store.ts'

/** By default the table has the trail's name, and the entity's fields for columns. */
export function createStore(
  of: AnyAdminResource,
  {
    table = of.audit as keyof DB,
    joined = {},
    json = [],
    fieldOf = {},
    read,
    write,
    list,
    file = {},
  }: StoreParts = {},
): Store {
  const plainRows = (executor: Executor) =>
    executor.selectFrom(table).select(listColumns(of, joined) as never) as Rows
  const rows = read?.rows ?? plainRows
  return {
    table,
    joined,
    json,
    fieldOf,
    read: {
      present: (row, call) => present(of, row, call),
      ...read,
      rows: (executor, call) => withJoined(of, { table, joined }, executor, rows(executor, call)),
    },
    write: {
      prepare: async (_, written) => written,
      guarded: (_executor, _call, _change, writeRecord) => writeRecord(),
      ...write,
    },
    list: {
      filters: {},
      ...(of.personal && { auditRead: (call, view, shown) => listRead(call, of, view, shown) }),
      ...list,
    },
    file,
  }
}

function listColumns(of: AnyAdminResource, joined: JoinedFields): string[] {
  const made = Object.keys(joined).flatMap((field) => {
    const { shown, urls } = of.references[field] ?? {}
    return [field, shown, urls]
  })
  return Object.keys(of.entity.shape).filter((field) => field !== 'url' && !made.includes(field))
}

/**
 * Adds addresses. Where the caller can open only some references, the field for addresses has ids.
 */
export function present(of: AnyAdminResource, row: Columns, call: SignedInCall): Columns {
  const shown = {
    ...row,
    url: apiAddress(call, adminPath(of.path), row['id'] as number),
  } as Columns
  for (const field of Object.keys(of.references)) {
    const reference = of.references[field]
    if (reference?.urls === undefined || row[field] === undefined) continue
    const ids = (row[reference.urls] ?? row[field]) as number[]
    shown[reference.urls] = referencesTo(call, adminPath(reference.from), ids)
  }
  return shown
}

const adminPath = (path: string) => `admin/${path}` as 'admin/users'

async function listRead(
  call: SignedInCall,
  of: AnyAdminResource,
  { page, ...query }: Columns,
  rows: readonly Columns[],
): Promise<void> {
  if (!of.personal) return
  await auditReads(call.services.db, call, {
    action: of.personal.trail.listed,
    subjectType: toAuditSubject(of),
    view: { list: of.path, page, ...toAuditedView(of, query) },
    patientIds: rows.map((row) => patientOfRecord(of, row)),
  })
}
