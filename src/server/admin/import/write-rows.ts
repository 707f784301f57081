import { sql } from 'kysely'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { Executor } from '../../database/connection.ts'
import { explainBroken } from '../../refusals/constraints.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { explainField } from '../explain-field.ts'
import { wrong } from './import-row.ts'
import type { Imported, ImportRun, Planned } from './import-run.ts'
import type { Progress } from './progress.ts'

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
