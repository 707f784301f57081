import { sql } from 'kysely'
import { announce } from '../schedule/announce.ts'
import type { Services } from '../services.ts'

const MOST = 200

/** Schedules show names. */
export async function announcePatient(
  services: Pick<Services, 'db' | 'live' | 'settings'>,
  ...personIds: readonly number[]
): Promise<void> {
  const times = await services.db
    .selectFrom('appointment')
    .select(['staff_id', 'room_id', 'starts_at', 'ends_at'])
    .where('patient_id', 'in', personIds)
    .where('starts_at', '>', sql<Date>`now() - interval '1 day'`)
    .limit(MOST)
    .execute()
  announce(services, ...times)
}
