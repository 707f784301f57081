import { sql } from 'kysely'
import { deleteExpiredHolds } from './booking/expired-holds.ts'
import type { Demonstration } from './demonstration.ts'
import { removeUnusedImages } from './files/stored-images.ts'
import { removeExpiredFailures } from './identity/attempts.ts'
import { isAlive } from './identity/sessions.ts'
import type { Services } from './services.ts'

const MINUTE = 60_000
const IDEMPOTENCY_DAYS = 7

/**
 * Every minute: removes what has expired. Nothing depends on it having run: expired holds, keys and
 * tokens are refused by their dates. Several instances may run it at once.
 * @returns a function that stops it.
 */
export function startHousekeeping(
  services: Services,
  demonstration: Demonstration | null,
): () => void {
  const tidy = () =>
    removeExpired(services, demonstration).catch((error: unknown) => {
      services.log.warn({ err: error }, 'housekeeping failed; it is tried again in a minute')
    })
  const timer = setInterval(tidy, MINUTE)
  timer.unref()
  return () => clearInterval(timer)
}

async function removeExpired(
  services: Services,
  demonstration: Demonstration | null,
): Promise<void> {
  const { db, settings } = services
  await deleteExpiredHolds(db).execute()
  await db
    .deleteFrom('idempotency_key')
    .where('created', '<', sql<Date>`now() - make_interval(days => ${IDEMPOTENCY_DAYS})`)
    .execute()
  await db
    .deleteFrom('session')
    .where(sql<boolean>`not ${isAlive(settings)}`)
    .execute()
  await db.deleteFrom('guest_access').where('expires_at', '<=', sql<Date>`now()`).execute()
  await removeExpiredFailures(db)
  await demonstration?.removeExpired(db)
  await db.deleteFrom('appointment_access').where('expires_at', '<=', sql<Date>`now()`).execute()
  await removeUnusedImages(services)
}
