import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { explainField } from './explain-field.ts'
import type { AdminCall } from './store.ts'

export const inTransaction = <T>(
  { call, of, store }: AdminCall,
  work: (tx: Executor) => Promise<T>,
): Promise<T> =>
  retried(() =>
    call.services.db.transaction().execute(async (tx) => {
      await store.write.lock?.(tx)
      return await work(tx)
    }),
  )
    // A reschedule's broken constraint is not about a field of this record.
    .catch(explainBroken)
    .catch((error: unknown) => explainField(of, store, error))

class TakenBack extends Error {}

/** Rolls the work back. @throws Refusal as the work does. */
export async function takenBack(
  admin: AdminCall,
  work: (tx: Executor) => Promise<void>,
): Promise<void> {
  const tried = inTransaction(admin, async (tx) => {
    await work(tx)
    throw new TakenBack()
  })
  await tried.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
}
