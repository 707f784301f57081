import { sql } from 'kysely'
import type { Permission } from '#lib/contract/permissions.ts'
import { holds } from '#lib/policy/policy.ts'
import { toClinicDate } from '#lib/scheduling/clinic-time.ts'
import type { Columns, StoreChange } from '../admin/store.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'

const today = ({ services }: SignedInCall) =>
  sql`${toClinicDate(services.now(), services.settings.CLINIC_TIME_ZONE)}::date`

export const heldCompetencies = (call: SignedInCall) => sql`
  from staff_competency as held join competency on competency.id = held.competency_id
  where held.staff_id = staff.id and (held.expires_at is null or held.expires_at >= ${today(call)})
  group by held.competency_id, competency.name order by held.competency_id`

export async function checkCompetencies(
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
export async function writeCompetencies(
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
