import { sql } from 'kysely'
import type { Executor } from '../../database/connection.ts'
import { explainBroken } from '../../database/constraints.ts'
import { Refusal } from '../../refusal.ts'
import { explainField } from '../explain-field.ts'
import type { Imported, Importing } from './import-records.ts'
import { type Planned, wrong } from './import-row.ts'

/** Rows that are written together: few enough to be written again one by one. */
const TOGETHER = 100

/** Writes what rows say. What the database refuses of one is told of that one, and leaves no trace. */
export async function writeRows(
  tx: Executor,
  importing: Importing,
  planned: readonly Planned[],
): Promise<Imported[]> {
  const found: Imported[] = []
  for (let done = 0; done < planned.length; done += TOGETHER) {
    const some = planned.slice(done, done + TOGETHER)
    const isWritten = await withinSavepoint(tx, async () => {
      for (const { write } of some) await write?.(tx)
    })
    if (isWritten === true) found.push(...some.map(({ row }) => row))
    else for (const one of some) found.push(await writeRow(tx, importing, one))
  }
  return found
}

async function writeRow(tx: Executor, { of, store }: Importing, { row, write }: Planned) {
  if (!write) return row
  const written = await withinSavepoint(tx, () => write(tx))
  if (written === true) return row
  const refused = await Promise.reject(written.error)
    .catch(explainBroken)
    .catch((error: unknown) => explainField(of, store, error))
    .catch((error: unknown) => error)
  // Somebody else has just changed it: nothing of what was read holds any more.
  if (!(refused instanceof Refusal) || refused.code === 'stale') throw refused
  const isOfFields = refused.code === 'invalid'
  return wrong(of, row, isOfFields ? refused.fields : { non_field_errors: [refused.message] })
}

/** @returns true, or what was thrown; then nothing of it is left. */
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
