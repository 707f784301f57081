import { sql } from 'kysely'
import { z } from 'zod'
import { permits } from '#lib/policy/policy.ts'
import type { Occurrence } from '#lib/scheduling/recurrence.ts'
import { plainRule } from '#lib/scheduling/rule-codec.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { JsonObject } from '../database/types.ts'
import type { SignedInCall } from '../http/implement.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { notFound, Refusal } from '../refusals/refusal.ts'
import { announce } from '../schedule/announce.ts'
import {
  type AvailabilityLocation,
  type AvailabilityRow,
  insertOccurrences,
  restoreAvailability,
  toAvailabilityRule,
} from './availability-rows.ts'
import { toAvailabilityLocation } from './planned-availability.ts'

const UNDO_MINUTES = 15

type Before = { location: AvailabilityLocation; rule: unknown }

type Replaced = {
  removed: readonly Occurrence[]
  continues: number | null
  unlinked: number[]
}

export async function noteChange(
  tx: Executor,
  { viewer }: SignedInCall,
  row: AvailabilityRow,
  { removed, continues, unlinked }: Replaced,
): Promise<void> {
  const before: Before = {
    location: toAvailabilityLocation(row),
    rule: z.encode(plainRule, toAvailabilityRule(row)),
  }
  await tx
    .insertInto('availability_change')
    .values({
      availability_id: row.id,
      successor_id: continues,
      before: JSON.stringify(before),
      removed: JSON.stringify(removed),
      appointment_ids: unlinked,
      version_after: await readVersion(tx, row.id),
      successor_version: continues === null ? null : await readVersion(tx, continues),
      made_by: viewer.personId,
    })
    .execute()
}

/**
 * Gives an availability the rule and the hours that the caller's own last change replaced, within
 * minutes. Once is as good as twice. `next_version_but_for_link` lets open forms be saved although
 * the links of appointments changed.
 * @throws Refusal `not_found`; `conflict` where it is too late, or others have taken the time;
 *   `stale` where it has been changed since; `not_allowed`.
 */
export async function undoAvailabilityChange(call: SignedInCall, id: number): Promise<void> {
  const { services, viewer } = call
  const restored = await retried(() =>
    services.db.transaction().execute(async (tx) => {
      const change = await tx
        .selectFrom('availability_change')
        .selectAll()
        .select(
          sql<boolean>`made < now() - make_interval(mins => ${UNDO_MINUTES})`.as('is_too_late'),
        )
        .where('availability_id', '=', id)
        .where('made_by', '=', viewer.personId)
        .orderBy('id', 'desc')
        .limit(1)
        .forUpdate()
        .executeTakeFirstOrThrow(() => notFound('This change'))
      if (change.undone) return null
      if (change.is_too_late) throw tooLate()
      const { location, rule } = change.before as unknown as Before
      if (permits(viewer, 'availability.change', { staffId: location.staffId }) === 'no') {
        throw new Refusal('not_allowed', 'You can only change your own availability.')
      }
      const { successor_id: successor } = change
      await checkUntouched(tx, id, change.version_after)
      if (successor !== null) await checkUntouched(tx, successor, change.successor_version)
      const now = new Date(services.now())
      await tx
        .deleteFrom('availability_occurrence')
        .where('availability_id', '=', successor)
        .where('ends_at', '>', now)
        .execute()
      // Noted before there was a choice, a rule meant the official days.
      const noted = { except_holiday_dates: false, ...(rule as object) }
      await restoreAvailability(tx, id, location, z.decode(plainRule, noted as never))
      if (successor !== null && successor !== id) {
        await tx
          .updateTable('appointment')
          .set({ availability_id: id })
          .where('availability_id', '=', successor)
          .execute()
        await tx.deleteFrom('availability').where('id', '=', successor).execute()
      }
      await linkAgain(tx, id, location, change.appointment_ids)
      const hours = (change.removed as unknown as Occurrence[]).filter(
        ({ end }) => end > now.getTime(),
      )
      await insertOccurrences(tx, id, location, hours)
      await tx
        .updateTable('availability_change')
        .set({ undone: sql<Date>`now()` })
        .where('id', '=', change.id)
        .execute()
      await auditByViewer(tx, call, {
        action: 'availability.changed',
        subjectType: 'availability',
        subjectId: id,
        patientId: null,
        change: { undone: true } satisfies JsonObject,
      })
      return { location, hours }
    }),
  ).catch(explainBroken)
  if (!restored) return
  const { staffId, roomId } = restored.location
  announce(
    services,
    ...restored.hours.map(({ start, end }) => ({
      staff_id: staffId,
      room_id: roomId,
      starts_at: new Date(start),
      ends_at: new Date(end),
    })),
  )
}

/** What somebody has moved meanwhile stays linked to where it is. */
async function linkAgain(
  tx: Executor,
  id: number,
  { staffId, roomId }: AvailabilityLocation,
  appointmentIds: readonly number[],
): Promise<void> {
  await tx
    .updateTable('appointment')
    .set({ availability_id: id })
    .where('id', '=', sql<number>`any(${[...appointmentIds]}::integer[])`)
    .where('availability_id', 'is', null)
    .where('staff_id', '=', staffId)
    .where('room_id', '=', roomId)
    .execute()
}

const tooLate = () =>
  new Refusal(
    'conflict',
    `You can only undo this within ${UNDO_MINUTES} minutes. Change the hours instead.`,
  )

async function readVersion(tx: Executor, id: number): Promise<number | null> {
  const row = await tx
    .selectFrom('availability')
    .select('version')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.version ?? null
}

async function checkUntouched(tx: Executor, id: number, version: number | null): Promise<void> {
  if ((await readVersion(tx, id)) === version) return
  throw new Refusal('stale', 'These hours have been changed since, so this cannot be undone.')
}
