import { type SelectQueryBuilder, sql } from 'kysely'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { ImportedLikeness } from '#lib/contract/admin/import.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import type { CsvColumns } from '../resources/csv.ts'
import type { Named } from '../resources/list.ts'

export type Columns = Record<string, unknown>
export type Row = Columns & { id: number; version: number }

// biome-ignore lint/suspicious/noExplicitAny: which columns there are is known to the definition
export type Rows = SelectQueryBuilder<any, any, any>

export type StoreChange = {
  before: Row | null
  after: Columns | null
  resolutions: readonly Resolution[]
}

export type OrphanScope =
  | { staffId: number }
  | { patientId: number }
  | { typeId: number }
  | { roomId: number }

export type Filter = (rows: Rows, value: unknown, call: SignedInCall) => Rows

export const byArchived: Filter = (rows, choice) =>
  choice === 'all' ? rows : rows.where(sql<boolean>`archived = ${choice === 'true'}`)

export type Joined = {
  table: keyof DB
  from: keyof DB
  ordered?: true
  isOwn?: true
}
export type JoinedFields = Readonly<Record<string, Joined>>

export type Store = {
  table: keyof DB
  joined: JoinedFields
  json: readonly string[]
  fieldOf: Readonly<Record<string, string>>
  read: ReadHooks
  write: WriteHooks
  list: ListHooks
  file: FileHooks
}

type ReadHooks = {
  rows: (executor: Executor, call: SignedInCall) => Rows
  present: (row: Columns, call: SignedInCall) => Columns
  movedTo?: (executor: Executor, id: number) => Promise<{ id: number; text: string } | undefined>
}

type WriteHooks = {
  /** It is a lock before the record's own, where a write changes other records. */
  lock?: (executor: Executor) => Promise<void>
  prepare: (
    executor: Executor,
    written: Columns,
    before: Row | null,
    call: SignedInCall,
  ) => Promise<Columns>
  guarded: (
    executor: Executor,
    call: SignedInCall,
    change: StoreChange,
    write: () => Promise<void>,
  ) => Promise<void>
  orphanScopeOf?: (before: Row) => OrphanScope
  orphanedBy?: readonly string[]
}

type ListHooks = {
  rows?: ReadHooks['rows']
  filters: Readonly<Record<string, Filter>>
  searched?: readonly string[]
  auditRead?: (call: SignedInCall, view: Columns, rows: readonly Columns[]) => Promise<void>
  /** It is counted up to a limit and read in two steps, because it grows every day. */
  isLong?: true
  named?: (executor: Executor) => Readonly<Record<string, Named>>
  /**
   * A search of its own can replace the usual one; `named` orders its results unless they are few.
   */
  search?: (
    rows: Rows,
    text: string,
    call: SignedInCall,
    named: Named | undefined,
  ) => Promise<{ rows: Rows; named: Named | undefined }>
}

type FileHooks = {
  exported?: { columns: CsvColumns<Columns>; lineOf: (call: SignedInCall) => (row: Row) => Columns }
  alike?: (
    executor: Executor,
    created: readonly { line: number; written: Columns }[],
    onCompared: (count: number) => Promise<void>,
  ) => Promise<ReadonlyMap<number, ImportedLikeness[]>>
}

type Groups = { read: ReadHooks; write: WriteHooks; list: ListHooks; file: FileHooks }

export type StoreParts = Partial<Omit<Store, keyof Groups>> & {
  [Group in keyof Groups]?: Partial<Groups[Group]>
}

export async function findRow(
  executor: Executor,
  store: Store,
  call: SignedInCall,
  id: number,
): Promise<Row | undefined> {
  return (await executor
    .selectFrom(store.read.rows(executor, call).as('listed'))
    .selectAll()
    .where(sql<boolean>`id = ${id}`)
    .executeTakeFirst()) as Row | undefined
}

export async function notFoundRefusal(
  executor: Executor,
  of: AnyAdminResource,
  store: Store,
  id: number,
): Promise<Refusal> {
  const moved = await store.read.movedTo?.(executor, id)
  // The answer is the same where the caller may not see it, to reveal nothing.
  return moved ? new Refusal('not_found', moved.text) : notFound(`This ${of.name}`)
}

export type AdminCall = { call: SignedInCall; of: AnyAdminResource; store: Store }
