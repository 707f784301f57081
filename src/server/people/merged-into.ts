import type { Executor } from '../database/connection.ts'

/** Who is kept in place of somebody who was there twice, and what is said to whoever writes the other. */
export async function mergedInto(
  executor: Executor,
  id: number,
): Promise<{ id: number; words: string } | undefined> {
  const row = await executor
    .selectFrom('person as merged')
    .innerJoin('person as kept', 'kept.id', 'merged.merged_into')
    .where('merged.id', '=', id)
    .select(['kept.id', 'kept.full_name', 'merged.full_name as merged_name'])
    .executeTakeFirst()
  if (!row) return undefined
  const { full_name, merged_name } = row
  const words = `${merged_name} (number ${id}) was merged into ${full_name} (number ${row.id}): open that record.`
  return { id: row.id, words }
}
