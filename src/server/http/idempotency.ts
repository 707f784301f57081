import { createHash } from 'node:crypto'
import type { Executor } from '../database/connection.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import type { Call, SignedInCall } from './implement.ts'

export type IdempotentRequest = {
  caller: string
  key: string | null
  hash: Buffer
}

export function idempotentRequest(call: Call, caller: string, body: unknown): IdempotentRequest {
  const key = call.headers['Idempotency-Key'] ?? null
  if (key !== null && (key.length < 8 || key.length > 200)) {
    throw invalid({ 'Idempotency-Key': ['Use 8 to 200 characters.'] })
  }
  return { caller, key, hash: createHash('sha256').update(JSON.stringify(body)).digest() }
}

export const keyWasUsed = () =>
  new Refusal('conflict', 'This Idempotency-Key was used for another request.')

/**
 * Writes a record, or finds the one that the same `Idempotency-Key` and body wrote. Call it in the
 * transaction of the change: a request that comes meanwhile waits for the first.
 * @param kind names the kind of record, because keys are unique for a caller and a kind.
 * @returns its id, and whether it was written now.
 * @throws Refusal `conflict` for a key with another body; `invalid` by the key's length.
 */
export async function recordedOnce(
  tx: Executor,
  call: SignedInCall,
  { kind, body }: { kind: string; body: unknown },
  write: () => Promise<number>,
): Promise<{ id: number; isNew: boolean }> {
  const { caller, key, hash } = idempotentRequest(call, `${kind}:${call.viewer.personId}`, body)
  if (key === null) return { id: await write(), isNew: true }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('recorded_request')
    .values({ caller, key, request_hash: hash })
    .onConflict((conflict) => conflict.columns(['caller', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  const known = tx
    .selectFrom('recorded_request')
    .where('caller', '=', caller)
    .where('key', '=', key)
  if (numInsertedOrUpdatedRows === 0n) {
    const first = await known.select(['request_hash', 'subject_id']).executeTakeFirstOrThrow()
    if (first.subject_id === null || !first.request_hash.equals(hash)) throw keyWasUsed()
    return { id: first.subject_id, isNew: false }
  }
  const id = await write()
  await tx
    .updateTable('recorded_request')
    .set({ subject_id: id })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .execute()
  return { id, isNew: true }
}
