import { NOT_ALLOWED_AT_ALL } from '#lib/contract/not-allowed.ts'
import { permissionLabels } from '#lib/contract/permission-groups.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { can, notHeld } from '#lib/policy/policy.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import type { UserChanges, UserRow } from './user-rows.ts'

const ACCESS = ['is_staff', 'groups', 'user_permissions'] as const
/** There is something that would become another person's. Holds have no patient. */
const RECOGNISED_BY = ['first_name', 'last_name', 'email', 'dob'] as const

const notAllowed = (reason: string) => new Refusal('not_allowed', reason)

const worksHere = ({ is_staff, is_superuser, staff }: UserRow) =>
  is_staff || is_superuser || Boolean(staff?.is_active && !staff.is_deleted)

/** Staff prepared this record, so the newcomer who is recognised gets its permissions. */
export const isPrepared = (person: UserRow) =>
  !person.has_account && (worksHere(person) || person.permissions.length > 0)

/** What they may do here, or who can come in as them. */
export const changesAccess = (target: UserRow, changes: UserChanges): boolean =>
  [
    ...ACCESS,
    'is_superuser' as const,
    ...(worksHere(target) ? (['is_active'] as const) : []),
    ...(isPrepared(target) ? RECOGNISED_BY : []),
  ].some((field) => changes[field] !== undefined)

const mayAdminister = (person: UserRow) => can(person, 'access.administer')

const holdsMore = (permission: Permission) =>
  `This person has “${permissionLabels(permission)}”, a permission that you do not have.`

/** Call it under the locks of both. @throws Refusal `not_allowed`, `invalid` for a lock-out. */
export function checkMayChange(actor: UserRow, target: UserRow, changes: UserChanges): void {
  const isChanged = (field: keyof UserChanges) => changes[field] !== undefined
  if (!actor.is_active || !worksHere(actor) || !can(actor, 'person.change')) {
    throw notAllowed(NOT_ALLOWED_AT_ALL)
  }
  if (target.is_superuser && !actor.is_superuser) {
    throw notAllowed('Only a superuser may change a superuser.')
  }
  if (isChanged('is_superuser') && !actor.is_superuser) {
    throw notAllowed('Only a superuser may change who is a superuser.')
  }
  if (ACCESS.some(isChanged) && !mayAdminister(actor)) {
    throw notAllowed('You do not have permission to change access.')
  }
  if (isChanged('is_active') && worksHere(target) && !mayAdminister(actor)) {
    throw notAllowed('You may not open or close the account of somebody who works here.')
  }
  const [beyond] = notHeld(actor, target.permissions)
  // Permissions open nothing until the person works here.
  if (beyond && changes.is_staff) {
    throw notAllowed(holdsMore(beyond))
  }
  const mayPrepare = !beyond && mayAdminister(actor)
  if (isPrepared(target) && RECOGNISED_BY.some(isChanged) && !mayPrepare) {
    throw notAllowed(
      'Name, date of birth and email decide who can sign in as this person. Until they first sign in, you can only change these if you can administer user access and have all of this person’s permissions.',
    )
  }
  if (actor.id === target.id) checkOwnAccess(changes)
}

export function checkMayAdminister(actor: UserRow): void {
  if (!actor.is_active || !worksHere(actor) || !mayAdminister(actor)) {
    throw notAllowed('You do not have permission to change access.')
  }
}

export function checkMayGrant(actor: UserRow, granted: readonly Permission[]): void {
  const [beyond] = notHeld(actor, granted)
  if (beyond) {
    throw notAllowed(`You cannot grant “${permissionLabels(beyond)}” because you do not have it.`)
  }
}

function checkOwnAccess(changes: UserChanges): void {
  if (changes.is_active === false) {
    throw invalid({ is_active: ['You cannot close your own account. Ask another administrator.'] })
  }
  if (changes.is_superuser === false) {
    throw invalid({
      is_superuser: ['You cannot remove your own superuser access. Ask another superuser.'],
    })
  }
  if (changes.is_staff === false) {
    throw invalid({
      is_staff: ['You cannot remove your own staff access. Ask another administrator.'],
    })
  }
}

/** The actor must be able to change their access back. @throws Refusal `invalid` by field. */
export function checkStillAdministrator(
  before: UserRow,
  after: UserRow,
  changes: UserChanges,
): void {
  const lost = (['person.change', 'access.administer'] as const).some(
    (action) => can(before, action) && !can(after, action),
  )
  if (!lost) return
  const changed = (['groups', 'user_permissions'] as const).filter((field) => changes[field])
  const words = ['You would no longer be able to manage users. Ask another administrator.']
  throw invalid(Object.fromEntries(changed.map((field) => [field, words])))
}

export function checkMayCreate(
  actor: UserRow,
  access: Pick<UserRow, 'is_staff' | 'is_superuser'> & { hasAccess: boolean },
): void {
  if (access.is_superuser && !actor.is_superuser) {
    throw notAllowed('Only a superuser may change who is a superuser.')
  }
  if ((access.is_staff || access.hasAccess) && !mayAdminister(actor)) {
    throw notAllowed('You do not have permission to set access.')
  }
}

/** Deleting them takes away what they may do here, now or once they have signed in. */
export const hasAccess = (person: UserRow): boolean =>
  worksHere(person) || person.permissions.length > 0

export function checkMayDelete(actor: UserRow, target: UserRow): void {
  if (actor.id === target.id) throw notAllowed('You cannot delete yourself.')
  if (target.is_superuser && !actor.is_superuser) {
    throw notAllowed('Only a superuser may delete a superuser.')
  }
  if (worksHere(target) && !mayAdminister(actor)) {
    throw notAllowed('You may not delete somebody who works here.')
  }
  const [beyond] = notHeld(actor, target.permissions)
  if (beyond) throw notAllowed(holdsMore(beyond))
}
