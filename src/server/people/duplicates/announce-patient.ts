import { sql } from 'kysely'
import { announce } from '../../schedule/announce.ts'
import type { Services } from '../../services.ts'

/** Open schedules say their names: more appointments than anybody has to come. */
const MOST = 200

/** Tells open schedules that somebody's appointments to come are to be read again. */
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
