import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import { type DuePage, LAST_PAGE } from './due-pages.ts'
import type { RetentionLimits } from './retention-limits.ts'

export type DueGuest = { id: number; last_active: Date }

const GUESTS_LOOKED_AT = 2_000

/** It looks among the next guests after this person, by id. */
export async function dueGuestsAfter(
  executor: Executor,
  limits: RetentionLimits,
  id: number,
): Promise<DuePage<DueGuest>> {
  if (!limits.guests) return LAST_PAGE
  const { last } = await executor
    .selectFrom((from) =>
      from
        .selectFrom('person')
        .select('id')
        .where('id', '>', id)
        .where('is_guest', '=', true)
        .where('anonymised', 'is', null)
        .orderBy('id')
        .limit(GUESTS_LOOKED_AT)
        .as('next'),
    )
    .select((next) => next.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  if (last === null) return LAST_PAGE
  const rows = await dueGuests(executor, limits, sql`person.id > ${id} and person.id <= ${last}`)
  return { rows, next: last }
}

export const isGuestDue = async (executor: Executor, limits: RetentionLimits, id: number) =>
  (await dueGuests(executor, limits, sql`person.id = ${id}`)).length > 0

/**
 * Guests without an account who have not come to any appointment, and of whom nobody has done
 * anything since. Merges keep details of both people, so people of a merge stay as they are.
 */
async function dueGuests(
  executor: Executor,
  { guests, now }: RetentionLimits,
  which: RawBuilder<unknown>,
): Promise<DueGuest[]> {
  if (!guests) return []
  const { rows } = await sql<DueGuest>`
    select id, last_active
    from (
      select id, greatest(created, modified,
        (select max(greatest(ends_at, modified)) from appointment where patient_id = person.id),
        (select max(saved) from saved_form join appointment on appointment.id = appointment_id
          where patient_id = person.id),
        (select max(created) from guest_access where person_id = person.id),
        (select max(coalesce(ended, until)) from waiting_list_entry where patient_id = person.id),
        (select at from audit_event where actor_id = person.id order by sequence desc limit 1)
      ) as last_active
      from person
      where ${which} and is_guest and anonymised is null
        and greatest(created, modified) < ${guests}
        and merged_into is null and not is_staff and not is_superuser and not is_portal_user
        and not exists (select from account where person_id = person.id)
        and not exists (select from staff where person_id = person.id)
        and not exists (select from person_merge where kept_id = person.id)
        and not exists (select from person_merge where merged_id = person.id)
        and not exists (
          select from appointment
          where patient_id = person.id and status in ('held', 'booked') and ends_at > ${now})
        and not has_clinical_record(id)
    ) as guest
    where last_active < ${guests}
    order by id`.execute(executor)
  return rows
}
