import type { z } from 'zod'
import type { SlotHold, SlotHoldWrite } from '#lib/contract/slot-holds.ts'
import { isUnlocked, visibilityOfVisitor } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import type { Call, Handlers } from '../http/implement.ts'
import { newToken, tokenHash } from '../identity/token.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { notFound, slotTaken } from '../refusals/refusal.ts'
import { announce, type ChangedTime } from '../schedule/announce.ts'
import { asVisitor } from './booking-rules.ts'
import { findOpenings } from './find-openings.ts'
import { HOLD_MINUTES } from './hold-lifetime.ts'
import { insertHold } from './insert-appointment.ts'

export const slotHoldRoutes = {
  'POST public/slot-holds/': ({ body, query }, call) => holdSlot(call, body, query.key),
  'POST private/slot-holds/': ({ body, query }, call) => holdSlot(call, body, query.key),
  'DELETE public/slot-holds/{id}/': ({ params }, call) => releaseHold(call, params.id),
  'DELETE private/slot-holds/{id}/': ({ params }, call) => releaseHold(call, params.id),
} satisfies Handlers

/**
 * A holder has one hold: a new one replaces the earlier one, which stays when the new slot is
 * taken.
 * @throws Refusal `slot_taken` when no clinician is left.
 */
async function holdSlot(
  call: Call,
  requested: z.output<typeof SlotHoldWrite>,
  key: string | undefined,
): Promise<SlotHold> {
  const { db, settings } = call.services
  const sees = visibilityOfVisitor(isUnlocked(settings, key))
  const token = call.headers['Slot-Hold-Token'] ?? newToken()
  const holder = tokenHash(token)
  const typeId = requested.appointment_type_id
  const { openings } = await findOpenings(db, asVisitor(call.services, sees), {
    typeId,
    start: Date.parse(requested.start),
    siteId: requested.site_id,
    availabilityId: requested.availability_id,
    ownHold: holder,
  })
  const { held, released } = await retried(() =>
    db.transaction().execute(async (tx) => {
      const released = await deleteHold(tx, holder)
      const held = await insertHold(tx, openings, {
        typeId,
        holder,
        minutes: HOLD_MINUTES,
        clinicianChosen: requested.availability_id !== undefined,
      })
      if (!held) throw slotTaken()
      return { held, released }
    }),
  ).catch(explainBroken)
  announce(call.services, held, ...released)
  return {
    id: held.id,
    token,
    start: held.starts_at.toISOString(),
    end: held.ends_at.toISOString(),
    site_id: requested.site_id,
    expires_at: held.expires_at.toISOString(),
  }
}

async function releaseHold(call: Call, id: number): Promise<void> {
  const token = call.headers['Slot-Hold-Token'] ?? ''
  const deleted = await deleteHold(call.services.db, tokenHash(token), id)
  if (deleted.length === 0) throw notFound('This hold')
  announce(call.services, ...deleted)
}

/** The holder's hold, or the one with this id. @returns the times that are free again. */
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
