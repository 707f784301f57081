import { type Selectable, sql } from 'kysely'
import type { Opening } from '#lib/scheduling/bookability.ts'
import { clearExpiredHolds } from '../booking/hold-lifetime.ts'
import { lockOccurrences } from '../booking/locked-occurrences.ts'
import type { Executor } from '../database/connection.ts'
import type { DB, JsonObject } from '../database/types.ts'
import { slotTaken } from '../refusals/refusal.ts'
import { type BookedOpening, toBookedOpening } from './last-change.ts'

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
export async function restoreAppointment(
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
