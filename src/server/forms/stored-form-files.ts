import { sql } from 'kysely'
import type { Services } from '../services.ts'

export const keyOfFile = (id: string) => `forms/${id}`

/** Longer than a draft waits for its connection on a bad day. */
const UNUSED_HOURS = 24
const REMOVED_AT_ONCE = 100

/** Files that no draft and no submitted form names. */
export async function removeUnusedFormFiles({
  db,
  files,
}: Pick<Services, 'db' | 'files'>): Promise<void> {
  const unused = await db
    .selectFrom('form_file')
    .select(['id', 'saved_form_id'])
    .where('uploaded', '<', sql<Date>`now() - make_interval(hours => ${UNUSED_HOURS})`)
    .where(isUnused)
    .limit(REMOVED_AT_ONCE)
    .execute()
  for (const { id, saved_form_id } of unused) {
    await db.transaction().execute(async (tx) => {
      // Waits for who is saving, and sees what was saved.
      await tx
        .selectFrom('saved_form')
        .select('id')
        .where('id', '=', saved_form_id)
        .forUpdate()
        .execute()
      const { numDeletedRows } = await tx
        .deleteFrom('form_file')
        .where('id', '=', id)
        .where(isUnused)
        .executeTakeFirstOrThrow()
      // If this fails, the row stays and the next run tries again.
      if (numDeletedRows > 0) await files.remove(keyOfFile(id))
    })
  }
}

const isUnused = sql<boolean>`not exists (
    select from saved_form
    where saved_form.id = form_file.saved_form_id
      and position(form_file.id::text in saved_form.answers::text) > 0)
  and not exists (
    select from submitted_form
    where submitted_form.saved_form_id = form_file.saved_form_id
      and position(form_file.id::text in submitted_form.answers::text) > 0)`
