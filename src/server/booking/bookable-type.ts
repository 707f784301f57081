import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import { notFound, Refusal } from '../refusal.ts'

/** An appointment type with what booking it asks for; `duration` in minutes. */
export type BookableType = {
  id: number
  slug: string
  name: string
  prebooking_info: string
  duration: number
  disabled: boolean
  required: number[]
}

/**
 * The appointment type by slug or id, if it may be seen.
 * @throws Refusal `not_found` when there is none, or it is hidden and not unlocked.
 */
export async function bookableType(
  executor: Executor,
  by: { slug: string } | { id: number },
  unlocked: boolean,
): Promise<BookableType> {
  const type = await executor
    .selectFrom('appointment_type')
    .select(['id', 'slug', 'name', 'prebooking_info', 'duration', 'disabled'])
    .select(
      sql<number[]>`array(select competency_id from appointment_type_competency
        where appointment_type_id = appointment_type.id order by competency_id)`.as('required'),
    )
    .$if('slug' in by, (rows) => rows.where('slug', '=', 'slug' in by ? by.slug : ''))
    .$if('id' in by, (rows) => rows.where('id', '=', 'id' in by ? by.id : 0))
    .$if(!unlocked, (rows) => rows.where('hidden', '=', false))
    .executeTakeFirst()
  if (!type) throw notFound('This service')
  return type
}

/** @throws Refusal `conflict` for a type that nobody outside may book. */
export function assertEnabled(type: BookableType): void {
  if (type.disabled) throw new Refusal('conflict', 'This service cannot be booked at present.')
}
