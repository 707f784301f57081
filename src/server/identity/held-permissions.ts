import { sql } from 'kysely'
import type { Permission } from '#lib/contract/permissions.ts'

export const heldPermissions = sql<Permission[]>`array(
  select permission.name from permission
  where permission.id in (
    select permission_id from person_permission where person_id = person.id
    union
    select permission_id from permission_group_permission
      join person_permission_group using (permission_group_id)
      where person_permission_group.person_id = person.id)
  order by permission.id)`
