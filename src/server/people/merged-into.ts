import type { Executor } from '../database/connection.ts'

/** The kept record, and words by number, because reading a name needs the trail. */
export async function mergedInto(
  executor: Executor,
  id: number,
): Promise<{ id: number; text: string } | undefined> {
  const row = await executor
    .selectFrom('person')
    .where('id', '=', id)
    .select('merged_into')
    .executeTakeFirst()
  if (!row?.merged_into) return undefined
  const text = `Person number ${id} was merged into person number ${row.merged_into}. Open that record instead.`
  return { id: row.merged_into, text }
}
