import { sql } from 'kysely'
import { users } from '#lib/contract/admin/users.ts'
import type { Traits } from '#lib/duplicates/likeness.ts'
import type { Executor } from '../database/connection.ts'
import { explainBroken } from '../database/constraints.ts'
import type { SignedInCall } from '../http/implement.ts'
import { findAlikeInFile } from '../people/duplicates/alike-in-file.ts'
import { mergedInto } from '../people/merged-into.ts'
import { checkMayCreate, checkMayDelete, checkMayGrant } from '../people/user-rights.ts'
import { lockPeople, type UserChanges, type UserRow } from '../people/user-rows.ts'
import { endTheirSessions, guardedChange, mustFind, newlyGranted } from '../people/users.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { Columns, Row, StoreChange, StoreParts } from './store.ts'
import { present } from './store-of.ts'

const LISTED = [
  'person.id',
  'person.version',
  'person.uuid',
  'person.full_name',
  'person.title',
  'person.first_name',
  'person.last_name',
  'person.dob',
  'person.nhs_number',
  'person.mobile',
  'person.email',
  'person.city',
  'person.postcode',
  'person.gp_surgery_id',
  'person.is_active',
  'person.is_deceased',
  'person.is_portal_user',
  'person.is_staff',
  'person.last_login',
  'person.created',
] as const

const people = (executor: Executor) =>
  executor
    .selectFrom('person')
    .leftJoin('gp_surgery', 'gp_surgery.id', 'person.gp_surgery_id')
    // The kept record stands for merged ones.
    .where('person.merged_into', 'is', null)
    .select(LISTED)
    .select([
      sql<string>`coalesce(person.username, '')`.as('username'),
      sql<string>`coalesce(gp_surgery.name, '')`.as('gp_surgery_name'),
    ])

export const userStore: StoreParts = {
  read: {
    rows: (executor) =>
      people(executor)
        .leftJoin('staff', (join) =>
          join.onRef('staff.person_id', '=', 'person.id').on('staff.is_deleted', '=', false),
        )
        .select([
          'person.landline',
          'person.reminders',
          'person.address1',
          'person.address2',
          'person.county',
          'person.nation',
          'person.gender',
          'person.is_superuser',
          'person.date_joined',
          'person.modified',
          'staff.id as staff_id',
        ]),
    present: (row, call) => ({ ...present(users, row, call), search_text: undefined }),
    movedTo: mergedInto,
  },
  joined: {
    allergy_ids: { table: 'person_allergy', from: 'allergy' },
    group_ids: { table: 'person_permission_group', from: 'permission_group' },
    user_permission_ids: { table: 'person_permission', from: 'permission' },
  },
  list: {
    rows: (executor) => people(executor).select('person.search_text'),
    isLong: true,
    searched: ['search_text'],
    filters: {
      group_id: (rows, groupId) =>
        rows.where(sql<boolean>`exists (select from person_permission_group as membership
        where membership.person_id = listed.id and membership.permission_group_id = ${groupId})`),
    },
  },
  write: {
    prepare: async (_executor, { username, ...written }) => ({
      ...written,
      username: username || null,
    }),
    guarded: (executor, call, change, write) =>
      guarded(executor, call, change, write).catch(explainBroken).catch(atItsField),
    orphanScopeOf: ({ id }) => ({ patientId: id }),
    orphanedBy: ['is_deceased'],
  },
  file: {
    alike: (executor, created, onCompared) =>
      findAlikeInFile(
        executor,
        created.map(({ line, written }) => ({ line, traits: written as Traits })),
        onCompared,
      ),
  },
}

/** Lists in other tables, as `UserChanges` calls them. */
const LISTS = {
  allergy_ids: 'allergies',
  group_ids: 'groups',
  user_permission_ids: 'user_permissions',
} as const

async function guarded(
  tx: Executor,
  call: SignedInCall,
  { before, after }: StoreChange,
  write: () => Promise<void>,
): Promise<void> {
  const actor = await lockedActor(tx, call, before?.id)
  const personId = actor.id
  if (before && !after) checkMayDelete(actor, await mustFind(tx, before.id))
  if (!before && after) {
    const given = changesOf(null, after)
    const { groups = [], user_permissions = [] } = given
    checkMayCreate(actor, {
      is_staff: after['is_staff'] === true,
      is_superuser: after['is_superuser'] === true,
      hasAccess: groups.length + user_permissions.length > 0,
    })
    const nothing = { groups: [], user_permissions: [] }
    checkMayGrant(actor, await newlyGranted(tx, nothing, given))
  }
  if (before && after) {
    const target = before.id === personId ? actor : await mustFind(tx, before.id)
    const orphanPreview = (words: string) => invalid({ is_active: [words] })
    const guarded = { actor, before: target, changes: changesOf(before, after), orphanPreview }
    await guardedChange(tx, call, guarded, write)
    await endTheirSessions(tx, call, before.id, guarded.changes)
  } else await write()
}

/** An import reads its caller once, unless it changes them. */
const actors = new WeakMap<Executor, UserRow>()

async function lockedActor(tx: Executor, { viewer }: SignedInCall, id?: number): Promise<UserRow> {
  const { personId } = viewer
  const known = actors.get(tx)
  if (known && id !== personId) return known
  await lockPeople(tx, id === undefined ? [personId] : [personId, id])
  const actor = await mustFind(tx, personId)
  if (id === personId) actors.delete(tx)
  else actors.set(tx, actor)
  return actor
}

function changesOf(before: Row | null, after: Columns): UserChanges {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const different = Object.entries(after).filter(
    ([name, value]) => !before || !isSame(value, before[name]),
  )
  return Object.fromEntries(
    different.map(([name, value]) => [LISTS[name as keyof typeof LISTS] ?? name, value]),
  )
}

/** Moves a refusal to the field that was sent. */
function atItsField(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'invalid') throw error
  const fieldOf = Object.fromEntries(Object.entries(LISTS).map(([field, name]) => [name, field]))
  throw invalid(
    Object.fromEntries(
      Object.entries(error.fields).map(([name, problems]) => [fieldOf[name] ?? name, problems]),
    ),
  )
}
