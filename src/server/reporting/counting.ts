import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'

export async function counting<T>(
  { services }: SignedInCall,
  work: (executor: Executor) => Promise<T>,
): Promise<T> {
  return await services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
      return await work(tx)
    })
}
