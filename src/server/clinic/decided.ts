import { sql } from 'kysely'
import type { z } from 'zod'
import type { StrandedDecision } from '#lib/contract/stranded.ts'
import { cancelWithin } from '../booking/appointment-outcome.ts'
import { auditAppointment } from '../booking/change-appointment.ts'
import { moveAppointment } from '../booking/move-appointment.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { Refusal } from '../refusal.ts'
import type { ChangedTime } from './announce.ts'
import { noteLeft, type Stranded } from './stranded.ts'

export type Decision = z.output<typeof StrandedDecision>

/** There are appointments that nobody has decided about. */
export class Undecided extends Refusal {}

/** @throws Refusal `stale` unless each has its decision, made about it as it is. */
export function checkDecided(
  stranded: readonly { id: number; version: number }[],
  decisions: readonly Decision[],
): void {
  const seen = new Map(decisions.map((one) => [one.appointment_id, one.version]))
  const isDecided = stranded.every(({ id, version }) => seen.get(id) === version)
  if (isDecided && seen.size === stranded.length) return
  if (stranded.length > seen.size) {
    throw new Undecided('stale', 'This affects some appointments. Choose what to do with each one.')
  }
  throw new Refusal('stale', 'The appointments that this affects have changed. Check them again.')
}

/**
 * Moves what is to be moved, after the change that strands it.
 * @returns their ids. @throws Refusal whatever a move is refused with.
 */
export async function moveDecided(
  tx: Executor,
  call: SignedInCall,
  decisions: readonly Decision[],
): Promise<number[]> {
  const moves = decisions.filter((decision) => decision.action === 'move')
  for (const { appointment_id: id, version, start, staff_id, room_id } of moves) {
    await moveAppointment(tx, call, {
      id,
      version,
      start: Date.parse(start),
      staffId: staff_id,
      roomId: room_id,
    })
  }
  return moves.map(({ appointment_id }) => appointment_id)
}

/**
 * Cancels what is to be cancelled.
 * @returns their ids. @throws Refusal as `cancelWithin`.
 */
export async function cancelDecided(
  tx: Executor,
  call: SignedInCall,
  decisions: readonly Decision[],
): Promise<number[]> {
  const cancelled = decisions.filter((decision) => decision.action === 'cancel')
  for (const { appointment_id, ...about } of cancelled) {
    await cancelWithin(tx, call, appointment_id, about)
  }
  return cancelled.map(({ appointment_id }) => appointment_id)
}

/** For open schedules: where the stranded appointments were, and where they are moved to. */
export function timesDecided(
  stranded: readonly Stranded[],
  decisions: readonly Decision[],
): ChangedTime[] {
  const placeOf = new Map(
    decisions.flatMap((one) => (one.action === 'move' ? [[one.appointment_id, one] as const] : [])),
  )
  return stranded.flatMap(({ id, start, duration, staff, room }) => {
    const was = timeIn(staff.id, room.id, start, duration)
    const to = placeOf.get(id)
    return to ? [was, timeIn(to.staff_id, to.room_id, to.start, duration)] : [was]
  })
}

/** `duration` in minutes. */
function timeIn(staff_id: number, room_id: number, start: string, duration: number): ChangedTime {
  const starts_at = new Date(start)
  return {
    staff_id,
    room_id,
    starts_at,
    ends_at: new Date(starts_at.getTime() + duration * 60_000),
  }
}

/** The ids of the appointments that are to be left as they are. */
export const leftOf = (decisions: readonly Decision[]): number[] =>
  decisions.flatMap((one) => (one.action === 'leave' ? [one.appointment_id] : []))

/**
 * Notes that these were knowingly left as they are, and on the trail of each.
 * @returns the ids of those that lack something.
 */
export async function leaveDecided(
  tx: Executor,
  call: SignedInCall,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const { services, viewer } = call
  const left = await noteLeft(tx, ids, {
    by: viewer.personId,
    now: services.now(),
    zone: services.settings.CLINIC_TIME_ZONE,
  })
  const rows = await tx
    .selectFrom('appointment')
    .select(['id', 'patient_id'])
    .where(sql<boolean>`id = any(${left}::integer[])`)
    .orderBy('id')
    .execute()
  for (const row of rows) await auditAppointment(tx, call, row, 'appointment.left')
  return left
}
