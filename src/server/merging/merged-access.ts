import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import type { UserRow } from '../people/user-rows.ts'

/*
 * Credentials and merges (docs/decisions/0037): guest tokens stay with their record and open
 * nothing while it is merged; sign-ins move once staff have checked them.
 */

/** In a sentence for each person. */
export async function tokensThatStop(
  executor: Executor,
  people: readonly UserRow[],
): Promise<string[]> {
  const rows = await executor
    .selectFrom('guest_access')
    .select('person_id')
    .distinct()
    .where(sql<boolean>`person_id = any(${people.map(({ id }) => id)}::integer[])`)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  const holders = people.filter(
    (person) => person.is_guest && rows.some(({ person_id }) => person_id === person.id),
  )
  return holders.map(
    ({ full_name, id }) =>
      `${full_name} (number ${id}) booked without an account and will have to enter their details again. Links to single appointments keep working.`,
  )
}

/** Staff vouch for sign-ins of merged records. */
export async function vouchForSignIns(executor: Executor, ids: readonly number[]): Promise<void> {
  await sql`
    update account set vouched_by = case
      when exists (
        select from person_merge where kept_id = person_id and undone_at is null)
      then 'staff' else 'identity_provider' end
    where person_id = any(${ids}::integer[])`.execute(executor)
}

/**
 * Deletes guest tokens of a record that stands alone again if anything was recorded since the
 * merge, because that may concern the other person.
 */
export async function dropWidenedTokens(
  executor: Executor,
  keptId: number,
  mergedAt: Date,
): Promise<void> {
  await sql`
    delete from guest_access
    where person_id = ${keptId} and exists (
      select from audit_event
      where patient_id = ${keptId} and at >= ${mergedAt}
        and action !~ '^session[.]|[.](read|listed|exported)$'
        and action not in ('person.merged', 'person.merge_undone'))`.execute(executor)
}

/**
 * Ends links that the kept person was sent, while records were merged, to what is the other's again:
 * their holder would read and cancel it.
 */
export async function endLinksToOthers(
  tx: Executor,
  keptId: number,
  mergedId: number,
): Promise<void> {
  await sql`
    with entries as (
      delete from waiting_list_access as link using waiting_list_entry as entry
      where entry.id = link.entry_id and entry.patient_id = ${mergedId}
        and link.issued_to = ${keptId})
    delete from appointment_access as link using appointment
    where appointment.id = link.appointment_id and appointment.patient_id = ${mergedId}
      and link.issued_to = ${keptId}`.execute(tx)
}
