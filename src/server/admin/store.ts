import { type SelectQueryBuilder, sql } from 'kysely'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { ImportedLikeness } from '#lib/contract/admin/import.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import type { Executor } from '../database/connection.ts'
import type { DB, JsonObject } from '../database/types.ts'
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
export type Change = {
  /** The columns as they were; null for a new record. */
  before: Row | null
  /** The columns as they are to be; null for a deletion. */
  after: Columns | null
  /** What becomes of the appointments that it orphans. */
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

/**
 * Where the records of a resource lie. Left out is what goes without saying: a table that is called
 * as the trail calls it, with the entity's fields for columns.
 */
export type Store = {
  table: keyof DB
  /** Every field of the entity but `url`, each under its own name. */
  rows: (executor: Executor, call: SignedInCall) => Rows
  /** The same of a line of the list, where the definition says that it has less. */
  lines?: (executor: Executor, call: SignedInCall) => Rows
  /** Taken before a record's own, where a write of one changes others. */
  lock?: (executor: Executor) => Promise<void>
  /** Filters of the list that are no plain comparison. */
  filters: Readonly<Record<string, Filter>>
  /** The fields that hold several references; `rows` gets their ids and names without naming them. */
  joined: JoinedFields
  /** The columns that hold JSON. */
  json: readonly string[]
  /** The field, by column, where what is written has another name than its column. */
  fieldOf: Readonly<Record<string, string>>
  /** The columns to be written, where they are not just what was sent; `before` of one that is there. */
  prepare: (executor: Executor, written: Columns, before: Row | null) => Promise<Columns>
  /** Around a write. @returns what the trail is to have besides. */
  guarded: (
    executor: Executor,
    call: SignedInCall,
    change: Change,
    write: () => Promise<void>,
  ) => Promise<JsonObject>
  /** The list becomes longer every day: it is counted so far, and read in two steps. */
  isLong?: true
  /** Of a long list: the orders by a name that many records share, by the field that has it. */
  named?: (executor: Executor) => Readonly<Record<string, Named>>
  /** The columns that a search looks into, where they are not the definition's fields. */
  searched?: readonly string[]
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
  /** A row as it travels. */
  present: (row: Columns, call: SignedInCall) => Columns
  /** Notes whose names a page of the list showed; `view` is what was asked for. */
  listed?: (call: SignedInCall, view: Columns, rows: readonly Columns[]) => Promise<void>
  /** The columns of its file, where they are not the fields that have words. */
  file?: { columns: CsvColumns<Columns>; lineOf: (call: SignedInCall) => (row: Row) => Columns }
  /**
   * What new records of a file look like, on file or in its earlier lines, by line; those that look
   * like nothing are left out. Hears how many have been compared.
   */
  alike?: (
    executor: Executor,
    created: readonly { line: number; written: Columns }[],
    onCompared: (count: number) => Promise<void>,
  ) => Promise<ReadonlyMap<number, ImportedLikeness[]>>
  /** The record that is kept in place of one that is not listed any more, and what became of that. */
  movedTo?: (executor: Executor, id: number) => Promise<{ id: number; words: string } | undefined>
  /** Which appointments a write of this record can orphan. */
  orphanScopeOf?: (before: Row) => OrphanScope
  /** The fields of which only a change can orphan any; left out, every one. */
  orphanedBy?: readonly string[]
}

/** The store of a resource, with what is special about it. */
export function storeOf(of: AnyAdminResource, special: Partial<Store> = {}): Store {
  const { table = of.audit as keyof DB, joined = {} } = special
  const {
    rows = (executor: Executor) =>
      executor.selectFrom(table).select(columnsOf(of, joined) as never) as Rows,
  } = special
  return {
    table,
    joined,
    json: [],
    filters: {},
    fieldOf: {},
    prepare: async (_, written) => written,
    guarded: async (_executor, _call, _change, write) => {
      await write()
      return {}
    },
    present: (row, call) => present(of, row, call),
    ...(of.personal && { listed: (call, view, rows) => listRead(call, of, view, rows) }),
    ...special,
    rows: (executor, call) => withJoined(of, joined, executor, rows(executor, call)),
  }
}

/** The entity's fields but those that are made of its id or of what it refers to. */
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
    .selectFrom(store.rows(executor, call).as('listed'))
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
  const moved = await store.movedTo?.(executor, id)
  // Of what somebody may not see they are told nothing.
  return moved ? new Refusal('not_found', moved.words) : notFound(`This ${of.name}`)
}

/**
 * A row as it travels: with addresses. Of what it refers to these are the ones that the caller can
 * open: all, or those whose ids the row has where the addresses go.
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
