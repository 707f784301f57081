import { type Selectable, sql } from 'kysely'
import type { Opening } from '#lib/scheduling/rule-violations.ts'
import type { Executor } from '../database/connection.ts'
import type { DB, JsonObject } from '../database/types.ts'
import { slotTaken } from '../refusal.ts'
import type { AppointmentPlace } from './last-change.ts'
import { clearExpiredHolds } from './slot-holds.ts'
import { lockedOpening } from './take-slot.ts'

type Placed = AppointmentPlace & {
  siteId: number
  /** Null where nobody has hours. */
  availabilityId: number | null
}

/**
 * Gives the place of an appointment back and takes another, in the caller's transaction, under the
 * appointment's lock.
 * @returns what became different, from what to what: instants in UTC, durations in minutes, else ids.
 * @throws Refusal `slot_taken` when the hours are not there any more; the exclusion violation when
 *   the clinician, the room or the patient is taken.
 */
export async function placeAppointment(
  tx: Executor,
  before: Selectable<DB['appointment']>,
  place: Placed & Pick<Opening, 'occurrenceId'>,
): Promise<JsonObject> {
  const hours = await lockedOpening(tx, place.occurrenceId).select('opening.id').executeTakeFirst()
  if (!hours) throw slotTaken()
  return await putAt(tx, before, place)
}

/**
 * Puts an appointment back where it was before its last reschedule, whatever the booking rules say by
 * now (docs/decisions/0052). Runs under the appointment's lock.
 * @returns as `takePlace`.
 * @throws the exclusion violation when the clinician, the room or the patient is taken.
 */
export async function restoreAppointment(
  tx: Executor,
  before: Selectable<DB['appointment']>,
  former: AppointmentPlace,
): Promise<JsonObject> {
  const { staffId, roomId, start, duration } = former
  const { site_id: siteId } = await tx
    .selectFrom('room')
    .select('site_id')
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow()
  const hours = await tx
    .selectFrom('availability_occurrence')
    .select('availability_id')
    .where('staff_id', '=', staffId)
    .where('room_id', '=', roomId)
    .where('starts_at', '<=', new Date(start))
    .where('ends_at', '>=', new Date(start + duration * 60_000))
    .forShare()
    .executeTakeFirst()
  return await putAt(tx, before, {
    ...former,
    siteId,
    availabilityId: hours?.availability_id ?? null,
  })
}

async function putAt(
  tx: Executor,
  before: Selectable<DB['appointment']>,
  place: Placed,
): Promise<JsonObject> {
  await clearExpiredHolds(tx, place, place.start, place.duration)
  await tx
    .updateTable('appointment')
    .set({
      appointment_type_id: place.typeId,
      availability_id: place.availabilityId,
      staff_id: place.staffId,
      room_id: place.roomId,
      site_id: place.siteId,
      starts_at: new Date(place.start),
      duration: place.duration,
      ...(isAnotherVisit(before, place) && { rescheduled_on: sql<Date>`now()` }),
    })
    .where('id', '=', before.id)
    .execute()
  await keepLinks(tx, before, place)
  return changesOf(before, place)
}

/** Whether the patient has to come at another time, to another site or for something else. */
const isAnotherVisit = (before: Selectable<DB['appointment']>, place: Placed) =>
  before.starts_at.getTime() !== place.start ||
  before.duration !== place.duration ||
  before.site_id !== place.siteId ||
  before.appointment_type_id !== place.typeId

/** Links last as long after the new time as after the old one. */
async function keepLinks(
  tx: Executor,
  before: Selectable<DB['appointment']>,
  { start, duration }: Placed,
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

function changesOf(before: Selectable<DB['appointment']>, after: Placed): JsonObject {
  const compared = {
    start: [before.starts_at.toISOString(), new Date(after.start).toISOString()],
    duration: [before.duration, after.duration],
    staff_id: [before.staff_id, after.staffId],
    room_id: [before.room_id, after.roomId],
    appointment_type_id: [before.appointment_type_id, after.typeId],
  }
  const different = Object.entries(compared).filter(([, [from, to]]) => from !== to)
  return Object.fromEntries(different.map(([name, [from, to]]) => [name, { from, to }]))
}
