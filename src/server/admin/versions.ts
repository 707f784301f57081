import { sql } from 'kysely'
import type { RecordVersion } from '#lib/contract/admin/admin-resource.ts'
import { notFound } from '../refusals/refusal.ts'
import { type AdminCall, type Columns, findRow } from './store.ts'

type StoredVersion = Columns & {
  edition: number
  subversion: number
  made: Date
  made_by_name: string | null
}

/**
 * The present version first; the trail knows who made them. `next_edition` counts the versions.
 * @throws Refusal `not_found`.
 */
export async function readVersions(
  { call, of, store }: AdminCall,
  id: number,
): Promise<{ results: RecordVersion[] }> {
  const { db } = call.services
  if (!(await findRow(db, store, call, id))) throw notFound(`This ${of.name}`)
  const { rows } = await sql<StoredVersion>`
    select kept.*, (
      select person.full_name from audit_event join person on person.id = audit_event.actor_id
      where subject_type = ${of.audit} and subject_id = ${id}
        and action in ('record.created', 'record.changed')
        and (change->>'version')::bigint = kept.revision
      order by sequence desc limit 1) as made_by_name
    from ${sql.table(`${store.table}_version`)} as kept
    where ${sql.ref(`kept.${store.table}_id`)} = ${id}
    order by kept.edition desc, kept.subversion desc`.execute(db)
  const columnByField = new Map(
    Object.entries(store.fieldOf).map(([column, field]) => [field, column]),
  )
  const fields = of.versioned?.kept ?? []
  return {
    results: rows.map((row) => ({
      version: row.edition,
      subversion: row.subversion,
      made: row.made.toISOString(),
      made_by_name: row.made_by_name ?? '',
      kept: Object.fromEntries(
        fields.map((field) => [field, row[columnByField.get(field) ?? field]]),
      ),
    })),
  }
}
