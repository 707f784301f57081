import { sql } from 'kysely'
import { findOpenings } from '../booking/find-openings.ts'
import type { Executor } from '../database/connection.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { ChangedTime } from '../schedule/announce.ts'
import type { Services } from '../services.ts'
import { asAgreed } from './offer-time.ts'

const openOffers = (tx: Executor) =>
  tx
    .selectFrom('waiting_list_offer as offer')
    .innerJoin('appointment as hold', 'hold.id', 'offer.hold_id')
    .where('offer.state', '=', 'open')
    .where('hold.status', '=', 'held')

/**
 * Withdraws offers that nobody could take any more, since hours, a competency or a category
 * changed. Who was told of one is told of its end.
 * @returns the time that they held.
 */
export async function withdrawImpossible(
  tx: Executor,
  services: Pick<Services, 'settings' | 'now'>,
): Promise<ChangedTime[]> {
  const offers = await openOffers(tx)
    .select(['offer.id', 'hold.hold_token_hash as holder', 'hold.appointment_type_id as type'])
    .select(['hold.site_id', 'hold.staff_id', 'hold.room_id', 'hold.starts_at', 'hold.ends_at'])
    .execute()
  const impossible: typeof offers = []
  for (const offer of offers) {
    const possible = await findOpenings(tx, asAgreed(services), {
      typeId: offer.type,
      start: offer.starts_at.getTime(),
      siteId: offer.site_id,
      staffId: offer.staff_id,
      roomId: offer.room_id,
      ownHold: offer.holder,
    }).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (!possible) impossible.push(offer)
  }
  if (impossible.length === 0) return []
  const ids = impossible.map(({ id }) => id)
  await sql`select withdraw_offers(${ids}::integer[])`.execute(tx)
  return impossible
}

/** Whether the hours of an offer were taken away; everything else is found within a quarter of an hour. */
export async function isOfferWithoutHours(db: Executor): Promise<boolean> {
  const found = await openOffers(db)
    .select('offer.id')
    .where(
      sql<boolean>`not exists (
        select from availability_occurrence as hours
          join availability_appointment_type as offered
            on offered.availability_id = hours.availability_id
        where hours.staff_id = hold.staff_id and hours.room_id = hold.room_id
          and hours.starts_at <= hold.starts_at and hours.ends_at >= hold.ends_at
          and offered.appointment_type_id = hold.appointment_type_id)`,
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
