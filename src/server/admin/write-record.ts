import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type AnyAdminResource,
  lockField,
  type OrphanPreview,
} from '#lib/contract/admin/admin-resource.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import { auditByViewer } from '../audit/audit.ts'
import { auditReads } from '../audit/audit-reads.ts'
import type { Executor } from '../database/connection.ts'
import type { JsonObject } from '../database/types.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { SignedInCall } from '../http/implement.ts'
import { orphanScope, previewOrphans, withResolutions } from '../orphaned/orphaned-by-record.ts'
import { invalid, notFound } from '../refusals/refusal.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import { insert, readRow, remove, settled, update } from './record-rows.ts'
import { findRecordAction, patientOfRecord, recordRead, toAuditSubject } from './records-read.ts'
import { deletedSince, staleSince } from './stale-record.ts'
import {
  type AdminCall,
  type Columns,
  findRow,
  notFoundRefusal,
  type Row,
  type Store,
  type StoreChange,
} from './store.ts'
import { readUses, refuseUsed, releaseExpiredHolds } from './uses.ts'
import { inTransaction, takenBack } from './write-transaction.ts'
import { idsForAddresses } from './written-addresses.ts'

export async function createRecord(admin: AdminCall, written: Columns): Promise<Row> {
  return await inTransaction(admin, async (tx) => {
    const id = await createWithin(tx, admin, written)
    return await mustFind(tx, admin, id)
  })
}

export async function createWithin(
  tx: Executor,
  admin: AdminCall,
  written: Columns,
  isNoted = true,
): Promise<number> {
  const ids = await idsForAddresses(tx, admin, written, null)
  const after = await prepared(tx, admin, withStored(admin.of, ids, null), null)
  let id = 0
  const change = { before: null, after, resolutions: [] }
  await admin.store.write.guarded(tx, admin.call, change, async () => {
    id = await insert(tx, admin.store, after)
  })
  if (isNoted) await auditRecord(tx, admin, { ...after, id }, 'created', { version: 1 })
  return id
}

/**
 * Changes nothing where nothing differs.
 * @throws Refusal `invalid` by field; `not_found`; `stale` for another version, or other orphaned
 *   appointments than `resolutions` has; as a reschedule.
 */
export async function replaceRecord(admin: AdminCall, id: number, body: Columns): Promise<Row> {
  const { row, shown } = await inTransaction(admin, async (tx) => {
    const shown = await replaceWithin(tx, admin, id, body, { isAnswered: true })
    return { row: await mustFind(tx, admin, id), shown }
  })
  notifySchedules(admin.call, shown)
  return row
}

export async function replaceWithin(
  tx: Executor,
  admin: AdminCall,
  id: number,
  body: Columns,
  how: Partial<HowChanged> = {},
): Promise<ShownElsewhere> {
  const { [lockField(admin.of)]: version, resolutions = [], ...given } = body
  let shown = nothingShown
  const change: ChangeIt = async (_, before, stored) => {
    const written = await idsForAddresses(tx, admin, given, stored)
    const after = await prepared(tx, admin, withStored(admin.of, written, stored), before)
    const columns = Object.keys(after).filter(
      (column) => !isDeepStrictEqual(after[column], before[column]),
    )
    const fields = columns.map((column) => admin.store.fieldOf[column] ?? column)
    if (fields.length === 0) return { fields }
    const changing = { before, after, resolutions: resolutions as Resolution[] }
    const different = Object.fromEntries(columns.map((column) => [column, after[column]]))
    const write = () => update(tx, admin.store, id, different)
    const done = await carriedOut(tx, admin, changing, write)
    shown = done.shown
    return { fields, more: done.more }
  }
  await changeWithin(tx, admin, { id, version }, change, how)
  return shown
}

type HowChanged = {
  isNoted: boolean
  mayOrphan: boolean
  isAnswered: boolean
}

type SeenRecord = { id: number; version: unknown }
type ChangeIt = (
  tx: Executor,
  before: Row,
  stored: Row,
) => Promise<{ fields: string[]; more?: JsonObject }>

/**
 * Changes a record at the version that the caller saw. `change` returns the changed fields, none
 * for no change, and what else the trail records.
 * @throws Refusal `not_found`; `stale` with who changed what.
 */
export async function changeRecord(
  admin: AdminCall,
  seen: SeenRecord,
  change: ChangeIt,
): Promise<Row> {
  return await inTransaction(admin, async (tx) => {
    await changeWithin(tx, admin, seen, change)
    return await mustFind(tx, admin, seen.id)
  })
}

async function changeWithin(
  tx: Executor,
  admin: AdminCall,
  seen: SeenRecord,
  change: ChangeIt,
  {
    isNoted = true,
    mayOrphan = admin.of.canOrphan === true,
    isAnswered = false,
  }: Partial<HowChanged> = {},
): Promise<void> {
  // The lock also stops new references to a record that may lose its appointments.
  const lock = mayOrphan ? 'update' : 'no key update'
  const { before, stored } = await lockRecord(tx, admin, seen, lock)
  const { fields, more } = await change(tx, before, stored)
  if (fields.length === 0 && isAnswered) await recordRead(tx, admin.call, admin.of, stored)
  if (fields.length === 0 || !isNoted) return
  const { version } = await readRow(tx, admin.store, seen.id)
  await auditRecord(tx, admin, before, 'changed', { fields, version, ...more })
}

export async function deleteRecord(
  admin: AdminCall,
  id: number,
  { [lockField(admin.of)]: version, resolutions = [] }: Columns,
): Promise<void> {
  const shown = await inTransaction(admin, async (tx) => {
    const { before } = await lockRecord(tx, admin, { id, version }, 'update')
    // Under the lock nothing new refers to it.
    await releaseExpiredHolds(tx, admin.store.table, id)
    refuseUsed(admin.of.name, await readUses(tx, admin.store.table, id))
    const change = { before, after: null, resolutions: resolutions as Resolution[] }
    const { more, shown } = await carriedOut(tx, admin, change, () => remove(tx, admin.store, id))
    await auditRecord(tx, admin, before, 'deleted', more)
    return shown
  })
  notifySchedules(admin.call, shown)
}

/** Runs the write with its guard, and resolves what it orphans. */
async function carriedOut(
  tx: Executor,
  { call, store }: AdminCall,
  change: StoreChange,
  write: () => Promise<void>,
): Promise<{ more: JsonObject; shown: ShownElsewhere }> {
  const { resolved, changed } = await withResolutions(tx, call, store, change, () =>
    store.write.guarded(tx, call, change, write),
  )
  return { more: resolved, shown: shownElsewhere(store, change, changed) }
}

/** Rolls the write back. @throws Refusal as the write does. */
export async function previewChange(
  admin: AdminCall,
  id: number,
  { [lockField(admin.of)]: version, write }: Columns,
): Promise<OrphanPreview> {
  const { call, of, store } = admin
  let orphanPreview: OrphanPreview = { orphaned: [], unseen: [] }
  await takenBack(admin, async (tx) => {
    const { before, stored } = await lockRecord(tx, admin, { id, version }, 'update')
    const after =
      write === null
        ? null
        : await prepared(tx, admin, withStored(of, write as Columns, stored), before)
    if (!after) {
      await releaseExpiredHolds(tx, store.table, id)
      refuseUsed(of.name, await readUses(tx, store.table, id))
    }
    const change = { before, after, resolutions: [] }
    orphanPreview = await previewOrphans(tx, call, store, change, async () => {
      await store.write.guarded(tx, call, change, () =>
        after ? update(tx, store, id, after) : remove(tx, store, id),
      )
    })
  })
  // Outside of the transaction, which is rolled back.
  await auditReads(call.services.db, call, {
    action: 'appointment.listed',
    subjectType: 'appointment',
    view: { list: 'orphaned', by: of.audit, id },
    patientIds: orphanPreview.orphaned.map(({ patient }) => patient.id),
  })
  return orphanPreview
}

async function prepared(
  tx: Executor,
  { call, of, store }: AdminCall,
  written: Columns,
  before: Row | null,
): Promise<Columns> {
  const problems = of.check?.(written, { isNew: before === null }) ?? {}
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return settled(store.joined, await store.write.prepare(tx, written, before, call))
}

/** Fields that are never read back take their default. */
const withStored = (
  { write, entity }: AnyAdminResource,
  given: Columns,
  stored: Row | null,
): Columns =>
  Object.fromEntries(
    Object.entries(write.shape).map(([field, schema]) => {
      if (field in given) return [field, given[field]]
      return [
        field,
        stored && field in entity.shape ? stored[field] : (schema as z.ZodType).parse(undefined),
      ]
    }),
  )

/** With `update` nothing new can refer to it. */
async function lockRecord(
  tx: Executor,
  { call, of, store }: AdminCall,
  { id, version }: { id: number; version: unknown },
  lock: 'update' | 'no key update',
): Promise<{ before: Row; stored: Row }> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(store.table)} where id = ${id} for ${sql.raw(lock)}`.execute(tx)
  const [row] = rows
  if (!row) throw await deletedSince(tx, call, of, id)
  const stored = await findRow(tx, store, call, id)
  if (!stored) throw await notFoundRefusal(tx, of, store, id)
  if (version !== undefined && row.version !== version)
    throw await staleSince(tx, call, of, id, Number(version))
  await refuseContradictions(call, () => store.read.present(stored, call))
  const joined = Object.keys(store.joined).map((field) => [field, stored[field]])
  return { before: { ...row, ...Object.fromEntries(joined) }, stored }
}

async function mustFind(tx: Executor, { call, of, store }: AdminCall, id: number): Promise<Row> {
  const row = await findRow(tx, store, call, id)
  if (!row) throw notFound(`This ${of.name}`)
  return row
}

const auditRecord = (
  tx: Executor,
  { call, of }: AdminCall,
  row: Columns & { id: number },
  what: 'created' | 'changed' | 'deleted',
  change: JsonObject,
) =>
  auditByViewer(tx, call, {
    action: findRecordAction(of, what),
    subjectType: toAuditSubject(of),
    subjectId: row.id,
    patientId: patientOfRecord(of, row),
    change,
  })

type ShownElsewhere = {
  times: readonly ChangedTime[]
  whole: { staffIds: number[]; roomIds: number[] } | null
}

const nothingShown: ShownElsewhere = { times: [], whole: null }

function shownElsewhere(
  store: Store,
  change: StoreChange,
  times: readonly ChangedTime[],
): ShownElsewhere {
  const isOther = change.before?.['is_active'] !== change.after?.['is_active']
  return { times, whole: isOther ? wholeScope(store, change) : null }
}

function wholeScope(store: Store, change: StoreChange): ShownElsewhere['whole'] {
  const scope = orphanScope(store, change)
  if (!scope) return null
  if (store.table === 'staff' && 'staffId' in scope) {
    return { staffIds: [scope.staffId], roomIds: [] }
  }
  return 'roomId' in scope ? { staffIds: [], roomIds: [scope.roomId] } : null
}

/** Call it after the commit. */
function notifySchedules({ services }: SignedInCall, { times, whole }: ShownElsewhere) {
  announce(services, ...times)
  if (whole) services.live.announce({ dates: [], ...whole })
}
