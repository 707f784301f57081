import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { type Permission, permissions } from '#lib/contract/permissions.ts'
import type { Executor } from '../database/connection.ts'
import { inNameOrder } from '../database/name-order.ts'
import { heldPermissions } from '../identity/held-permissions.ts'

export async function findUser(executor: Executor, id: number) {
  const row = await executor
    .selectFrom('person')
    .selectAll('person')
    .select((query) => [
      jsonObjectFrom(
        query
          .selectFrom('gp_surgery')
          .whereRef('gp_surgery.id', '=', 'person.gp_surgery_id')
          .select(['gp_surgery.id', 'gp_surgery.name']),
      ).as('gp_surgery'),
      jsonArrayFrom(
        query
          .selectFrom('person_allergy')
          .innerJoin('allergy', 'allergy.id', 'person_allergy.allergy_id')
          .whereRef('person_allergy.person_id', '=', 'person.id')
          .select(['allergy.id', 'allergy.name'])
          .orderBy(inNameOrder('allergy.name'))
          .orderBy('allergy.id'),
      ).as('allergies'),
      jsonArrayFrom(
        query
          .selectFrom('person_permission_group as membership')
          .innerJoin('permission_group', 'permission_group.id', 'membership.permission_group_id')
          .whereRef('membership.person_id', '=', 'person.id')
          .select(['permission_group.id', 'permission_group.name'])
          .orderBy(inNameOrder('permission_group.name'))
          .orderBy('permission_group.id'),
      ).as('groups'),
      sql<number[]>`array(select permission_id from person_permission
        where person_id = person.id order by permission_id)`.as('user_permissions'),
      jsonObjectFrom(
        query
          .selectFrom('staff')
          .whereRef('staff.person_id', '=', 'person.id')
          .select(['staff.id', 'staff.is_active', 'staff.is_deleted']),
      ).as('staff'),
      query
        .exists(
          query
            .selectFrom('account')
            .select('account.id')
            .whereRef('account.person_id', '=', 'person.id'),
        )
        .$castTo<boolean>()
        .as('has_account'),
      heldPermissions.as('held'),
    ])
    .where('person.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { held, ...person } = row
  const all: readonly Permission[] = person.is_superuser ? permissions : held
  return { ...person, permissions: all }
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** They are locked in the order of ids, so that two who change each other do not deadlock. */
export async function lockPeople(executor: Executor, ids: readonly number[]): Promise<void> {
  await executor
    .selectFrom('person')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    // Does not block bookings, which refer to people by id.
    .forNoKeyUpdate()
    .execute()
}

export type UserChanges = Partial<
  Pick<
    UserRow,
    | 'username'
    | 'title'
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'mobile'
    | 'landline'
    | 'address1'
    | 'address2'
    | 'city'
    | 'county'
    | 'nation'
    | 'postcode'
    | 'dob'
    | 'gender'
    | 'nhs_number'
    | 'gp_surgery_id'
    | 'reminders'
    | 'is_active'
    | 'is_deceased'
    | 'is_portal_user'
    | 'is_staff'
    | 'is_superuser'
  > & { allergies: number[]; groups: number[]; user_permissions: number[] }
>

export async function writeUser(
  executor: Executor,
  id: number,
  {
    allergies,
    groups,
    user_permissions,
    ...columns
  }: UserChanges & { unverified?: RawBuilder<string[]>; vouched_names?: string },
): Promise<void> {
  await executor
    .updateTable('person')
    // Raises the version also when only lists change.
    .set({ ...columns, version: sql<number>`version` })
    .where('id', '=', id)
    .execute()
  if (allergies) await replaceLinks(executor, 'person_allergy', 'allergy_id', id, allergies)
  if (groups) {
    await replaceLinks(executor, 'person_permission_group', 'permission_group_id', id, groups)
  }
  if (user_permissions) {
    await replaceLinks(executor, 'person_permission', 'permission_id', id, user_permissions)
  }
}

type LinkTable = 'person_allergy' | 'person_permission_group' | 'person_permission'

async function replaceLinks(
  executor: Executor,
  table: LinkTable,
  column: string,
  personId: number,
  ids: readonly number[],
): Promise<void> {
  const [links, other] = [sql.table(table), sql.ref(column)]
  await sql`delete from ${links}
    where person_id = ${personId} and not ${other} = any(${ids}::integer[])`.execute(executor)
  await sql`insert into ${links} (person_id, ${other})
    select ${personId}, given from unnest(${ids}::integer[]) as given
    on conflict do nothing`.execute(executor)
}
