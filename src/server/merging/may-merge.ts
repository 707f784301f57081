import { sql } from 'kysely'
import { NOT_ALLOWED_AT_ALL } from '#lib/contract/not-allowed.ts'
import { can, notHeld, type PolicyViewer } from '#lib/policy/policy.ts'
import type { SignedInCall } from '../http/implement.ts'
import { isPrepared } from '../people/user-rights.ts'
import type { UserRow } from '../people/user-rows.ts'
import { Refusal } from '../refusals/refusal.ts'

export type Kinds = { people: boolean; guests: boolean }

export const managedBy = (viewer: PolicyViewer): Kinds => ({
  people: can(viewer, 'duplicatePatients.manage'),
  guests: can(viewer, 'duplicateGuests.manage'),
})

export const areManaged = ({ people, guests }: Kinds, ...names: string[]) =>
  sql<boolean>`(${sql.join(
    names.map(
      (name) => sql`case when ${sql.ref(`${name}.is_guest`)}
      then ${guests}::boolean else ${people}::boolean end`,
    ),
    sql` and `,
  )})`

export const isAnyUnmanaged = (
  { people, guests }: Kinds,
  rows: readonly { is_guest: boolean }[],
): boolean => rows.some(({ is_guest }) => (is_guest ? !guests : !people))

/** Others cannot use what they were given. */
const worksHere = ({ is_staff, is_superuser, staff }: UserRow) =>
  is_staff || is_superuser || staff !== null

const holdsAllPermissions = (actor: UserRow, { permissions }: UserRow) =>
  notHeld(actor, permissions).length === 0

/** Whether groups and permissions of a merged record may move. */
export const mayMoveAccess = (actor: UserRow, merged: UserRow) =>
  can(actor, 'access.administer') && holdsAllPermissions(actor, merged)

/**
 * Merging gives both sign-ins what either may do, so it takes all of these permissions. The first
 * person is kept.
 * @throws Refusal `not_allowed`
 */
export function checkMayMerge(
  { viewer }: Pick<SignedInCall, 'viewer'>,
  actor: UserRow,
  people: readonly UserRow[],
): void {
  const refuse = (reason: string) => {
    throw new Refusal('not_allowed', reason)
  }
  const managed = managedBy(actor)
  if (!actor.is_active || !viewer.isStaff) refuse(NOT_ALLOWED_AT_ALL)
  if (isAnyUnmanaged(managed, people)) {
    const [may, not] = managed.guests ? ['guests', 'patients'] : ['patients', 'guests']
    refuse(`You may merge ${may}, but not ${not}. Ask an administrator.`)
  }
  if (people.some(({ id }) => id === actor.id)) {
    refuse('You cannot merge your own record. Ask another administrator.')
  }
  const [kept] = people
  if (!people.some(worksHere) && !(kept && isPrepared(kept))) return
  if (!can(actor, 'access.administer')) {
    refuse(
      'One of these people works here or is about to. Only people who can administer user access can merge their records.',
    )
  }
  if (people.some(({ is_superuser }) => is_superuser) && !actor.is_superuser) {
    refuse('Only a superuser may merge the record of a superuser.')
  }
  if (!people.every((person) => holdsAllPermissions(actor, person))) {
    refuse('One of these people has permissions that you do not have.')
  }
}
