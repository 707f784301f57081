import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { ImportedRow } from '#lib/contract/admin/import.ts'
import type { Executor } from '../../database/connection.ts'
import type { Columns, Store } from '../store.ts'
import type { FileColumns } from './file-columns.ts'

export type ImportRun = { of: AnyAdminResource; store: Store; columns: FileColumns }
export type Imported = ImportedRow & { id: number | null; version: number | null }

export type Planned = {
  row: Imported
  write: ((tx: Executor) => Promise<unknown>) | null
  created: Columns | null
}
