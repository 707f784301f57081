import type { Selectable } from 'kysely'
import { isPossible, type PolicyAction } from '#lib/policy/policy.ts'
import type { Executor } from '../database/connection.ts'
import type { DB } from '../database/types.ts'
import { refuseContradictions } from '../http/contradictions.ts'
import type { SignedInCall } from '../http/implement.ts'
import { checkMay } from '../identity/schedule-scope.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { presentClinicAppointment, readClinicAppointmentRow } from './clinic-appointment-rows.ts'
import { formatLastChange } from './last-change.ts'

export type AppointmentForUpdate = Selectable<DB['appointment']>

/**
 * The status is still to be checked: `checkStatus`.
 * @throws Refusal `not_found`, `not_allowed`, `stale` with who changed it and when; `invalid` for
 *   another patient or state than it has.
 */
export async function lockAppointment(
  tx: Executor,
  call: SignedInCall,
  action: PolicyAction,
  { id, version }: { id: number; version?: number | undefined },
): Promise<AppointmentForUpdate> {
  const row = await tx
    .selectFrom('appointment')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'held')
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('This appointment'))
  checkMay(call, action, row.staff_id)
  if (version !== undefined && row.version !== version) {
    throw new Refusal('stale', await formatLastChange(tx, call, id))
  }
  await refuseContradictions(call, async () => {
    const stored = await readClinicAppointmentRow(tx, id)
    return stored && presentClinicAppointment(stored, call)
  })
  return row
}

/** @param reasons by status. @throws Refusal `conflict`. */
export function checkStatus(
  action: PolicyAction,
  { status }: AppointmentForUpdate,
  reasons: Readonly<Record<string, string>>,
): void {
  if (isPossible(action, { status })) return
  throw new Refusal('conflict', reasons[status] ?? 'You cannot do this with the appointment now.')
}
