import { sql } from 'kysely'
import type { z } from 'zod'
import type { SlotHold, SlotHoldWrite } from '#lib/contract/booking.ts'
import type { Opening } from '#lib/scheduling/bookability.ts'
import { isUnlocked } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { explainBroken } from '../database/constraints.ts'
import { retried } from '../database/failures.ts'
import type { Call } from '../http/implement.ts'
import { newToken, tokenHash } from '../identity/token.ts'
import { notFound, slotTaken } from '../refusal.ts'
import { candidatesFor } from './candidates.ts'
import { newReference } from './reference.ts'

/** Minutes for which a hold keeps its slot (design, section 3). */
const HOLD_MINUTES = 10

const MINUTE = 60_000

/**
 * Keeps a slot for its holder alone. A holder has one hold: with the token of an earlier one, the
 * new takes its place, or the earlier stays when the new time is gone.
 * @throws Refusal `slot_taken` when no clinician is left for that time.
 */
export async function holdSlot(
  call: Call,
  wanted: z.output<typeof SlotHoldWrite>,
  key: string | undefined,
): Promise<SlotHold> {
  const { db, settings, now } = call.services
  const unlocked = isUnlocked(settings, key)
  const token = call.headers['Slot-Hold-Token'] ?? newToken()
  const ownHold = tokenHash(token)
  const start = Date.parse(wanted.start)
  const { type, candidates } = await candidatesFor(db, settings, now(), {
    typeId: wanted.appointment_type_id,
    start,
    siteId: wanted.site_id,
    availabilityId: wanted.availability_id,
    unlocked,
    ownHold,
  })
  const held = await retried(() =>
    db.transaction().execute(async (tx) => {
      await deleteHold(tx, ownHold)
      for (const candidate of candidates) {
        const row = await insertHold(tx, candidate, type, start, ownHold)
        if (row) return row
      }
      // Undoes the release of the earlier hold.
      throw slotTaken()
    }),
  ).catch(explainBroken)
  return {
    id: held.id,
    token,
    start: new Date(start).toISOString(),
    end: new Date(start + type.duration * MINUTE).toISOString(),
    site_id: wanted.site_id,
    expires_at: held.expires_at.toISOString(),
  }
}

/** @throws Refusal `not_found` when the token has no such hold. */
export async function releaseHold(call: Call, id: number): Promise<void> {
  const token = call.headers['Slot-Hold-Token'] ?? ''
  const deleted = await deleteHold(call.services.db, tokenHash(token), id)
  if (deleted === 0) throw notFound('This hold')
}

/** Gives back whatever the holder has on hold. @returns how many rows that were. */
export async function deleteHold(executor: Executor, holder: Buffer, id?: number): Promise<number> {
  const { numDeletedRows } = await executor
    .deleteFrom('appointment')
    .where('status', '=', 'held')
    .where('hold_token_hash', '=', holder)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id ?? 0))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function insertHold(
  executor: Executor,
  opening: Opening,
  type: { id: number; duration: number },
  start: number,
  holder: Buffer,
) {
  const insert = () =>
    executor
      .insertInto('appointment')
      .values({
        reference: newReference(),
        status: 'held',
        appointment_type_id: type.id,
        availability_id: opening.availabilityId,
        staff_id: opening.staffId,
        room_id: opening.roomId,
        site_id: opening.siteId,
        starts_at: new Date(start),
        duration: type.duration,
        hold_token_hash: holder,
        hold_expires_at: sql<Date>`now() + make_interval(mins => ${HOLD_MINUTES})`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', sql<Date>`hold_expires_at`.as('expires_at')])
      .executeTakeFirst()
  const row = await insert()
  if (row) return row
  return (await clearExpiredHolds(executor, opening, start, type.duration)) ? insert() : undefined
}

/**
 * Removes expired holds that stand in the way of a time, whether or not housekeeping has come by.
 * @returns true when there were any, so that another try may succeed.
 */
export async function clearExpiredHolds(
  executor: Executor,
  opening: Pick<Opening, 'staffId' | 'roomId'>,
  start: number,
  duration: number,
): Promise<boolean> {
  const { numDeletedRows } = await executor
    .deleteFrom('appointment')
    .where('status', '=', 'held')
    .where('hold_expires_at', '<=', sql<Date>`now()`)
    .where(
      sql<boolean>`during && tstzrange(${new Date(start)}, ${new Date(start + duration * MINUTE)})`,
    )
    .where((row) =>
      row.or([row('staff_id', '=', opening.staffId), row('room_id', '=', opening.roomId)]),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}
