import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'

const KEPT_DAYS = 30
/** Those that failed wait for staff, but not for ever. */
const FAILED_DAYS = 90

export async function removeOldDeliveries(db: Executor): Promise<void> {
  await db
    .deleteFrom('webhook_delivery')
    .where('state', 'in', ['sent', 'dropped', 'failed', 'unknown'])
    .where(
      'occurred',
      '<',
      sql<Date>`now() - make_interval(days =>
        case when state in ('failed', 'unknown') then ${FAILED_DAYS}::integer else ${KEPT_DAYS}::integer end)`,
    )
    .execute()
}
