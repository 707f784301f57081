import { sql } from 'kysely'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import { auditAppointment } from '../appointments/change-appointment.ts'
import { cancelWithin } from '../appointments/change-status.ts'
import { rescheduleAppointment } from '../appointments/reschedule-appointment.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notifyPatient } from '../messages/notify-patient.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { ChangedTime } from '../schedule/announce.ts'
import { type Orphan, recordKeepResolution } from './find-orphaned.ts'

export class Unresolved extends Refusal {}

/** @throws Refusal `stale` unless each has its decision, made about it as it is. */
export function checkResolved(
  orphaned: readonly { id: number; version: number }[],
  resolutions: readonly Resolution[],
): void {
  const seen = new Map(resolutions.map((one) => [one.appointment_id, one.version]))
  const isDecided = orphaned.every(({ id, version }) => seen.get(id) === version)
  if (isDecided && seen.size === orphaned.length) return
  if (orphaned.length > seen.size) {
    throw new Unresolved(
      'stale',
      'This affects some appointments. Choose what to do with each one.',
    )
  }
  throw new Refusal('stale', 'The appointments that this affects have changed. Check them again.')
}

/**
 * Moves what is to be moved, after the change that orphans it.
 * @returns their ids.
 * @throws Refusal whatever a move is refused with.
 */
export async function rescheduleResolved(
  tx: Executor,
  call: SignedInCall,
  resolutions: readonly Resolution[],
): Promise<number[]> {
  const moves = resolutions.filter((resolution) => resolution.action === 'reschedule')
  for (const { appointment_id: id, version, start, staff_id, room_id, ...notification } of moves) {
    await rescheduleAppointment(tx, call, {
      id,
      version,
      start: Date.parse(start),
      staffId: staff_id,
      roomId: room_id,
      notification,
    })
  }
  return moves.map(({ appointment_id }) => appointment_id)
}

export async function cancelResolved(
  tx: Executor,
  call: SignedInCall,
  resolutions: readonly Resolution[],
): Promise<number[]> {
  const cancelled = resolutions.filter((resolution) => resolution.action === 'cancel')
  for (const { appointment_id, tell_patient, message, ...about } of cancelled) {
    await cancelWithin(tx, call, appointment_id, about)
    await notifyPatient(tx, [appointment_id], { tell_patient, message })
  }
  return cancelled.map(({ appointment_id }) => appointment_id)
}

/** For open schedules: where the orphaned appointments were, and where they are moved to. */
export function resolvedTimes(
  orphaned: readonly Orphan[],
  resolutions: readonly Resolution[],
): ChangedTime[] {
  const rescheduleByAppointment = new Map(
    resolutions.flatMap((one) =>
      one.action === 'reschedule' ? [[one.appointment_id, one] as const] : [],
    ),
  )
  return orphaned.flatMap(({ id, start, duration, staff, room }) => {
    const was = timeIn(staff.id, room.id, start, duration)
    const to = rescheduleByAppointment.get(id)
    return to ? [was, timeIn(to.staff_id, to.room_id, to.start, duration)] : [was]
  })
}

function timeIn(staff_id: number, room_id: number, start: string, duration: number): ChangedTime {
  const starts_at = new Date(start)
  return {
    staff_id,
    room_id,
    starts_at,
    ends_at: new Date(starts_at.getTime() + duration * 60_000),
  }
}

export const keepResolutionIds = (resolutions: readonly Resolution[]): number[] =>
  resolutions.flatMap((one) => (one.action === 'keep' ? [one.appointment_id] : []))

/**
 * Notes that these were knowingly left as they are, and on the trail of each.
 * @returns the ids of those that lack something.
 */
export async function keepUnchanged(
  tx: Executor,
  call: SignedInCall,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const { services, viewer } = call
  const kept = await recordKeepResolution(tx, ids, {
    by: viewer.personId,
    now: services.now(),
    zone: services.settings.CLINIC_TIME_ZONE,
  })
  const rows = await tx
    .selectFrom('appointment')
    .select(['id', 'patient_id'])
    .where(sql<boolean>`id = any(${kept}::integer[])`)
    .orderBy('id')
    .execute()
  for (const row of rows) await auditAppointment(tx, call, row, 'appointment.left')
  return kept
}
