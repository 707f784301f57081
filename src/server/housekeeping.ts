import { sql } from 'kysely'
import { deleteExpiredHolds } from './booking/hold-lifetime.ts'
import type { Demonstration } from './demonstration.ts'
import { removeUnusedImages } from './files/stored-images.ts'
import { removeUnusedFormFiles } from './forms/stored-form-files.ts'
import { removeExpiredFailures } from './identity/attempts.ts'
import { isAlive } from './identity/sessions.ts'
import type { Services } from './services.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const IDEMPOTENCY_DAYS = 7
const DROPPED_MESSAGE_DAYS = 90
const ENDED_WAIT_DAYS = 90

/**
 * Removes what has expired every minute. Nothing depends on it: dates decide. Several instances may
 * run it.
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
    .deleteFrom('recorded_request')
    .where('made', '<', sql<Date>`now() - make_interval(days => ${IDEMPOTENCY_DAYS})`)
    .execute()
  await db
    .deleteFrom('availability_change')
    .where('made', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await db
    .deleteFrom('message')
    .where('state', '=', 'dropped')
    .where('created', '<', sql<Date>`now() - make_interval(days => ${DROPPED_MESSAGE_DAYS})`)
    .execute()
  await db
    .deleteFrom('waiting_list_entry')
    .where('ended', '<', new Date(services.now() - ENDED_WAIT_DAYS * DAY))
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
  await removeUnusedFormFiles(services)
}
