import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { type AnyAdminResource, permissionTo } from '#lib/contract/admin/admin-resource.ts'
import type { ImportAnswer, ImportedRow } from '#lib/contract/admin/import.ts'
import { holds } from '#lib/policy/policy.ts'
import { actorOf, audit } from '../../audit.ts'
import { auditReads } from '../../audit-reads.ts'
import type { Executor } from '../../database/connection.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { Refusal } from '../../refusal.ts'
import { subjectOf } from '../records-read.ts'
import type { Store } from '../store.ts'
import { inTransaction, takenBack } from '../write-transaction.ts'
import { type FileColumns, fileColumns } from './file-columns.ts'
import { knownRecords, type Planned, planRow } from './import-row.ts'
import { progressOf } from './progress.ts'
import { type FileRow, readCsv, wrongFile } from './read-csv.ts'
import { readReferences } from './references.ts'
import { writePlanned } from './write-rows.ts'
import { wrongFileOf } from './wrong-file.ts'

type ImportOptions = { seen?: string | undefined; confirmed: readonly number[] }

/**
 * A file of records. Without `seen` it is carried out and taken back: what is told is what will
 * happen, by the same rules. With it, it is carried out in one transaction, if the same happens;
 * rows that are wrong are left out, and new ones that look like something on file, unless their
 * lines are confirmed.
 * @throws Refusal `invalid` at `file`; `stale` where something else would happen than was seen;
 *   `not_allowed` for who may not see and change records, too.
 */
export async function importRecords(
  call: SignedInCall,
  of: AnyAdminResource,
  store: Store,
  file: Uint8Array,
  { seen, confirmed }: ImportOptions,
): Promise<ImportAnswer> {
  const isAllowed = (action: 'change' | 'view') => holds(call.viewer, permissionTo(action, of))
  if (!isAllowed('change') || !isAllowed('view')) {
    throw new Refusal('not_allowed', `You do not have permission to view and change ${of.many}.`)
  }
  const [head, ...rows] = await readCsv(file)
  if (!head || rows.length === 0) throw wrongFile('The file has no rows below its headings.')
  const columns = fileColumns(of, head.cells)
  const isCarriedOut = seen !== undefined
  const wanted = { isNoted: isCarriedOut, confirmed: new Set(confirmed) }
  let found: Imported[] = []
  let now = ''
  const work = async (tx: Executor) => {
    const all = await importAll(tx, call, { of, store, columns }, rows, wanted)
    now = digestOf(file, all)
    if (isCarriedOut && seen !== now) {
      throw new Refusal('stale', 'Records have changed since the file was checked. Check it again.')
    }
    found = isCarriedOut ? all.map((row) => asConfirmed(row, wanted.confirmed)) : all
    if (isCarriedOut) await noteImport(tx, call, of, counted(found))
  }
  await (isCarriedOut ? inTransaction : takenBack)(call, of, store, work)
  // Beside the transaction, which of a check leaves no trace.
  await noteRead(call, of, found)
  return {
    seen: now,
    carried_out: isCarriedOut,
    count: counted(found),
    left_out: columns.leftOut,
    rows: found.map(({ id: _, version: __, ...row }) => row),
    wrong_file: await wrongFileOf(head, rows, found),
  }
}

export type ImportRun = { of: AnyAdminResource; store: Store; columns: FileColumns }
/** `id` and `version` of the record that was there. */
export type Imported = ImportedRow & { id: number | null; version: number | null }

async function importAll(
  tx: Executor,
  call: SignedInCall,
  importing: ImportRun,
  rows: readonly FileRow[],
  { isNoted, confirmed }: { isNoted: boolean; confirmed: ReadonlySet<number> },
): Promise<Imported[]> {
  const { of, store } = importing
  await alone(tx, of)
  const planned = await planAll(tx, call, importing, rows, isNoted)
  const created = planned.flatMap(({ row, created: written }) =>
    written ? [{ line: row.line, written }] : [],
  )
  const toCompare = store.file.alike ? created.length : 0
  const toWrite = planned.filter(({ write }) => write).length
  const progress = progressOf(call, of, toCompare + toWrite)
  const alike = await store.file.alike?.(tx, created, progress)
  const similarTo = planned.map((one): Planned => {
    const similar = alike?.get(one.row.line)
    return similar ? { ...one, row: { ...one.row, outcome: 'similar', similar } } : one
  })
  return await writePlanned(tx, importing, similarTo, { progress, isDone: isNoted, confirmed })
}

/** One file of a kind at a time: whoever comes second is told so, and holds up nobody by waiting. */
async function alone(tx: Executor, { path, many }: AnyAdminResource): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`import of ${path}`})) as "isFree"`.execute(tx)
  if (rows[0]?.isFree) return
  throw new Refusal(
    'conflict',
    `Somebody else is importing ${many}. Try again when they have finished.`,
  )
}

/** Rows that are planned at once; others have their turn in between. */
const AT_ONCE = 200

/** What each row says is to be done, of records that stay as they are until the transaction ends. */
async function planAll(
  tx: Executor,
  call: SignedInCall,
  importing: ImportRun,
  rows: readonly FileRow[],
  isNoted: boolean,
): Promise<Planned[]> {
  for (;;) {
    const known = await knownRecords(tx, call, importing, rows)
    const references = await readReferences(tx, importing, rows)
    const planned: Planned[] = []
    for (const row of rows) {
      if (planned.length % AT_ONCE === 0) await nextTurn()
      planned.push(planRow(call, importing, { known, references }, row, isNoted))
    }
    if (await areLocked(tx, call, importing, planned)) return planned
  }
}

/**
 * Locks only what is to be changed: a file may have everybody, and change one. Among people whoever
 * imports is locked, too: what they may do is asked once. @returns whether all are as they were read.
 */
async function areLocked(
  tx: Executor,
  { viewer }: SignedInCall,
  { store }: ImportRun,
  planned: readonly Planned[],
): Promise<boolean> {
  const changed = planned.flatMap(({ row }) => (row.outcome === 'changed' ? [row] : []))
  const ids = [
    ...changed.map(({ id }) => id),
    ...(store.table === 'person' ? [viewer.personId] : []),
  ]
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from ${sql.table(store.table)} where id = any(${ids}::integer[])
    order by id for no key update`.execute(tx)
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return changed.every(({ id, version }) => versions.get(id ?? 0) === version)
}

const digestOf = (file: Uint8Array, found: readonly Imported[]) =>
  createHash('sha256').update(file).update(JSON.stringify(found)).digest('hex')

const asConfirmed = (row: Imported, confirmed: ReadonlySet<number>): Imported =>
  row.outcome === 'similar' && confirmed.has(row.line) ? { ...row, outcome: 'created' } : row

function counted(found: readonly Imported[]): ImportAnswer['count'] {
  const count = { created: 0, changed: 0, unchanged: 0, similar: 0, wrong: 0 }
  for (const { outcome } of found) count[outcome] += 1
  return count
}

const noteImport = (
  tx: Executor,
  call: SignedInCall,
  of: AnyAdminResource,
  change: ImportAnswer['count'],
) =>
  audit(tx, call, {
    actor: actorOf(call.viewer),
    action: 'record.imported',
    subjectType: subjectOf(of),
    subjectId: 0,
    patientId: null,
    change,
  })

/** Whose records the answer tells something of: theirs, and those that new ones look like. */
async function noteRead(
  call: SignedInCall,
  of: AnyAdminResource,
  found: readonly Imported[],
): Promise<void> {
  if (!of.personal) return
  await auditReads(call.services.db, call, {
    action: of.personal.trail.listed,
    subjectType: subjectOf(of),
    view: { list: of.path, file: true },
    patientIds: found.flatMap(({ id, similar }) => [id, ...similar.map((like) => like.id)]),
  })
}
