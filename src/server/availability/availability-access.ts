import { can, permits } from '#lib/policy/policy.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { verifyPin } from '../identity/pin.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'

/**
 * @param staffIds everybody whose availability it is, before and after.
 * @returns the call as the clinician's whose PIN was given, else unchanged.
 * @throws Refusal `not_allowed`; `invalid` by `pin_code`; `too_many_requests` after wrong PINs.
 */
export async function admitActing(
  call: SignedInCall,
  action: 'create' | 'change' | 'delete',
  staffIds: readonly number[],
  pin: string | undefined,
): Promise<SignedInCall & { byPin: boolean }> {
  const permitted = (staffId: number) => permits(call.viewer, `availability.${action}`, { staffId })
  const others = [...new Set(staffIds)].filter((id) => permitted(id) !== 'yes')
  const [other] = others
  if (other === undefined) return { ...call, byPin: false }
  if (others.length > 1 || permitted(other) === 'no') {
    throw new Refusal('not_allowed', 'You can only change your own availability.')
  }
  return { ...(await actingFor(call, other, pin)), byPin: true }
}

export async function actingFor(
  call: SignedInCall,
  staffId: number,
  pin: string | undefined,
): Promise<SignedInCall> {
  if (pin === undefined) throw invalid({ pin_code: ['Enter the PIN of this clinician'] })
  if (!(await verifyPin(call, staffId, pin))) {
    throw invalid({ pin_code: ['This is not the PIN of this clinician'] })
  }
  return { ...call, viewer: { ...call.viewer, staffId } }
}

export function checkMaySelect({ viewer }: SignedInCall, staffId: number): void {
  if (can(viewer, 'clinician.choose', { staffId })) return
  throw new Refusal('not_allowed', 'You do not have permission to choose another clinician.')
}

/** Other rooms than the clinician's take a permission. @throws Refusal `not_allowed`. */
export async function checkMaySelectRoom(
  executor: Executor,
  { viewer }: SignedInCall,
  staffId: number,
  roomId: number,
): Promise<void> {
  if (can(viewer, 'room.choose')) return
  const known = await readStaffRooms(executor, staffId)
  if (known.includes(roomId)) return
  throw new Refusal(
    'not_allowed',
    'You do not have permission to choose a room the clinician has not worked in.',
  )
}

export async function readStaffRooms(executor: Executor, staffId: number): Promise<number[]> {
  const rows = await executor
    .selectFrom('availability')
    .select('room_id')
    .distinct()
    .where('staff_id', '=', staffId)
    .execute()
  return rows.map(({ room_id }) => room_id)
}

export const maySeeAvailability = (viewer: SignedIn, staffId: number) =>
  can(viewer, 'schedule.see', { staffId }) || can(viewer, 'clinician.choose', { staffId })
