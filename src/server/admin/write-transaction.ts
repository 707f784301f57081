import pg from 'pg'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { Executor } from '../database/connection.ts'
import { retried } from '../database/failures.ts'
import { explainBroken } from '../refusals/constraints.ts'
import { invalid, type Refusal } from '../refusals/refusal.ts'
import type { AdminCall, Store } from './store.ts'

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

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

/** @throws Refusal `invalid` by field for a duplicate or a missing reference; else the error. */
export function explainField(of: AnyAdminResource, store: Store, error: unknown): never {
  throw fieldRefusal(of, store, error) ?? error
}

function fieldRefusal(of: AnyAdminResource, store: Store, error: unknown): Refusal | null {
  if (!(error instanceof pg.DatabaseError)) return null
  const { fieldOf, joined } = store
  // "Key (lower(name))=(phlebotomy) …" begins with the key in every language.
  const key = /\((.*?)\)=\(/.exec(error.detail ?? '')?.[1] ?? ''
  const several = Object.keys(joined).find((name) => joined[name]?.table === error.table)
  if (several !== undefined && error.code === FOREIGN_KEY_VIOLATION) {
    return invalid({ [several]: ['Choose from the list: one of these no longer exists'] })
  }
  const field = key
    .match(/\w+/g)
    ?.map((column) => fieldOf[column] ?? column)
    .filter((name) => name in of.write.shape)
    .at(-1)
  if (field === undefined) return null
  const label = (of.labels[field] ?? field).toLowerCase()
  if (error.code === UNIQUE_VIOLATION) {
    return invalid({ [field]: [`Another ${of.name} has this ${label} already`] })
  }
  if (error.code === FOREIGN_KEY_VIOLATION) {
    return invalid({ [field]: ['Choose from the list: this no longer exists'] })
  }
  return null
}
