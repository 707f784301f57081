import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { type AnyAdminResource, permissionTo } from '#lib/contract/admin/admin-resource.ts'
import { type ImportAnswer, importName } from '#lib/contract/admin/import.ts'
import { holds } from '#lib/policy/policy.ts'
import { namedMessage } from '#lib/text/label-text.ts'
import { auditByViewer } from '../../audit/audit.ts'
import { auditReads } from '../../audit/audit-reads.ts'
import type { Executor } from '../../database/connection.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { explainBroken } from '../../refusals/constraints.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { csv } from '../../resources/csv.ts'
import { toAuditSubject } from '../records-read.ts'
import type { AdminCall } from '../store.ts'
import { explainField, inTransaction, takenBack } from '../write-transaction.ts'
import { fileColumns } from './file-columns.ts'
import {
  type Imported,
  type ImportRun,
  knownRecords,
  type Planned,
  planRow,
  readReferences,
  wrong,
} from './import-row.ts'
import { type FileRow, readCsv, wrongFile } from './read-csv.ts'

async function describeWrongFile(
  head: FileRow,
  rows: readonly FileRow[],
  found: readonly Imported[],
): Promise<string> {
  const wrong = rows.flatMap((row, place) => {
    const one = found[place]
    const isListed = one?.outcome === 'wrong' || one?.outcome === 'similar'
    return isListed
      ? [{ ...row, why: [...formatProblems(one), ...formatLikenesses(one)].join('; ') }]
      : []
  })
  if (wrong.length === 0) return ''
  type Wrong = (typeof wrong)[number]
  // It is an array, because ignored headings may repeat.
  const columns: [string, (row: Wrong) => string][] = head.cells.map((heading, place) => [
    heading,
    ({ cells }) => cells[place] ?? '',
  ])
  const pieces: string[] = []
  const all = [...columns, ['What is wrong', ({ why }: Wrong) => why] as (typeof columns)[number]]
  for await (const piece of csv<Wrong>(Object.fromEntries(all), batch(wrong))) pieces.push(piece)
  return pieces.join('')
}

const formatProblems = ({ problems }: Imported) =>
  problems.map(({ label, message }) => namedMessage(label, message))

const formatLikenesses = ({ similar }: Imported) =>
  similar.map(({ id, line, name, reasons }) => {
    const which = id === null ? `line ${line}` : `number ${id}`
    return `Looks like ${name}, ${which}: ${reasons.join(', ')}`
  })

async function* batch<T>(rows: readonly T[]) {
  yield rows
}

type ImportOptions = { seen?: string | undefined; confirmed: readonly number[] }

/**
 * Without `seen` the file is imported and rolled back, so the answer says what will happen. With
 * it, it is imported in one transaction if the same happens. Wrong rows are left out, and so are
 * similar ones unless confirmed.
 * @throws Refusal `invalid` at `file`; `stale` when something else would happen; `not_allowed`
 *   without the permissions to view and change.
 */
export async function importRecords(
  admin: AdminCall,
  file: Uint8Array,
  { seen, confirmed }: ImportOptions,
): Promise<ImportAnswer> {
  const { call, of, store } = admin
  const isAllowed = (action: 'change' | 'view') => holds(call.viewer, permissionTo(action, of))
  if (!isAllowed('change') || !isAllowed('view')) {
    throw new Refusal('not_allowed', `You do not have permission to view and change ${of.many}.`)
  }
  const [head, ...rows] = await readCsv(file)
  if (!head || rows.length === 0) throw wrongFile('The file has no rows below its headings.')
  const columns = fileColumns(of, head.cells)
  const isCarriedOut = seen !== undefined
  const options = { isNoted: isCarriedOut, confirmed: new Set(confirmed) }
  let found: Imported[] = []
  let now = ''
  const work = async (tx: Executor) => {
    const all = await importAll(tx, call, { of, store, columns }, rows, options)
    now = toDigest(file, all)
    if (isCarriedOut && seen !== now) {
      throw new Refusal('stale', 'Records have changed since the file was checked. Check it again.')
    }
    found = isCarriedOut ? all.map((row) => asConfirmed(row, options.confirmed)) : all
    if (isCarriedOut) await noteImport(tx, call, of, counted(found))
  }
  await (isCarriedOut ? inTransaction : takenBack)(admin, work)
  // Outside of the transaction, which a check rolls back.
  await noteRead(call, of, found)
  return {
    seen: now,
    carried_out: isCarriedOut,
    count: counted(found),
    left_out: columns.leftOut,
    rows: found.map(({ id: _, version: __, ...row }) => row),
    wrong_file: await describeWrongFile(head, rows, found),
  }
}

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
  const progress = createProgress(call, of, toCompare + toWrite)
  const alike = await store.file.alike?.(tx, created, progress)
  const similarTo = planned.map((one): Planned => {
    const similar = alike?.get(one.row.line)
    return similar ? { ...one, row: { ...one.row, outcome: 'similar', similar } } : one
  })
  return await writePlanned(tx, importing, similarTo, { progress, isDone: isNoted, confirmed })
}

/** A second file of a kind is refused, so that nobody waits. */
async function alone(tx: Executor, { path, many }: AnyAdminResource): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`import of ${path}`})) as "isFree"`.execute(tx)
  if (rows[0]?.isFree) return
  throw new Refusal(
    'conflict',
    `Somebody else is importing ${many}. Try again when they have finished.`,
  )
}

const AT_ONCE = 200

/** Plans again until the records to change are locked as they were read. */
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
 * Locks only what changes, and among people the caller, whose rights are read once.
 * @returns whether all are as they were read.
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

const toDigest = (file: Uint8Array, found: readonly Imported[]) =>
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
  auditByViewer(tx, call, {
    action: 'record.imported',
    subjectType: toAuditSubject(of),
    subjectId: 0,
    patientId: null,
    change,
  })

async function noteRead(
  call: SignedInCall,
  of: AnyAdminResource,
  found: readonly Imported[],
): Promise<void> {
  if (!of.personal) return
  await auditReads(call.services.db, call, {
    action: of.personal.trail.listed,
    subjectType: toAuditSubject(of),
    view: { list: of.path, file: true },
    patientIds: found.flatMap(({ id, similar }) => [id, ...similar.map((like) => like.id)]),
  })
}

/** They are few enough to be written again one by one. */
const TOGETHER = 100

type Writing = {
  progress: Progress
  /** Otherwise everything is rolled back. */
  isDone: boolean
  confirmed: ReadonlySet<number>
}

/** Rolls similar rows back last, so that no report depends on which are confirmed. */
async function writePlanned(
  tx: Executor,
  importing: ImportRun,
  planned: readonly Planned[],
  { progress, isDone, confirmed }: Writing,
): Promise<Imported[]> {
  const isSimilar = ({ row }: Planned) => row.outcome === 'similar'
  const similar = planned.filter(isSimilar)
  const certain = planned.filter((one) => !isSimilar(one))
  const found = await writeRows(tx, importing, certain, progress)
  if (similar.length > 0) {
    await sql`savepoint similar_rows`.execute(tx)
    const tried = await writeRows(tx, importing, similar, progress)
    await sql`rollback to savepoint similar_rows`.execute(tx)
    const toStore = similar.filter(
      ({ row }, place) => confirmed.has(row.line) && tried[place]?.outcome === 'similar',
    )
    if (isDone) await writeRows(tx, importing, toStore, progress)
    found.push(...tried)
  }
  return found.toSorted((one, other) => one.line - other.line)
}

/** Reports the database's refusal of one row, which leaves no trace. */
async function writeRows(
  tx: Executor,
  importing: ImportRun,
  planned: readonly Planned[],
  progress: Progress,
): Promise<Imported[]> {
  const found: Imported[] = []
  for (let done = 0; done < planned.length; done += TOGETHER) {
    const some = planned.slice(done, done + TOGETHER)
    const isWritten = await withinSavepoint(tx, async () => {
      for (const { write } of some) await write?.(tx)
    })
    if (isWritten === true) found.push(...some.map(({ row }) => row))
    else for (const one of some) found.push(await writeRow(tx, importing, one))
    await progress(some.filter(({ write }) => write).length)
  }
  return found
}

async function writeRow(tx: Executor, { of, store }: ImportRun, { row, write }: Planned) {
  if (!write) return row
  const written = await withinSavepoint(tx, () => write(tx))
  if (written === true) return row
  const refused = await Promise.reject(written.error)
    .catch(explainBroken)
    .catch((error: unknown) => explainField(of, store, error))
    .catch((error: unknown) => error)
  if (!(refused instanceof Refusal) || refused.code === 'sign_in_again') throw refused
  if (refused.code === 'invalid') return wrong(of, row, refused.fields)
  const text = refused.code === 'stale' ? orphanPreview(of) : refused.message
  return wrong(of, row, { non_field_errors: [text] })
}

const orphanPreview = ({ name }: AnyAdminResource) =>
  `This affects booked appointments. Change this ${name} on its own and choose what to do with each appointment.`

async function withinSavepoint(
  tx: Executor,
  write: () => Promise<unknown>,
): Promise<true | { error: unknown }> {
  await sql`savepoint imported_rows`.execute(tx)
  try {
    await write()
    await sql`release savepoint imported_rows`.execute(tx)
    return true
  } catch (error) {
    await sql`rollback to savepoint imported_rows`.execute(tx)
    return { error }
  }
}

type Progress = (steps: number) => Promise<void>

/** Reports each percent once, outside of the transaction, in which nobody would hear it. */
function createProgress(
  { services, viewer }: SignedInCall,
  of: AnyAdminResource,
  total: number,
): Progress {
  const name = importName(of)
  let done = 0
  let reported = 0
  return async (steps) => {
    done += steps
    const progress = Math.min(100, Math.floor((done / total) * 100))
    if (progress <= reported) return
    reported = progress
    await services.progress.reportProgress(viewer.uuid, { type: 'progress', progress, name })
  }
}
