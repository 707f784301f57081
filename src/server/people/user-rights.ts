import { NOT_ALLOWED_AT_ALL } from '#lib/contract/errors.ts'
import { permissionWords } from '#lib/contract/permission-groups.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { can, notHeld } from '#lib/policy/policy.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { UserChanges, UserRow } from './user-rows.ts'

const ACCESS = ['is_staff', 'groups', 'user_permissions'] as const
/** By these a newcomer is recognised as the person that was prepared for them. */
const RECOGNISED_BY = ['first_name', 'last_name', 'email', 'dob'] as const

const notAllowed = (reason: string) => new Refusal('not_allowed', reason)

const worksHere = ({ is_staff, is_superuser, staff }: UserRow) =>
  is_staff || is_superuser || Boolean(staff?.is_active && !staff.is_deleted)

/**
 * Whether staff prepared this record for somebody who works here, or will: the first who is recognised
 * as that person holds what it was given.
 */
export const isPrepared = (person: UserRow) =>
  !person.has_account && (worksHere(person) || person.permissions.length > 0)

const mayAdminister = (person: UserRow) => can(person, 'access.administer')

const holdsMore = (permission: Permission) =>
  `This person has “${permissionWords(permission)}”, a permission that you do not have.`

/**
 * The rules of who may change what of whom, asked under the locks of both.
 * @throws Refusal `not_allowed` for what the actor may not do, `invalid` for what would lock them out.
 */
export function checkMayChange(actor: UserRow, target: UserRow, changes: UserChanges): void {
  const isChanged = (field: keyof UserChanges) => changes[field] !== undefined
  // Whoever asks may have been changed while this waited for its turn.
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
  // What somebody was given opens nothing until they work here.
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

/**
 * Whoever changes what a whole group of people may do works here, and may change access.
 * @throws Refusal `not_allowed`.
 */
export function checkMayAdminister(actor: UserRow): void {
  if (!actor.is_active || !worksHere(actor) || !mayAdminister(actor)) {
    throw notAllowed('You do not have permission to change access.')
  }
}

/**
 * Nobody gives what they do not hold (nor a group with it).
 * @throws Refusal `not_allowed` that names the first such permission.
 */
export function checkMayGrant(actor: UserRow, granted: readonly Permission[]): void {
  const [beyond] = notHeld(actor, granted)
  if (beyond) {
    throw notAllowed(`You cannot grant “${permissionWords(beyond)}” because you do not have it.`)
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

/**
 * Whoever changed their own access must still be able to change it back.
 * @throws Refusal `invalid` by the fields of which one took it away.
 */
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

/**
 * @throws Refusal `not_allowed` for access that the actor may not give to somebody new.
 */
export function checkMayCreate(
  actor: UserRow,
  wanted: Pick<UserRow, 'is_staff' | 'is_superuser'> & { hasAccess: boolean },
): void {
  if (wanted.is_superuser && !actor.is_superuser) {
    throw notAllowed('Only a superuser may change who is a superuser.')
  }
  if ((wanted.is_staff || wanted.hasAccess) && !mayAdminister(actor)) {
    throw notAllowed('You do not have permission to set access.')
  }
}

/** @throws Refusal `not_allowed` for oneself, and for whoever may do more than the actor. */
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
