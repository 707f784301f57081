import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { users } from '#lib/contract/admin/users.ts'
import { type Permission, permissions } from '#lib/contract/permissions.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import {
  DUPLICATE_SCORE,
  likeness,
  likenessReasons,
  plainNhsNumber,
  plainPhone,
  type Traits,
} from '#lib/merging/likeness.ts'
import { mistakenDates, swappedDate } from '#lib/merging/mistaken-dates.ts'
import { present } from '../admin/create-store.ts'
import type { Columns, Row, StoreChange, StoreParts } from '../admin/store.ts'
import type { Executor } from '../database/connection.ts'
import { referenceTo } from '../http/addresses.ts'
import type { SignedInCall } from '../http/implement.ts'
import { checkFreshSignIn } from '../identity/fresh-sign-in.ts'
import { heldPermissions } from '../identity/held-permissions.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { findAlike, MOST_SHARING } from './find-alike.ts'
import { mergedInto } from './merged-into.ts'
import { checkMayCreate, checkMayDelete, checkMayGrant, hasAccess } from './user-rights.ts'
import { lockPeople, type UserChanges, type UserRow } from './user-rows.ts'
import { endTheirSessions, guardedChange, mustFind, newlyGranted } from './users.ts'

const FIELDS = [
  'person.id',
  'person.version',
  'person.uuid',
  'person.full_name',
  'person.title',
  'person.first_name',
  'person.last_name',
  'person.dob',
  'person.gender',
  'person.nhs_number',
  'person.mobile',
  'person.landline',
  'person.email',
  'person.reminders',
  'person.address1',
  'person.address2',
  'person.city',
  'person.county',
  'person.nation',
  'person.postcode',
  'person.gp_surgery_id',
  'person.is_active',
  'person.is_deceased',
  'person.is_portal_user',
  'person.is_staff',
  'person.is_superuser',
  'person.last_login',
  'person.date_joined',
  'person.created',
  'person.modified',
  'person.search_text',
] as const

type UserColumns = Columns & {
  gp_surgery_id: number | null
  gp_surgery_name: string
  allergy_ids: number[]
  allergy_names: string[]
  group_ids: number[]
  group_names: string[]
  staff_id: number | null
  is_clinician: boolean
  is_superuser: boolean
  held: Permission[]
}

function presentRow(row: Columns, call: SignedInCall): Columns {
  const { held, is_clinician, search_text: _, ...shown } = present(users, row, call) as UserColumns
  const { gp_surgery_id, staff_id } = shown
  const named = (ids: number[], names: string[], of: 'admin/allergies' | 'admin/groups') =>
    ids.map((id, place) => ({ id, url: referenceTo(call, of, id), name: names[place] ?? '' }))
  return {
    ...shown,
    gp_surgery: gp_surgery_id === null ? null : { id: gp_surgery_id, name: shown.gp_surgery_name },
    allergies: named(shown.allergy_ids, shown.allergy_names, 'admin/allergies'),
    selected_groups: named(shown.group_ids, shown.group_names, 'admin/groups'),
    permissions: shown.is_superuser ? permissions : held,
    staff: staff_id === null ? null : { id: staff_id, is_active: is_clinician, is_deleted: false },
  }
}

/** An import reads its caller once, unless it changes them. */
const actors = new WeakMap<Executor, UserRow>()

/** Lists in other tables, as `UserChanges` calls them. */
const LISTS = {
  allergy_ids: 'allergies',
  group_ids: 'groups',
  user_permission_ids: 'user_permissions',
} as const

export const userStore: StoreParts = {
  read: {
    rows: (executor) =>
      executor
        .selectFrom('person')
        .leftJoin('gp_surgery', 'gp_surgery.id', 'person.gp_surgery_id')
        .leftJoin('staff', (join) =>
          join.onRef('staff.person_id', '=', 'person.id').on('staff.is_deleted', '=', false),
        )
        .where('person.merged_into', 'is', null)
        .select(FIELDS)
        .select([
          sql<string>`coalesce(person.username, '')`.as('username'),
          sql<string>`coalesce(gp_surgery.name, '')`.as('gp_surgery_name'),
          'staff.id as staff_id',
          'staff.is_active as is_clinician',
          heldPermissions.as('held'),
        ]),
    present: presentRow,
    movedTo: mergedInto,
  },
  joined: {
    allergy_ids: { table: 'person_allergy', from: 'allergy' },
    group_ids: { table: 'person_permission_group', from: 'permission_group' },
    user_permission_ids: { table: 'person_permission', from: 'permission' },
  },
  list: {
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

async function guarded(
  tx: Executor,
  call: SignedInCall,
  { before, after }: StoreChange,
  write: () => Promise<void>,
): Promise<void> {
  const actor = await lockActor(tx, call, before?.id)
  const personId = actor.id
  if (before && !after) {
    const target = await mustFind(tx, before.id)
    checkMayDelete(actor, target)
    if (hasAccess(target)) checkFreshSignIn(call.viewer)
  }
  if (!before && after) {
    const given = findChanges(null, after)
    const { groups = [], user_permissions = [] } = given
    const access = {
      is_staff: after['is_staff'] === true,
      is_superuser: after['is_superuser'] === true,
      hasAccess: groups.length + user_permissions.length > 0,
    }
    checkMayCreate(actor, access)
    if (Object.values(access).includes(true)) checkFreshSignIn(call.viewer)
    const nothing = { groups: [], user_permissions: [] }
    checkMayGrant(actor, await newlyGranted(tx, nothing, given))
  }
  if (before && after) {
    const target = before.id === personId ? actor : await mustFind(tx, before.id)
    const orphanPreview = (text: string) => invalid({ is_active: [text] })
    const guarded = { actor, before: target, changes: findChanges(before, after), orphanPreview }
    await guardedChange(tx, call, guarded, write)
    await endTheirSessions(tx, call, before.id, guarded.changes)
  } else await write()
}

async function lockActor(tx: Executor, { viewer }: SignedInCall, id?: number): Promise<UserRow> {
  const { personId } = viewer
  const known = actors.get(tx)
  if (known && id !== personId) return known
  await lockPeople(tx, id === undefined ? [personId] : [personId, id])
  const actor = await mustFind(tx, personId)
  if (id === personId) actors.delete(tx)
  else actors.set(tx, actor)
  return actor
}

function findChanges(before: Row | null, after: Columns): UserChanges {
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
  const fieldByList = Object.fromEntries(
    Object.entries(LISTS).map(([field, name]) => [name, field]),
  )
  throw invalid(
    Object.fromEntries(
      Object.entries(error.fields).map(([name, problems]) => [fieldByList[name] ?? name, problems]),
    ),
  )
}

type EnteredRow = { line: number; traits: Traits }

type Likeness = { id: number | null; line: number | null; name: string; reasons: string[] }

const BATCH = 250

const MOST_REPORTED = 3

/**
 * Whom each person of a file resembles, the likeliest first, by the same rules as for one new
 * person. Leaves out people without any.
 * @param onCompared hears how many more were compared.
 */
async function findAlikeInFile(
  executor: Executor,
  people: readonly EnteredRow[],
  onCompared: (count: number) => Promise<void>,
): Promise<Map<number, Likeness[]>> {
  const earlier = new EarlierLines()
  const found = new Map<number, Likeness[]>()
  for (let done = 0; done < people.length; done += BATCH) {
    const some = people.slice(done, done + BATCH)
    const onFile = await alikeOnFile(executor, some)
    for (const [place, one] of some.entries()) {
      // Other requests have their turn in between, because shared birth dates take long to compare.
      if (place % 50 === 0) await nextTurn()
      const alike = [...(onFile.get(one.line) ?? []), ...earlier.alikeTo(one)]
        .toSorted((a, b) => b.score - a.score)
        .slice(0, MOST_REPORTED)
      if (alike.length > 0) found.set(one.line, alike.map(reported))
      earlier.add(one)
    }
    await onCompared(some.length)
  }
  return found
}

type Scored = Likeness & { score: number }

const reported = ({ id, line, name, reasons }: Scored): Likeness => ({ id, line, name, reasons })

const formatReasons = (reasons: readonly (keyof typeof likenessReasons)[]) =>
  reasons.map((reason) => likenessReasons[reason])

const whoIs = ({ full_name, dob }: { full_name: string; dob: string | null }) =>
  dob ? `${full_name}, born ${formatCalendarDate(dob)}` : full_name

async function alikeOnFile(
  executor: Executor,
  people: readonly EnteredRow[],
): Promise<Map<number, Scored[]>> {
  // It is negative, because nobody on file has such an id.
  const sought = people.map(({ line, traits }) => ({ ...traits, id: -line }))
  const alike = await findAlike(executor, sought)
  const names = await executor
    .selectFrom('person')
    .select(['id', 'full_name', 'dob'])
    .where(sql<boolean>`id = any(${alike.map(({ otherId }) => otherId)}::integer[])`)
    .execute()
  const nameById = new Map(names.map((row) => [row.id, whoIs(row)]))
  return Map.groupBy(
    alike.map(({ soughtId, otherId, score, reasons }) => ({
      of: -soughtId,
      id: otherId,
      line: null,
      score,
      name: nameById.get(otherId) ?? '',
      reasons: formatReasons(reasons),
    })),
    ({ of }) => of,
  )
}

/** Earlier lines, found by the same keys as people on file. */
class EarlierLines {
  readonly #sharing = new Map<string, EnteredRow[]>()

  alikeTo({ traits }: EnteredRow): Scored[] {
    const seen = new Set(sought(traits).flatMap((trait) => this.#sharersOf(trait)))
    return [...seen].flatMap((other) => {
      const { score, reasons } = likeness(traits, other.traits)
      if (score < DUPLICATE_SCORE) return []
      const { first_name, last_name, dob } = other.traits
      const name = whoIs({ full_name: `${first_name} ${last_name}`, dob })
      return [{ id: null, line: other.line, name, score, reasons: formatReasons(reasons) }]
    })
  }

  add(one: EnteredRow): void {
    for (const trait of listTraits(one.traits)) {
      const sharing = this.#sharing.get(trait)
      if (!sharing) this.#sharing.set(trait, [one])
      // Keeps one more than the limit; of a birth date, the first are enough.
      else if (sharing.length <= MOST_SHARING) sharing.push(one)
    }
  }

  #sharersOf(trait: string): EnteredRow[] {
    const sharing = this.#sharing.get(trait) ?? []
    const saysNothing = sharing.length > MOST_SHARING && /^(phone|email) /.test(trait)
    return saysNothing ? [] : sharing
  }
}

function listTraits({ nhs_number, mobile, landline, email, dob }: Traits): string[] {
  const phones = [mobile, landline].map(plainPhone).filter(Boolean)
  const number = plainNhsNumber(nhs_number)
  return [
    ...(number ? [`nhs ${number}`] : []),
    ...new Set(phones.map((phone) => `phone ${phone}`)),
    ...(email ? [`email ${email.trim().toLowerCase()}`] : []),
    ...(dob ? [`born ${dob}`] : []),
  ]
}

function sought(traits: Traits): string[] {
  const { dob } = traits
  const mistaken = dob ? [...mistakenDates(dob), swappedDate(dob) ?? dob] : []
  return [...listTraits(traits), ...mistaken.map((date) => `born ${date}`)]
}
