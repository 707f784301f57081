import { sql } from 'kysely'
import type { z } from 'zod'
import type { SlotHold, SlotHoldWrite } from '#lib/contract/slot-holds.ts'
import type { Opening } from '#lib/scheduling/bookability.ts'
import { isUnlocked, visibilityOfVisitor } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { explainBroken } from '../database/constraints.ts'
import { retried } from '../database/failures.ts'
import type { Call } from '../http/implement.ts'
import { newToken, tokenHash } from '../identity/token.ts'
import { notFound, slotTaken } from '../refusal.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import { candidatesFor } from './candidates.ts'
import { newReference } from './reference.ts'
import { lockedOpening } from './take-slot.ts'

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
  const sees = visibilityOfVisitor(isUnlocked(settings, key))
  const token = call.headers['Slot-Hold-Token'] ?? newToken()
  const ownHold = tokenHash(token)
  const start = Date.parse(wanted.start)
  const typeId = wanted.appointment_type_id
  const { duration, candidates } = await candidatesFor(db, settings, now(), {
    typeId,
    start,
    siteId: wanted.site_id,
    availabilityId: wanted.availability_id,
    sees,
    ownHold,
  })
  const { held, released } = await retried(() =>
    db.transaction().execute(async (tx) => {
      const released = await deleteHold(tx, ownHold)
      for (const candidate of candidates) {
        const held = await insertHold(tx, candidate, { typeId, start, duration }, ownHold)
        if (held) return { held, released }
      }
      // Undoes the release of the earlier hold.
      throw slotTaken()
    }),
  ).catch(explainBroken)
  announce(call.services, held, ...released)
  return {
    id: held.id,
    token,
    start: new Date(start).toISOString(),
    end: new Date(start + duration * MINUTE).toISOString(),
    site_id: wanted.site_id,
    expires_at: held.expires_at.toISOString(),
  }
}

/** @throws Refusal `not_found` when the token has no such hold. */
export async function releaseHold(call: Call, id: number): Promise<void> {
  const token = call.headers['Slot-Hold-Token'] ?? ''
  const deleted = await deleteHold(call.services.db, tokenHash(token), id)
  if (deleted.length === 0) throw notFound('This hold')
  announce(call.services, ...deleted)
}

/** Gives back whatever the holder has on hold. @returns what that was. */
export async function deleteHold(
  executor: Executor,
  holder: Buffer,
  id?: number,
): Promise<ChangedTime[]> {
  return await executor
    .deleteFrom('appointment')
    .where('status', '=', 'held')
    .where('hold_token_hash', '=', holder)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id ?? 0))
    .returning(['staff_id', 'room_id', 'starts_at', 'ends_at'])
    .execute()
}

async function insertHold(
  executor: Executor,
  opening: Opening,
  { typeId, start, duration }: { typeId: number; start: number; duration: number },
  holder: Buffer,
) {
  const insert = () =>
    executor
      .insertInto('appointment')
      .columns([
        'reference',
        'status',
        'appointment_type_id',
        'availability_id',
        'staff_id',
        'room_id',
        'site_id',
        'starts_at',
        'duration',
        'hold_token_hash',
        'hold_expires_at',
      ])
      .expression(
        lockedOpening(executor, opening.occurrenceId).select([
          sql<string>`${newReference()}::text`.as('reference'),
          sql<string>`'held'`.as('status'),
          sql<number>`${typeId}::integer`.as('appointment_type_id'),
          'opening.availability_id',
          'opening.staff_id',
          'opening.room_id',
          sql<number>`${opening.siteId}::integer`.as('site_id'),
          sql<Date>`${new Date(start)}::timestamptz`.as('starts_at'),
          sql<number>`${duration}::integer`.as('duration'),
          sql<Buffer>`${holder}::bytea`.as('hold_token_hash'),
          sql<Date>`now() + make_interval(mins => ${HOLD_MINUTES})`.as('hold_expires_at'),
        ]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', sql<Date>`hold_expires_at`.as('expires_at')])
      .returning(['staff_id', 'room_id', 'starts_at', 'ends_at'])
      .executeTakeFirst()
  const row = await insert()
  if (row) return row
  return (await clearExpiredHolds(executor, opening, start, duration)) ? insert() : undefined
}

/** The statement that removes holds which have run out; all of them, unless it is narrowed down. */
export const deleteExpiredHolds = (executor: Executor) =>
  executor
    .deleteFrom('appointment')
    .where('status', '=', 'held')
    .where('hold_expires_at', '<=', sql<Date>`now()`)

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
  const { numDeletedRows } = await deleteExpiredHolds(executor)
    .where(
      sql<boolean>`during && tstzrange(${new Date(start)}, ${new Date(start + duration * MINUTE)})`,
    )
    .where((row) =>
      row.or([row('staff_id', '=', opening.staffId), row('room_id', '=', opening.roomId)]),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}
