import type { Insertable, Selectable } from 'kysely'
import { asVisitor } from '#server/booking/booking-rules.ts'
import { findOpenings } from '#server/booking/find-openings.ts'
import type { Database } from '#server/database/connection.ts'
import type { DB } from '#server/database/types.ts'
import { offerTime } from '#server/waiting-list/offer-time.ts'
import { insertRow, oneRow } from '../rows.ts'
import { testSettings } from '../test-server.ts'

type Entry = Insertable<DB['waiting_list_entry']>

/** Somebody who waits for any time until the year 2149. */
export const addWaiting = (
  db: Database,
  given: Partial<Entry> & Pick<Entry, 'patient_id' | 'appointment_type_id'>,
) =>
  insertRow(db, 'waiting_list_entry', {
    days: [1, 2, 3, 4, 5, 6, 7],
    from_time: '00:00',
    to_time: '23:59',
    until: '2149-12-31',
    ...given,
  })

/** Offers the first opening at this start, for two hours. */
export async function addOffer(
  db: Database,
  entry: Pick<Selectable<DB['waiting_list_entry']>, 'id' | 'patient_id' | 'appointment_type_id'>,
  start: Date,
) {
  const settings = testSettings()
  const services = { settings, now: Date.now } as Parameters<typeof asVisitor>[0]
  const sees = { types: true, categories: true, sites: true }
  const { openings } = await findOpenings(db, asVisitor(services, sees), {
    typeId: entry.appointment_type_id,
    start: start.getTime(),
  })
  const offering = { minutes: 120, offeredBy: null }
  await offerTime(db, { ...entry, before: null }, openings, offering)
  return await oneRow(db, 'waiting_list_offer', { entry_id: entry.id, state: 'open' })
}
