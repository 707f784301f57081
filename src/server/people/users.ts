import { sql } from 'kysely'
import type { Permission } from '#lib/contract/permissions.ts'
import type { ProfileWrite, UserUpdate } from '#lib/contract/users.ts'
import { counted } from '#lib/text/format-number.ts'
import { chosenIds } from '../admin/written-addresses.ts'
import { type AuditEntry, auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { checkFreshSignIn } from '../identity/fresh-sign-in.ts'
import { endSessions } from '../identity/sessions.ts'
import { findOrphaned } from '../orphaned/find-orphaned.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { invalid, notFound, personMerged, Refusal } from '../refusals/refusal.ts'
import { stateAllergies } from './allergies.ts'
import { declaring } from './declared-fields.ts'
import { checkSameIdentity, verifiedNames } from './identity-change.ts'
import { mergedInto } from './merged-into.ts'
import { countNewContact } from './new-contact-limit.ts'
import { presentOwnUser, presentUser } from './present.ts'
import {
  changesAccess,
  checkMayChange,
  checkMayGrant,
  checkStillAdministrator,
} from './user-rights.ts'
import { findUser, lockPeople, type UserChanges, type UserRow, writeUser } from './user-rows.ts'

export const userChangeRoutes = {
  'GET private/user-auth/user_details/': async (_request, call) =>
    presentOwnUser(await readOwnDetails(call), call),

  'GET private/users/{id}/': async ({ params }, call) => {
    if (params.id !== call.viewer.personId) throw notFound('This user')
    return presentOwnUser(await readOwnDetails(call), call)
  },

  'PUT private/users/{id}/': async ({ params, body }, call) =>
    presentOwnUser(await updateOwnDetails(call, params.id, body), call),

  'PATCH private/users/{id}/': async ({ params, body }, call) =>
    presentOwnUser(await updateOwnDetails(call, params.id, body), call),

  'PATCH admin/users/{id}/': async ({ params, body }, call) => {
    const { groups, user_permissions, ...given } = body
    const change = {
      ...given,
      ...(groups && { groups: chosenIds(call, { field: 'groups', from: 'groups' }, groups) }),
      ...(user_permissions && {
        user_permissions: chosenIds(
          call,
          { field: 'user_permissions', from: 'permissions' },
          user_permissions,
        ),
      }),
    }
    return presentUser(await updateUser(call, params.id, change), call, 'admin')
  },
} satisfies Handlers

type Given<T> = { [F in keyof T]?: T[F] | undefined }

async function readOwnDetails({ services, viewer }: SignedInCall): Promise<UserRow> {
  return await mustFind(services.db, viewer.personId)
}

/**
 * Fields left out stay.
 * @throws Refusal `not_found` for another record, `conflict` during a merge; `invalid` as
 *   `checkSameIdentity`.
 */
async function updateOwnDetails(
  call: SignedInCall,
  id: number,
  given: Given<ProfileWrite>,
): Promise<UserRow> {
  const { services, viewer } = call
  if (id !== viewer.personId) throw notFound('This user')
  return await services.db
    .transaction()
    .execute(async (tx) => {
      await lockPeople(tx, [id])
      const before = await mustFind(tx, id)
      if (before.merged_into !== null) throw personMerged()
      await refuseContradictions(call, () => presentUser(before, call, 'private'))
      const changes = changed(before, given)
      if (Object.keys(changes).length === 0) return before
      await checkSameIdentity(tx, before, changes)
      await countNewContact(tx, call, before, changes)
      const vouched_names = JSON.stringify(verifiedNames(before))
      await writeUser(tx, id, { ...changes, unverified: declaring(changes), vouched_names })
      if (changes.allergies) await stateAllergies(tx, id, { by: id, noneKnown: false })
      const after = await mustFind(tx, id)
      const change = { fields: Object.keys(changes), version: after.version }
      await auditUser(tx, call, id, 'person.updated', change)
      return after
    })
    .catch(explainBroken)
}

/**
 * Fields left out stay. Closing or opening an account ends its sessions. `next_person_version`
 * counts the version, and `withdraw_offers_of_person` withdraws what is offered to somebody whose
 * account closes.
 * @throws Refusal `not_allowed` or `invalid` by `user-rights.ts`; `conflict` where it would orphan
 *   appointments; `not_found`, with the kept record for a merged one.
 */
async function updateUser(
  call: SignedInCall,
  id: number,
  given: Given<UserUpdate>,
): Promise<UserRow> {
  const { personId } = call.viewer
  return await call.services.db
    .transaction()
    .execute(async (tx) => {
      await lockPeople(tx, [personId, id])
      return await changeUser(tx, call, id, given)
    })
    .catch(explainBroken)
}

/** Call it under the locks of both people. @throws Refusal as `updateUser`. */
export async function changeUser(
  tx: Executor,
  call: SignedInCall,
  id: number,
  given: Given<UserUpdate>,
): Promise<UserRow> {
  const { personId } = call.viewer
  const actor = await mustFind(tx, personId)
  const before = id === personId ? actor : await mustFind(tx, id)
  const moved = before.merged_into === null ? undefined : await mergedInto(tx, id)
  if (moved) throw new Refusal('not_found', moved.text)
  const changes = changed(before, given)
  if (Object.keys(changes).length === 0) {
    checkMayChange(actor, before, changes)
    if (id !== personId) await auditUser(tx, call, id, 'person.read', {})
    return before
  }
  await guardedChange(tx, call, { actor, before, changes, orphanPreview }, () =>
    writeUser(tx, id, changes),
  )
  const after = await mustFind(tx, id)
  const change = { fields: Object.keys(changes), version: after.version }
  await auditUser(tx, call, id, 'person.updated', change)
  await endTheirSessions(tx, call, id, changes)
  return after
}

type RequestedChange = {
  actor: UserRow
  before: UserRow
  changes: UserChanges
  orphanPreview: (text: string) => Refusal
}

const orphanPreview = (text: string) => new Refusal('conflict', text)

/** Checks rights under the locks of both people. @throws Refusal as `updateUser`. */
export async function guardedChange(
  tx: Executor,
  call: SignedInCall,
  { actor, before, changes, orphanPreview }: RequestedChange,
  write: () => Promise<void>,
): Promise<void> {
  const { id } = before
  checkMayChange(actor, before, changes)
  checkMayGrant(actor, await newlyGranted(tx, before, changes))
  if (changesAccess(before, changes)) checkFreshSignIn(call.viewer)
  if (changes.is_active === false) {
    const text = await formatOrphaned(tx, call, before)
    if (text !== null) throw orphanPreview(text)
  }
  await write()
  if (changes.allergies) await stateAllergies(tx, id, { by: actor.id, noneKnown: false })
  if (id === actor.id) checkStillAdministrator(before, await mustFind(tx, id), changes)
}

export async function endTheirSessions(
  tx: Executor,
  call: SignedInCall,
  id: number,
  { is_active }: UserChanges,
): Promise<void> {
  if (is_active === undefined) return
  const sessions = await endSessions(tx, id, { allBut: null })
  if (sessions > 0) await auditUser(tx, call, id, 'session.ended', { sessions })
}

/** Appointments are resolved at the staff record. */
async function formatOrphaned(
  tx: Executor,
  { services }: SignedInCall,
  { staff }: UserRow,
): Promise<string | null> {
  if (!staff?.is_active || staff.is_deleted) return null
  const { count } = await findOrphaned(tx, {
    now: services.now(),
    zone: services.settings.CLINIC_TIME_ZONE,
    staffId: staff.id,
    without: { staffId: staff.id },
    page: 1,
    pageSize: 1,
  })
  return count === 0
    ? null
    : `This affects ${counted(count, 'appointment')}. First open this person’s staff record and clear “Works here”. You can then choose what to do with each appointment.`
}

export async function mustFind(executor: Executor, id: number): Promise<UserRow> {
  const user = await findUser(executor, id)
  if (!user) throw notFound('This user')
  return user
}

const auditUser = (
  tx: Executor,
  call: SignedInCall,
  id: number,
  action: AuditEntry['action'],
  change: { fields?: string[]; version?: number; sessions?: number },
) =>
  auditByViewer(tx, call, {
    action,
    subjectType: 'person',
    subjectId: id,
    patientId: id,
    change,
  })

function changed(before: UserRow, { username, ...given }: Given<UserUpdate>): UserChanges {
  const lists = {
    allergies: before.allergies.map(({ id }) => id),
    groups: before.groups.map(({ id }) => id),
    user_permissions: before.user_permissions,
  }
  const requested = { ...given, ...(username !== undefined && { username: username || null }) }
  const changes: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(requested)) {
    if (value === undefined) continue
    if (Array.isArray(value)) {
      const now = [...new Set(value)]
      const there = lists[field as keyof typeof lists]
      const isSame = now.length === there.length && now.every((id) => there.includes(id))
      if (!isSame) changes[field] = now
    } else if (value !== before[field as keyof UserRow]) changes[field] = value
  }
  return changes as UserChanges
}

/**
 * Includes permissions of new groups.
 * @throws Refusal `invalid` for an unknown group or permission.
 */
export async function newlyGranted(
  executor: Executor,
  before: Pick<UserRow, 'groups' | 'user_permissions'>,
  changes: UserChanges,
): Promise<Permission[]> {
  const there = {
    groups: before.groups.map(({ id }) => id),
    user_permissions: before.user_permissions,
  }
  const added = (field: keyof typeof there) =>
    (changes[field] ?? []).filter((id) => !there[field].includes(id))
  if (added('groups').length + added('user_permissions').length === 0) return []
  const { rows } = await sql<{ field: keyof typeof there; names: Permission[] }>`
    select 'groups' as field, array(
      select name from permission_group_permission
        join permission on permission.id = permission_id
      where permission_group_id = permission_group.id) as names
    from permission_group where id = any(${added('groups')}::integer[])
    union all
    select 'user_permissions', array[name]
    from permission where id = any(${added('user_permissions')}::integer[])`.execute(executor)
  for (const field of ['groups', 'user_permissions'] as const) {
    const found = rows.filter((row) => row.field === field)
    if (found.length < added(field).length) {
      throw invalid({ [field]: ['Choose from the list: one of these no longer exists.'] })
    }
  }
  return rows.flatMap(({ names }) => names)
}
