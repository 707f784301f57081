import { sql } from 'kysely'
import { notHeld } from '#lib/policy/policy.ts'
import type { StoreChange, StoreParts } from '../admin/store.ts'
import type { Executor } from '../database/connection.ts'
import { checkFreshSignIn } from '../identity/fresh-sign-in.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { mergedInto } from './merged-into.ts'
import { findUser, lockPeople } from './user-rows.ts'
import { checkCompetencies, heldCompetencies, writeCompetencies } from './written-competencies.ts'

export const staffStore: StoreParts = {
  read: {
    rows: (executor, call) =>
      executor
        .selectFrom('staff')
        .innerJoin('person', 'person.id', 'staff.person_id')
        .where('staff.is_deleted', '=', false)
        .select([
          'staff.id',
          'staff.version',
          'staff.person_id as user_id',
          'person.full_name',
          'staff.pharmacist_reg_number',
          'staff.is_active',
          sql<number[]>`array(select competency_id ${heldCompetencies(call)})`.as('competency_ids'),
          sql<string[]>`array(select competency.name ${heldCompetencies(call)})`.as(
            'competency_names',
          ),
        ]),
  },
  joined: { competency_ids: { table: 'staff_competency', from: 'competency', isOwn: true } },
  fieldOf: { person_id: 'user_id', pin_hash: 'clear_pin' },
  write: {
    prepare: async (executor, { user_id, clear_pin, ...written }, before) => {
      if (before && before['person_id'] !== user_id) {
        throw invalid({
          user_id: ['You cannot change the person of this record. Add another record instead'],
        })
      }
      const moved = before ? undefined : await mergedInto(executor, Number(user_id))
      if (moved) throw invalid({ user_id: [moved.words] })
      return { ...written, person_id: user_id, ...(clear_pin === true && { pin_hash: null }) }
    },
    guarded: async (executor, call, change, write) => {
      await checkMayWork(executor, call.viewer, change)
      if (changesAccess(change)) checkFreshSignIn(call.viewer)
      await checkCompetencies(executor, call, change)
      await write()
      await writeCompetencies(executor, call, change)
    },
    orphanScopeOf: ({ id }) => ({ staffId: id }),
  },
}

/** Permissions take effect while somebody works here, and a PIN signs for them. */
const changesAccess = ({ before, after }: StoreChange) =>
  (before?.['is_active'] === true) !== (after?.['is_active'] === true) ||
  (after !== null && 'pin_hash' in after)

async function checkMayWork(
  executor: Executor,
  viewer: SignedIn,
  { before, after }: StoreChange,
): Promise<void> {
  const wasActive = before?.['is_active'] === true
  const isActive = after?.['is_active'] === true
  if (wasActive && !isActive && before['person_id'] === viewer.personId) {
    throw invalid({ is_active: ['You cannot do this to yourself. Ask another administrator'] })
  }
  if (wasActive || !isActive) return
  const personId = Number(after['person_id'])
  await lockPeople(executor, [personId])
  const person = await findUser(executor, personId)
  if (!person) {
    throw invalid({ user_id: ['Choose from the list: this no longer exists'] })
  }
  if (person.is_staff || person.is_superuser || viewer.isSuperuser) return
  const [beyond] = notHeld(viewer, person.permissions)
  if (beyond) {
    throw new Refusal(
      'not_allowed',
      `This person has ${beyond}, a permission that you do not have.`,
    )
  }
}
