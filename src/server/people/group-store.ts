import { sql } from 'kysely'
import { permissionLabels } from '#lib/contract/permission-groups.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { notHeld } from '#lib/policy/policy.ts'
import type { Columns, StoreChange, StoreParts } from '../admin/store.ts'
import { addressesExpected, idInAddress } from '../admin/written-addresses.ts'
import type { Executor } from '../database/connection.ts'
import { apiAddress } from '../http/addresses.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid } from '../refusals/refusal.ts'
import { checkMayAdminister } from './user-rights.ts'
import { lockPeople, type UserRow } from './user-rows.ts'
import { mustFind } from './users.ts'

export const groupStore: StoreParts = {
  read: {
    rows: (executor) =>
      executor.selectFrom('permission_group').select([
        'id',
        'version',
        'name',
        sql<number>`(select count(*) from person_permission_group
        where permission_group_id = permission_group.id)`.as('people'),
        losing.as('losing'),
      ]),
    present: (row, call) => {
      const names = row['selected_permissions'] as string[]
      const selected = (row['permissions'] as number[]).map((id, place) => ({
        id,
        url: apiAddress(call, 'admin/permissions', id),
        name: names[place],
      }))
      return {
        ...row,
        url: apiAddress(call, 'admin/groups', row['id'] as number),
        permissions: selected.map(({ url }) => url),
        selected_permissions: selected,
      }
    },
  },
  joined: {
    permissions: { table: 'permission_group_permission', from: 'permission' },
  },
  fieldOf: { permission_id: 'permissions' },
  write: {
    prepare: async (_executor, written, _before, call) => ({
      ...written,
      permissions: (written['permissions'] as (string | number)[]).map((one) =>
        idOfPermission(call, one),
      ),
    }),
    guarded: guardRights,
  },
}

/** It counts people who have some of its permissions from this group alone. */
const losing = sql<number>`(
  select count(*) from person_permission_group as member
    join person on person.id = member.person_id
  where member.permission_group_id = permission_group.id and not person.is_superuser
    and exists (
      select from permission_group_permission as held
      where held.permission_group_id = permission_group.id
        and not exists (
          select from person_permission
          where person_id = person.id and permission_id = held.permission_id)
        and not exists (
          select from person_permission_group as other
            join permission_group_permission as by_other using (permission_group_id)
          where other.person_id = person.id and other.permission_group_id <> permission_group.id
            and by_other.permission_id = held.permission_id)))`

const NOT_LISTED = 'Choose from the list: one of these no longer exists'

/** Of an address, or stored. @throws Refusal `invalid`. */
function idOfPermission(call: SignedInCall, address: string | number): number {
  if (typeof address === 'number') return address
  const id = idInAddress(call, 'permissions', address)
  if (id === null) throw invalid({ permissions: [addressesExpected(call, 'permissions')] })
  return id
}

/**
 * Changes of groups wait for each other, so two administrators cannot remove each other's rights at
 * once and one always remains.
 * @throws Refusal `not_allowed`; `invalid` for permissions they lack or would lose.
 */
async function guardRights(
  executor: Executor,
  { viewer }: SignedInCall,
  { before, after }: StoreChange,
  write: () => Promise<void>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('permission_group'))`.execute(executor)
  await lockPeople(executor, [viewer.personId])
  const actor = await mustFind(executor, viewer.personId)
  checkMayAdminister(actor)
  const held = ids(before)
  await checkMayGive(
    executor,
    actor,
    ids(after).filter((id) => !held.includes(id)),
  )
  await write()
  const now = await mustFind(executor, viewer.personId)
  const lacked = notHeld(actor, KEYS)
  const lost = notHeld(now, KEYS).find((key) => !lacked.includes(key))
  if (lost === undefined) return
  const reason = `You are in this group. This would remove “${permissionLabels(lost)}” from you, and you could no longer manage permissions. Ask another administrator`
  throw invalid({ permissions: [reason] })
}

const KEYS: readonly Permission[] = [
  'clinic.user_admin',
  'clinic.change_user',
  'clinic.view_user',
  'auth.change_group',
  'auth.view_group',
]

const ids = (columns: Columns | null) => (columns?.['permissions'] ?? []) as number[]

async function checkMayGive(
  executor: Executor,
  actor: UserRow,
  added: readonly number[],
): Promise<void> {
  if (added.length === 0) return
  const found = await executor
    .selectFrom('permission')
    .select('name')
    .$narrowType<{ name: Permission }>()
    .where('id', 'in', added)
    .execute()
  if (found.length < added.length) throw invalid({ permissions: [NOT_LISTED] })
  const beyond = notHeld(
    actor,
    found.map(({ name }) => name),
  )
  if (beyond.length === 0) return
  const words = beyond.map((name) => `“${permissionLabels(name)}”`)
  const list = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words)
  throw invalid({
    permissions: [`You can only grant permissions you have. You do not have ${list}`],
  })
}
