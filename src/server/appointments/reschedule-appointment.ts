import { type Selectable, sql } from 'kysely'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import type { Opening } from '#lib/scheduling/bookability.ts'
import { auditByViewer } from '../audit/audit.ts'
import { asStaff } from '../booking/booking-rules.ts'
import { findOpenings, listOverrides } from '../booking/find-openings.ts'
import { clearExpiredHolds } from '../booking/hold-lifetime.ts'
import { lockOccurrences } from '../booking/locked-occurrences.ts'
import type { Executor } from '../database/connection.ts'
import { brokenConstraint } from '../database/failures.ts'
import type { DB, JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { checkMay } from '../identity/schedule-scope.ts'
import { notifyPatient, notNotified } from '../messages/notify-patient.ts'
import { invalid, Refusal, slotTaken } from '../refusals/refusal.ts'
import { type BookedOpening, toBookedOpening, undoableOpening } from './last-change.ts'
import { type AppointmentForUpdate, checkStatus, lockAppointment } from './lock-appointment.ts'

type Reschedule = {
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

type BookedAt = BookedOpening & {
  siteId: number
  availabilityId: number | null
}

/**
 * Runs under the appointment's lock.
 * @returns the change: instants in UTC, durations in minutes, else ids.
 * @throws Refusal `slot_taken` when the occurrence is gone; the exclusion violation when clinician,
 *   room or patient are taken.
 */
export async function rescheduleTo(
  tx: Executor,
  before: Selectable<DB['appointment']>,
  opening: Opening & Pick<BookedOpening, 'typeId'>,
): Promise<JsonObject> {
  const occurrence = await lockOccurrences(tx)
    .where('occurrence.id', '=', opening.occurrenceId)
    .select('occurrence.id')
    .executeTakeFirst()
  if (!occurrence) throw slotTaken()
  return await update(tx, before, opening)
}

/**
 * Undoes the last reschedule, whatever the booking rules say by now (docs/decisions/0052). Runs
 * under the appointment's lock.
 * @throws the exclusion violation.
 */
async function restoreAppointment(
  tx: Executor,
  before: Selectable<DB['appointment']>,
  former: BookedOpening,
): Promise<JsonObject> {
  const { staffId, roomId, start, duration } = former
  const { site_id: siteId } = await tx
    .selectFrom('room')
    .select('site_id')
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow()
  const occurrence = await tx
    .selectFrom('availability_occurrence')
    .select('availability_id')
    .where('staff_id', '=', staffId)
    .where('room_id', '=', roomId)
    .where('starts_at', '<=', new Date(start))
    .where('ends_at', '>=', new Date(start + duration * 60_000))
    .forShare()
    .executeTakeFirst()
  return await update(tx, before, {
    ...former,
    siteId,
    availabilityId: occurrence?.availability_id ?? null,
  })
}

async function update(
  tx: Executor,
  before: Selectable<DB['appointment']>,
  after: BookedAt,
): Promise<JsonObject> {
  await clearExpiredHolds(tx, after)
  await tx
    .updateTable('appointment')
    .set({
      appointment_type_id: after.typeId,
      availability_id: after.availabilityId,
      staff_id: after.staffId,
      room_id: after.roomId,
      site_id: after.siteId,
      starts_at: new Date(after.start),
      duration: after.duration,
      ...(isAnotherVisit(before, after) && { rescheduled_on: sql<Date>`now()` }),
    })
    .where('id', '=', before.id)
    .execute()
  await moveLinks(tx, before, after)
  return findChanges(before, after)
}

/** The patient comes at another time, to another site or for something else. */
const isAnotherVisit = (before: Selectable<DB['appointment']>, after: BookedAt) =>
  before.starts_at.getTime() !== after.start ||
  before.duration !== after.duration ||
  before.site_id !== after.siteId ||
  before.appointment_type_id !== after.typeId

/** Links last as long after the new time as after the old one. */
async function moveLinks(
  tx: Executor,
  before: Selectable<DB['appointment']>,
  { start, duration }: BookedAt,
): Promise<void> {
  const later = start + duration * 60_000 - before.ends_at.getTime()
  await tx
    .updateTable('appointment_access')
    .set({
      expires_at: sql<Date>`expires_at + make_interval(secs => ${later / 1000}::double precision)`,
    })
    .where('appointment_id', '=', before.id)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

function findChanges(row: Selectable<DB['appointment']>, after: BookedAt): JsonObject {
  const before = toBookedOpening(row)
  const compared = {
    start: [row.starts_at.toISOString(), new Date(after.start).toISOString()],
    duration: [before.duration, after.duration],
    staff_id: [before.staffId, after.staffId],
    room_id: [before.roomId, after.roomId],
    appointment_type_id: [before.typeId, after.typeId],
  }
  const different = Object.entries(compared).filter(([, [from, to]]) => from !== to)
  return Object.fromEntries(different.map(([name, [from, to]]) => [name, { from, to }]))
}
