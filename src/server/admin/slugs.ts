import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import type { Columns, Row } from './store.ts'

const LONGEST_SLUG = 90

const toSlug = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST_SLUG)
    .replace(/-+$/, '')

/**
 * Takes the sent slug, else the present one, else one made of the name, with a number where another
 * record has it.
 * @param among columns within which slugs are unique.
 */
export function withSlug(
  table: 'appointment_type' | 'appointment_type_tag' | 'room' | 'site',
  among?: string,
) {
  return async (executor: Executor, written: Columns, before: Row | null): Promise<Columns> => {
    if (written['slug'] !== '') return written
    if (before) return { ...written, slug: before['slug'] }
    const slug = toSlug(String(written['name'])) || table.replaceAll('_', '-')
    // Two new records at once do not get the same slug.
    await sql`select pg_advisory_xact_lock(hashtext(${`slug of ${table}`}))`.execute(executor)
    const { rows } = await sql<{ slug: string }>`
      select slug from ${sql.table(table)} where slug like ${`${slug}%`}
        ${among ? sql`and ${sql.ref(among)} = ${written[among]}` : sql``}`.execute(executor)
    const taken = new Set(rows.map((row) => row.slug))
    let free = slug
    for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`
    return { ...written, slug: free }
  }
}
