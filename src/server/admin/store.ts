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

/** A row as the entity has its fields, or what is written of one. */
export type Columns = Record<string, unknown>
/** In its table, a row's `version` always counts its changes, however the entity calls that. */
export type Row = Columns & { id: number; version: number }

// biome-ignore lint/suspicious/noExplicitAny: which columns there are is known to the definition
export type Rows = SelectQueryBuilder<any, any, any>

/** What is about to be written, within its transaction. */
export type StoreChange = {
  /** The columns as they were; null for a new record. */
  before: Row | null
  /** The columns as they are to be; null for a deletion. */
  after: Columns | null
  /** The resolutions that the caller chose for the appointments that it orphans. */
  resolutions: readonly Resolution[]
}

/** A clinician's appointments, a patient's, those of a type, or those in a room. */
export type OrphanScope =
  | { staffId: number }
  | { patientId: number }
  | { typeId: number }
  | { roomId: number }

/** Narrows a list down to what is wanted. */
export type Filter = (rows: Rows, wanted: unknown, call: SignedInCall) => Rows

/** How the records of a resource are read, written, listed, and put into files. */
export type Store = {
  table: keyof DB
  /** The fields that hold several references; `read.rows` gets their ids and names without naming them. */
  joined: JoinedFields
  /** The columns that hold JSON. */
  json: readonly string[]
  /** The field, by column, where what is written has another name than its column. */
  fieldOf: Readonly<Record<string, string>>
  read: ReadHooks
  write: WriteHooks
  list: ListHooks
  file: FileHooks
}

type ReadHooks = {
  /** Every field of the entity but `url`, each under its own name. */
  rows: (executor: Executor, call: SignedInCall) => Rows
  /** A row as it travels. */
  present: (row: Columns, call: SignedInCall) => Columns
  /** The record that is kept in place of one that is not listed any more, and words that say so. */
  movedTo?: (executor: Executor, id: number) => Promise<{ id: number; words: string } | undefined>
}

type WriteHooks = {
  /** Taken before a record's own, where a write of one changes others. */
  lock?: (executor: Executor) => Promise<void>
  /** The columns to be written, where they are not just what was sent; `before` of an existing row. */
  prepare: (executor: Executor, written: Columns, before: Row | null) => Promise<Columns>
  /** Runs around a write. */
  guarded: (
    executor: Executor,
    call: SignedInCall,
    change: StoreChange,
    write: () => Promise<void>,
  ) => Promise<void>
  /** Which appointments a write of this record can orphan. */
  orphanScopeOf?: (before: Row) => OrphanScope
  /** The fields of which only a change can orphan any; left out, every one. */
  orphanedBy?: readonly string[]
}

type ListHooks = {
  /** The rows of the list, where the definition says that they have less than the record. */
  rows?: ReadHooks['rows']
  /** Filters that are no plain comparison. */
  filters: Readonly<Record<string, Filter>>
  /** The columns that a search looks into, where they are not the definition's fields. */
  searched?: readonly string[]
  /** Notes whose names a page of the list showed; `view` is the requested page and filters. */
  auditRead?: (call: SignedInCall, view: Columns, rows: readonly Columns[]) => Promise<void>
  /** The list becomes longer every day: it is counted up to a limit, and read in two steps. */
  isLong?: true
  /** Of a long list: the orders by a name that many records share, by the field that has it. */
  named?: (executor: Executor) => Readonly<Record<string, Named>>
  /**
   * Of a long list: the rows that a search finds, where that is not each word in one of the
   * definition's fields; and among whose names they are in the order of `named`, unless they are too
   * few to go through those.
   */
  search?: (
    rows: Rows,
    text: string,
    call: SignedInCall,
    named: Named | undefined,
  ) => Promise<{ rows: Rows; named: Named | undefined }>
}

type FileHooks = {
  /** What is exported, where it is not the fields that have words. */
  exported?: { columns: CsvColumns<Columns>; lineOf: (call: SignedInCall) => (row: Row) => Columns }
  /**
   * Existing records, and earlier lines, that new records of an imported file look like, by line.
   * Lines that look like nothing are left out. Reports how many have been compared.
   */
  alike?: (
    executor: Executor,
    created: readonly { line: number; written: Columns }[],
    onCompared: (count: number) => Promise<void>,
  ) => Promise<ReadonlyMap<number, ImportedLikeness[]>>
}

type Groups = { read: ReadHooks; write: WriteHooks; list: ListHooks; file: FileHooks }

/** What a resource needs beyond the defaults of `storeOf`. */
export type StoreParts = Partial<Omit<Store, keyof Groups>> & {
  [Group in keyof Groups]?: Partial<Groups[Group]>
}

/**
 * The store of a resource. By default its table has the name that the audit trail uses, and the
 * entity's fields for columns.
 */
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

/** The entity's fields, without those made from its id or from its references. */
function columnsOf(of: AnyAdminResource, joined: JoinedFields): string[] {
  const made = Object.keys(joined).flatMap((field) => {
    const { shown, urls } = of.references[field] ?? {}
    return [field, shown, urls]
  })
  return Object.keys(of.entity.shape).filter((field) => field !== 'url' && !made.includes(field))
}

/** One record as its entity has it; undefined where there is none. */
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

/** That there is no such record, or what became of it. */
export async function notThere(
  executor: Executor,
  of: AnyAdminResource,
  store: Store,
  id: number,
): Promise<Refusal> {
  const moved = await store.read.movedTo?.(executor, id)
  // The same answer for a record that the caller may not see: it reveals nothing.
  return moved ? new Refusal('not_found', moved.words) : notFound(`This ${of.name}`)
}

/**
 * A row as it travels, with its address and those of its references. Where the caller can open only
 * some of these, the row has their ids in the field for the addresses.
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
