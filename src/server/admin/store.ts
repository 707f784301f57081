import { type SelectQueryBuilder, sql } from 'kysely'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { ImportedLikeness } from '#lib/contract/admin/import.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import { addressOf, referencesTo } from '../http/addresses.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { CsvColumns } from '../resources/csv.ts'
import type { Named } from '../resources/list.ts'
import { type JoinedFields, withJoined } from './joined.ts'
import { listRead } from './records-read.ts'

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
  prepare: (executor: Executor, written: Columns, before: Row | null) => Promise<Columns>
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

/** By default the table has the trail's name, and the entity's fields for columns. */
export function storeOf(
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
    executor.selectFrom(table).select(columnsOf(of, joined) as never) as Rows
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

/** Without fields made from ids or references. */
function columnsOf(of: AnyAdminResource, joined: JoinedFields): string[] {
  const made = Object.keys(joined).flatMap((field) => {
    const { shown, urls } = of.references[field] ?? {}
    return [field, shown, urls]
  })
  return Object.keys(of.entity.shape).filter((field) => field !== 'url' && !made.includes(field))
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
export async function notThere(
  executor: Executor,
  of: AnyAdminResource,
  store: Store,
  id: number,
): Promise<Refusal> {
  const moved = await store.read.movedTo?.(executor, id)
  // The same answer where the caller may not see it, to reveal nothing.
  return moved ? new Refusal('not_found', moved.words) : notFound(`This ${of.name}`)
}

/**
 * Adds addresses. Where the caller can open only some references, the field for addresses has ids.
 */
export function present(of: AnyAdminResource, row: Columns, call: SignedInCall): Columns {
  const shown = { ...row, url: addressOf(call, adminPath(of.path), row['id'] as number) } as Columns
  for (const field of Object.keys(of.references)) {
    const reference = of.references[field]
    if (reference?.urls === undefined || row[field] === undefined) continue
    const ids = (row[reference.urls] ?? row[field]) as number[]
    shown[reference.urls] = referencesTo(call, adminPath(reference.from), ids)
  }
  return shown
}

/** A definition's path is one of the contract, which TypeScript cannot know. */
const adminPath = (path: string) => `admin/${path}` as 'admin/users'
