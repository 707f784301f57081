import { randomBytes } from 'node:crypto'
import type { Opening } from '#lib/scheduling/bookability.ts'
import { type Audience, withoutNotice } from '../booking/booking-rules.ts'
import { changeableUntil } from '../booking/change-notice.ts'
import { insertHold } from '../booking/insert-appointment.ts'
import { visibilityOfVisitor } from '../catalogue/visibility.ts'
import type { Executor } from '../database/connection.ts'
import type { ChangedTime } from '../schedule/announce.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'

const MINUTE = 60_000
/** Nobody can answer in less, and get there. */
const SHORTEST_MINUTES = 15

type Waiting = {
  id: number
  patient_id: number
  appointment_type_id: number
  before: Date | null
}

/**
 * It ends a quarter of an hour before the time starts, and while the appointment can still be
 * changed. Null where that is too short.
 */
export function offerMinutes(
  start: number,
  before: Date | null,
  settings: Pick<Settings, 'WAITING_LIST_OFFER_MINUTES' | 'CHANGE_NOTICE_HOURS'>,
  now: number,
): number | null {
  const latest = Math.min(
    start - SHORTEST_MINUTES * MINUTE,
    before ? changeableUntil({ starts_at: before }, settings).getTime() : Number.POSITIVE_INFINITY,
  )
  const minutes = Math.floor((latest - now) / MINUTE)
  return minutes < SHORTEST_MINUTES ? null : Math.min(settings.WAITING_LIST_OFFER_MINUTES, minutes)
}

/**
 * Holds the first of these openings that is still free for somebody who waits, and tells them.
 * @param offeredBy staff (person id); null where it is their turn.
 * @returns undefined when none is left.
 */
export async function offerTime(
  tx: Executor,
  { id, patient_id, appointment_type_id }: Waiting,
  openings: readonly Opening[],
  { minutes, offeredBy }: { minutes: number; offeredBy: number | null },
): Promise<ChangedTime | undefined> {
  const held = await insertHold(tx, openings, {
    typeId: appointment_type_id,
    // Nobody has a token to it: the offer opens it.
    holder: randomBytes(32),
    minutes,
  })
  if (!held) return undefined
  const offer = await tx
    .insertInto('waiting_list_offer')
    .values({
      entry_id: id,
      hold_id: held.id,
      site_id: held.site_id,
      staff_id: held.staff_id,
      starts_at: held.starts_at,
      ends_at: held.ends_at,
      offered_by: offeredBy,
      expires: held.expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('message')
    .values({ event: 'offer', offer_id: offer.id, patient_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return held
}

// What was agreed when the patient joined, by a key perhaps.
const SEES_ALL = visibilityOfVisitor(true)

export const asAgreed = (services: Pick<Services, 'settings' | 'now'>): Audience =>
  withoutNotice(services, SEES_ALL)

/** `end_offer` ends what was offered with it. @returns the time that is free again. */
export const giveHoldBack = (executor: Executor, holdId: number | null): Promise<ChangedTime[]> =>
  executor
    .deleteFrom('appointment')
    .where('id', '=', holdId ?? 0)
    .where('status', '=', 'held')
    .returning(['staff_id', 'room_id', 'starts_at', 'ends_at'])
    .execute()

export async function withdrawOffer(
  executor: Executor,
  offer: { id: number } | { entry_id: number },
): Promise<ChangedTime[]> {
  const [column, value] =
    'id' in offer ? (['id', offer.id] as const) : (['entry_id', offer.entry_id] as const)
  const open = await executor
    .selectFrom('waiting_list_offer')
    .select('hold_id')
    .where(column, '=', value)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return await giveHoldBack(executor, open?.hold_id ?? null)
}
