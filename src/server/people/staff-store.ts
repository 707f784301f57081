import { sql } from 'kysely'
import type { Permission } from '#lib/contract/permissions.ts'
import { holds, notHeld } from '#lib/policy/policy.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Columns, StoreChange, StoreParts } from '../admin/store.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { checkFreshSignIn } from '../identity/fresh-sign-in.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import { mergedInto } from './merged-into.ts'
import { findUser, lockPeople } from './user-rows.ts'

const today = ({ services }: SignedInCall) =>
  sql`${toClinicDate(services.now(), services.settings.CLINIC_TIME_ZONE)}::date`

const heldCompetencies = (call: SignedInCall) => sql`
  from staff_competency as held join competency on competency.id = held.competency_id
  where held.staff_id = staff.id and (held.expires_at is null or held.expires_at >= ${today(call)})
  group by held.competency_id, competency.name order by held.competency_id`

async function checkCompetencies(
  tx: Executor,
  call: SignedInCall,
  change: StoreChange,
): Promise<void> {
  const { added, ended } = changedCompetencies(change)
  if (added.length > 0) checkMay(call, 'clinic.add_staffcompetency')
  if (ended.length > 0) checkMay(call, 'clinic.change_staffcompetency')
  const { rows } = await sql`
    select from competency where id = any(${added}::integer[]) for key share`.execute(tx)
  if (rows.length < added.length) {
    throw invalid({ competency_ids: ['Choose from the list: one of these no longer exists'] })
  }
}

/**
 * A competency that is new is issued today, without an end; one that is left out ends yesterday, so
 * that what was held stays on record.
 */
async function writeCompetencies(
  tx: Executor,
  call: SignedInCall,
  change: StoreChange,
): Promise<void> {
  const { before, after } = change
  const { added, ended } = changedCompetencies(change)
  if (!after || added.length + ended.length === 0) return
  const staffId = before?.id ?? (await newStaffId(tx, after))
  const ofEnded = sql`staff_id = ${staffId} and competency_id = any(${ended}::integer[])`
  await sql`delete from staff_competency
    where ${ofEnded} and issued_at >= ${today(call)}`.execute(tx)
  await sql`update staff_competency set expires_at = ${today(call)} - 1
    where ${ofEnded} and (expires_at is null or expires_at >= ${today(call)})`.execute(tx)
  await sql`insert into staff_competency (staff_id, competency_id, issued_at)
    select ${staffId}::integer, added.id, ${today(call)}
    from unnest(${added}::integer[]) as added (id)`.execute(tx)
}

function changedCompetencies({ before, after }: StoreChange) {
  const held = (before?.['competency_ids'] ?? []) as number[]
  const chosen = (after?.['competency_ids'] ?? held) as number[]
  return {
    added: chosen.filter((id) => !held.includes(id)),
    ended: held.filter((id) => !chosen.includes(id)),
  }
}

function checkMay({ viewer }: SignedInCall, permission: Permission): void {
  if (holds(viewer, permission)) return
  throw new Refusal('not_allowed', 'You do not have permission to change competencies.')
}

async function newStaffId(tx: Executor, { person_id }: Columns): Promise<number> {
  const { id } = await tx
    .selectFrom('staff')
    .select('id')
    .where('person_id', '=', Number(person_id))
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
  return id
}

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
      if (moved) throw invalid({ user_id: [moved.text] })
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
