import type { Selectable } from 'kysely'
import { actorOf, audit } from '../audit.ts'
import type { Executor } from '../database/connection.ts'
import { brokenConstraint } from '../database/failures.ts'
import type { DB, JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound, Refusal, slotTaken } from '../refusal.ts'
import { type AppointmentPlace, lastChangeInWords, placeOf, undoablePlace } from './last-change.ts'
import { checkMayChangeOf } from './others-appointments.ts'
import { findPlaces } from './place.ts'
import { placeAppointment, restoreAppointment } from './place-appointment.ts'

/** Where an appointment is to be; what is left out stays as it is. */
export type AppointmentMove = {
  id: number
  /** The version that whoever moves it has seen. */
  version: number
  /** Epoch milliseconds. */
  start?: number | undefined
  staffId?: number | undefined
  /** Left out: wherever the clinician works at that time. */
  roomId?: number | undefined
  typeId?: number | undefined
  /** Minutes; left out: as it was, or the duration of another type. */
  duration?: number | undefined
}

export type LockedAppointment = Selectable<DB['appointment']>

/**
 * Moves a booked appointment, or changes its clinician, room, type or duration: it stays the same
 * appointment, gives the old time back and takes the new one. Runs in the caller's transaction, which
 * it leaves unusable when it throws; the caller runs that again where `retried` says so. A move that
 * asks for nothing new does nothing.
 * @returns what it was like before: once the transaction stands, `announce` that and the new place.
 * @throws Refusal `stale` when somebody changed it since `version`, `conflict` when it is not booked
 *   any more or could never be there, `slot_taken` when the time is gone, `not_allowed` for another
 *   clinician's appointment or an override without the permission, `invalid` for a start that is none.
 */
export async function rescheduleAppointment(
  tx: Executor,
  call: SignedInCall,
  move: AppointmentMove,
): Promise<LockedAppointment> {
  const before = await lockAppointment(tx, call, move.id, move.version)
  if (isAnotherPlace(before, move)) await moveLocked(tx, call, before, move)
  return before
}

/**
 * An appointment that nobody else changes until the transaction ends.
 * @throws Refusal `not_found`, `not_allowed` for another clinician's, or `stale` for another version
 *   than `version`, if one is given, with who changed it and when.
 */
export async function lockAppointment(
  tx: Executor,
  call: SignedInCall,
  id: number,
  version: number | undefined,
): Promise<LockedAppointment> {
  const row = await tx
    .selectFrom('appointment')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'held')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('This appointment')
  checkMayChangeOf(call, row.staff_id)
  if (version !== undefined && row.version !== version) {
    throw new Refusal('stale', await lastChangeInWords(tx, call, id))
  }
  return row
}

async function moveLocked(
  tx: Executor,
  call: SignedInCall,
  before: LockedAppointment,
  move: AppointmentMove,
): Promise<void> {
  if (before.status !== 'booked') throw new Refusal('conflict', NOT_BOOKED[before.status] ?? '')
  const typeId = move.typeId ?? before.appointment_type_id
  const isOtherType = typeId !== before.appointment_type_id
  const start = move.start ?? before.starts_at.getTime()
  const staffId = move.staffId ?? before.staff_id
  if (staffId !== before.staff_id) checkMayChangeOf(call, staffId)
  const former = await undoablePlace(tx, call, before)
  if (former && isPlace(former, before, move)) {
    const change = await restoreAppointment(tx, before, former).catch(explainTaken)
    await auditMove(tx, call, before, change)
    return
  }
  const [place] = await findPlaces(tx, call, {
    typeId,
    start,
    duration: move.duration ?? (isOtherType ? undefined : before.duration),
    agreed: {
      typeId: before.appointment_type_id,
      duration: before.duration,
      siteId: before.site_id,
    },
    staffId,
    roomId: move.roomId,
    patientId: before.patient_id ?? undefined,
    exceptId: before.id,
  })
  const after = { ...place, start, typeId }
  const change = await placeAppointment(tx, before, after).catch(explainTaken)
  await auditMove(tx, call, before, change, place.overrides)
}

async function auditMove(
  tx: Executor,
  call: SignedInCall,
  before: LockedAppointment,
  change: JsonObject,
  overrides: string[] = [],
): Promise<void> {
  if (Object.keys(change).length === 0) return
  const isMoved = 'start' in change || 'staff_id' in change || 'room_id' in change
  await audit(tx, call, {
    actor: actorOf(call.viewer),
    action: isMoved ? 'appointment.moved' : 'appointment.changed',
    subjectType: 'appointment',
    subjectId: before.id,
    patientId: before.patient_id,
    change: { ...change, ...(overrides.length > 0 && { overrides }) },
  })
}

/** Whether a move asks for anything that is not so already. */
const isAnotherPlace = (before: LockedAppointment, move: AppointmentMove) =>
  !isPlace(placeOf(before), before, move)

/** Whether a move asks for exactly this place. */
function isPlace(place: AppointmentPlace, before: LockedAppointment, move: AppointmentMove) {
  const now = placeOf(before)
  const parts = ['start', 'duration', 'staffId', 'roomId', 'typeId'] as const
  return parts.every((part) => (move[part] ?? now[part]) === place[part])
}

const NOT_BOOKED: Readonly<Record<string, string>> = {
  cancelled: 'This appointment was cancelled, so you cannot move or change it.',
  completed: 'This appointment has taken place, so you cannot move or change it.',
  did_not_attend: 'The patient did not attend this appointment, so you cannot move it.',
}

/** @throws what a broken constraint means to somebody who books for another. */
export function explainTaken(error: unknown): never {
  switch (brokenConstraint(error)) {
    case 'appointment_patient_overlap':
      throw new Refusal('conflict', 'The patient has another appointment at that time.')
    case 'appointment_staff_overlap':
    case 'appointment_room_overlap':
      throw slotTaken()
  }
  throw error
}
