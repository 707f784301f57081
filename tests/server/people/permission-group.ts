import type { Permission } from '#lib/contract/permissions.ts'
import type { Database } from '#server/database/connection.ts'

let sequence = 0

/** A group that holds these permissions. @returns its id. */
export async function addGroup(
  db: Database,
  given: { name?: string; held: readonly Permission[] },
): Promise<number> {
  sequence += 1
  const { id } = await db
    .insertInto('permission_group')
    .values({ name: given.name ?? `Group ${sequence}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const name of given.held) {
    await db
      .insertInto('permission_group_permission')
      .values({ permission_group_id: id, permission_id: await permissionId(db, name) })
      .execute()
  }
  return id
}

export async function putInGroup(db: Database, personId: number, groupId: number): Promise<void> {
  await db
    .insertInto('person_permission_group')
    .values({ person_id: personId, permission_group_id: groupId })
    .execute()
}

export async function permissionId(db: Database, name: Permission): Promise<number> {
  const { id } = await db
    .selectFrom('permission')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}
