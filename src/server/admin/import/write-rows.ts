import { sql } from 'kysely'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { importName } from '#lib/contract/admin/import.ts'
import type { Executor } from '../../database/connection.ts'
import type { SignedInCall } from '../../http/implement.ts'
import { explainBroken } from '../../refusals/constraints.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { explainField } from '../write-transaction.ts'
import { type Imported, type ImportRun, type Planned, wrong } from './import-row.ts'

/** They are few enough to be written again one by one. */
const TOGETHER = 100

type Writing = {
  progress: Progress
  /** Otherwise everything is rolled back. */
  isDone: boolean
  confirmed: ReadonlySet<number>
}

/** Rolls similar rows back last, so that no report depends on which are confirmed. */
export async function writePlanned(
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
export function createProgress(
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
