import type { Insertable } from 'kysely'
import type { Permission } from '#lib/contract/permissions.ts'
import type { Database } from '#server/database/connection.ts'
import type { DB } from '#server/database/types.ts'
import { addStaffUser } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'

type Line = Partial<Insertable<DB['audit_event']>>

/** Writes lines to the trail as they are. @returns their numbers. */
export async function addLines(db: Database, lines: readonly Line[]): Promise<number[]> {
  const rows = await db
    .insertInto('audit_event')
    .values(
      lines.map((line) => ({
        actor_role: 'staff',
        action: 'appointment.read',
        subject_type: 'appointment',
        subject_id: 1,
        ...line,
      })),
    )
    .returning('sequence')
    .execute()
  return rows.map(({ sequence }) => sequence)
}

/** Somebody of the staff who may read the trail, or may do something else. */
export const addReader = (
  server: TestServer,
  permissions: readonly Permission[] = ['admin.view_logentry'],
) => addStaffUser(server, permissions)
