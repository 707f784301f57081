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
/** `version` counts changes, however the entity calls that. */
export type Row = Columns & { id: number; version: number }

// biome-ignore lint/suspicious/noExplicitAny: which columns there are is known to the definition
export type Rows = SelectQueryBuilder<any, any, any>

export type StoreChange = {
  /** Null for a new record. */
  before: Row | null
  /** Null for a deletion. */
  after: Columns | null
  resolutions: readonly Resolution[]
}

/** Whose appointments a change can orphan. */
export type OrphanScope =
  | { staffId: number }
  | { patientId: number }
  | { typeId: number }
  | { roomId: number }

export type Filter = (rows: Rows, value: unknown, call: SignedInCall) => Rows

export const byArchived: Filter = (rows, choice) =>
  choice === 'all' ? rows : rows.where(sql<boolean>`archived = ${choice === 'true'}`)

export type Joined = {
  /** Links the record (such as `person_id`) and the chosen ids. */
  table: keyof DB
  /** Has the chosen records with a `name`. */
  from: keyof DB
  /** The column `position` keeps their order. */
  ordered?: true
  /** The store itself reads and writes them. */
  isOwn?: true
}
export type JoinedFields = Readonly<Record<string, Joined>>

export type Store = {
  table: keyof DB
  /** `read.rows` gets their ids and names by itself. */
  joined: JoinedFields
  json: readonly string[]
  /** By column, where the field has another name. */
  fieldOf: Readonly<Record<string, string>>
  read: ReadHooks
  write: WriteHooks
  list: ListHooks
  file: FileHooks
}

type ReadHooks = {
  /** Every field of the entity but `url`. */
  rows: (executor: Executor, call: SignedInCall) => Rows
  present: (row: Columns, call: SignedInCall) => Columns
  /** The kept record in place of a merged one. */
  movedTo?: (executor: Executor, id: number) => Promise<{ id: number; words: string } | undefined>
}

type WriteHooks = {
  /** A lock before the record's own, where a write changes other records. */
  lock?: (executor: Executor) => Promise<void>
  /** Columns that differ from what was sent. */
  prepare: (
    executor: Executor,
    written: Columns,
    before: Row | null,
    call: SignedInCall,
  ) => Promise<Columns>
  /** Runs around a write. */
  guarded: (
    executor: Executor,
    call: SignedInCall,
    change: StoreChange,
    write: () => Promise<void>,
  ) => Promise<void>
  orphanScopeOf?: (before: Row) => OrphanScope
  /** Only changes of these fields can orphan appointments; by default every one. */
  orphanedBy?: readonly string[]
}

type ListHooks = {
  rows?: ReadHooks['rows']
  filters: Readonly<Record<string, Filter>>
  /** By default the definition's fields. */
  searched?: readonly string[]
  /** Records whose names a page showed; `view` has page and filters. */
  auditRead?: (call: SignedInCall, view: Columns, rows: readonly Columns[]) => Promise<void>
  /** Counted up to a limit and read in two steps, because it grows every day. */
  isLong?: true
  /** Orders by names that many records share, by field. */
  named?: (executor: Executor) => Readonly<Record<string, Named>>
  /** A search of its own; `named` orders its results unless they are few. */
  search?: (
    rows: Rows,
    text: string,
    call: SignedInCall,
    named: Named | undefined,
  ) => Promise<{ rows: Rows; named: Named | undefined }>
}

type FileHooks = {
  exported?: { columns: CsvColumns<Columns>; lineOf: (call: SignedInCall) => (row: Row) => Columns }
  /** Existing records and earlier lines that new rows resemble, by line. */
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

/** Also says what replaced it. */
export async function notFoundRefusal(
  executor: Executor,
  of: AnyAdminResource,
  store: Store,
  id: number,
): Promise<Refusal> {
  const moved = await store.read.movedTo?.(executor, id)
  // The same answer where the caller may not see it, to reveal nothing.
  return moved ? new Refusal('not_found', moved.words) : notFound(`This ${of.name}`)
}

/** What is asked for, by whom, and where it is kept. */
export type AdminCall = { call: SignedInCall; of: AnyAdminResource; store: Store }
