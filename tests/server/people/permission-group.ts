import type { Permission } from '#lib/contract/permissions.ts'
import type { Database } from '#server/database/connection.ts'
import { insertRow, oneRow } from '../rows.ts'

let sequence = 0

/** A group that holds these permissions. @returns its id. */
export async function addGroup(
  db: Database,
  given: { name?: string; held: readonly Permission[] },
): Promise<number> {
  sequence += 1
  const { id } = await insertRow(db, 'permission_group', {
    name: given.name ?? `Group ${sequence}`,
  })
  for (const name of given.held) {
    await insertRow(db, 'permission_group_permission', {
      permission_group_id: id,
      permission_id: await permissionId(db, name),
    })
  }
  return id
}

export async function putInGroup(db: Database, personId: number, groupId: number): Promise<void> {
  await insertRow(db, 'person_permission_group', {
    person_id: personId,
    permission_group_id: groupId,
  })
}

export async function permissionId(db: Database, name: Permission): Promise<number> {
  const { id } = await oneRow(db, 'permission', { name })
  return id
}
