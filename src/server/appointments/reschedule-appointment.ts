import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { auditByViewer } from '../audit/audit.ts'
import { asStaff } from '../booking/booking-rules.ts'
import { findOpenings, listOverrides } from '../booking/find-openings.ts'
import type { Executor } from '../database/connection.ts'
import { brokenConstraint } from '../database/failures.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { checkMay } from '../identity/schedule-scope.ts'
import { notifyPatient, notNotified } from '../messages/notify-patient.ts'
import { invalid, Refusal, slotTaken } from '../refusals/refusal.ts'
import { type BookedOpening, toBookedOpening, undoableOpening } from './last-change.ts'
import { type AppointmentForUpdate, checkStatus, lockAppointment } from './lock-appointment.ts'
import { rescheduleTo, restoreAppointment } from './reschedule-to.ts'

export type Reschedule = {
  id: number
  version?: number | undefined
  start?: number | undefined
  staffId?: number | undefined
  roomId?: number | undefined
  availabilityId?: number | null | undefined
  typeId?: number | undefined
  duration?: number | undefined
  notification?: NotifyPatient
}

/**
 * Changes time, clinician, room, type or duration in the caller's transaction; run it again where
 * `retried` says so.
 * @returns what it was like before: after the commit, `announce` that and the new time.
 * @throws Refusal `stale`; `conflict` when not booked or impossible there; `slot_taken`;
 *   `not_allowed` for another clinician's or an override; `invalid` off the marks, and as
 *   `notifyPatient`.
 */
export async function rescheduleAppointment(
  tx: Executor,
  call: SignedInCall,
  requested: Reschedule,
): Promise<AppointmentForUpdate> {
  const before = await lockAppointment(tx, call, 'appointment.change', requested)
  const change = await inAvailability(tx, before, requested)
  if (!isFor(toBookedOpening(before), before, change))
    await rescheduleLocked(tx, call, before, change)
  else if (change.notification?.message) throw notNotified()
  return before
}

/** @throws Refusal `invalid` for an unknown availability, and for another clinician than its own. */
async function inAvailability(
  tx: Executor,
  before: AppointmentForUpdate,
  { availabilityId, ...change }: Reschedule,
): Promise<Reschedule> {
  if (!availabilityId || availabilityId === before.availability_id) return change
  const availability = await tx
    .selectFrom('availability')
    .select(['staff_id', 'room_id'])
    .where('id', '=', availabilityId)
    .executeTakeFirstOrThrow(() =>
      invalid({ availability_id: ['This availability was not found.'] }),
    )
  const isOther = (chosen: number | undefined, old: number | null, own: number) =>
    chosen !== undefined && chosen !== old && chosen !== own
  if (
    isOther(change.staffId, before.staff_id, availability.staff_id) ||
    isOther(change.roomId, before.room_id, availability.room_id)
  ) {
    throw invalid({ availability_id: ['It is of another clinician or room than you chose.'] })
  }
  return {
    ...change,
    availabilityId,
    staffId: availability.staff_id,
    roomId: availability.room_id,
  }
}

async function rescheduleLocked(
  tx: Executor,
  call: SignedInCall,
  before: AppointmentForUpdate,
  change: Reschedule,
): Promise<void> {
  const booked = toBookedOpening(before)
  const {
    typeId = booked.typeId,
    start = booked.start,
    staffId = booked.staffId,
    notification,
  } = change
  const action = typeId === booked.typeId ? 'appointment.reschedule' : 'appointment.changeType'
  checkMay(call, action, before.staff_id)
  checkStatus(action, before, NOT_BOOKED)
  checkMay(call, action, staffId)
  const former = await undoableOpening(tx, call, before)
  if (former && isFor(former, before, change)) {
    const changed = await restoreAppointment(tx, before, former).catch(explainTaken)
    await auditReschedule(tx, call, before, { changed, notification })
    return
  }
  const found = await findOpenings(tx, asStaff(call, before.staff_id), {
    typeId,
    start,
    duration: change.duration,
    agreed: { ...booked, siteId: before.site_id },
    staffId,
    roomId: change.roomId,
    availabilityId: change.availabilityId ?? undefined,
    patientId: before.patient_id ?? undefined,
    exceptId: before.id,
  })
  const [opening] = found.openings
  const changed = await rescheduleTo(tx, before, { ...opening, typeId }).catch(explainTaken)
  const overrides = listOverrides(found, opening)
  await auditReschedule(tx, call, before, { changed, notification, overrides })
}

type Rescheduled = {
  changed: JsonObject
  notification: NotifyPatient | undefined
  overrides?: string[]
}

async function auditReschedule(
  tx: Executor,
  call: SignedInCall,
  before: AppointmentForUpdate,
  { changed, notification, overrides = [] }: Rescheduled,
): Promise<void> {
  if (Object.keys(changed).length === 0) return
  const isRescheduled = 'start' in changed || 'staff_id' in changed || 'room_id' in changed
  await auditByViewer(tx, call, {
    action: isRescheduled ? 'appointment.moved' : 'appointment.changed',
    subjectType: 'appointment',
    subjectId: before.id,
    patientId: before.patient_id,
    change: {
      ...changed,
      ...(overrides.length > 0 && { overrides }),
      ...(notification && (await notifyPatient(tx, [before.id], notification))),
    },
  })
}

function isFor(opening: BookedOpening, before: AppointmentForUpdate, change: Reschedule) {
  const now = toBookedOpening(before)
  const parts = ['start', 'duration', 'staffId', 'roomId', 'typeId'] as const
  return parts.every((part) => (change[part] ?? now[part]) === opening[part])
}

const NOT_BOOKED: Readonly<Record<string, string>> = {
  cancelled: 'This appointment was cancelled, so you cannot move or change it.',
  completed: 'This appointment has taken place, so you cannot move or change it.',
  did_not_attend: 'The patient did not attend this appointment, so you cannot move it.',
}

/** @throws the Refusal of a broken constraint, in words for staff. */
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
