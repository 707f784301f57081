import { createHash } from 'node:crypto'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { invalid, Refusal } from '../refusal.ts'

/**
 * Records once for an `Idempotency-Key`: a repeated request finds what the first one recorded.
 * Call it in the transaction of `record`, which returns the id of what it wrote.
 * @throws Refusal `conflict` for a key with another body; `invalid` by the key's length; as `record`.
 */
export async function recordedOnce(
  tx: Executor,
  call: SignedInCall,
  request: { what: string; body: unknown },
  record: () => Promise<number>,
): Promise<{ id: number; isRepeated: boolean }> {
  const key = call.headers['Idempotency-Key']
  if (key === undefined) return { id: await record(), isRepeated: false }
  if (key.length < 8 || key.length > 200) {
    throw invalid({ 'Idempotency-Key': ['Use 8 to 200 characters.'] })
  }
  const caller = `${request.what} ${call.viewer.personId}`
  const hash = createHash('sha256').update(JSON.stringify(request.body)).digest()
  // Whoever is second waits here until the first is done.
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('recorded_once')
    .values({ caller, key, request_hash: hash, subject_id: 0 })
    .onConflict((conflict) => conflict.columns(['caller', 'key']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) {
    const earlier = await tx
      .selectFrom('recorded_once')
      .select(['request_hash', 'subject_id'])
      .where('caller', '=', caller)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (!earlier.request_hash.equals(hash)) {
      throw new Refusal('conflict', 'This Idempotency-Key was used for another request.')
    }
    return { id: earlier.subject_id, isRepeated: true }
  }
  const id = await record()
  await tx
    .updateTable('recorded_once')
    .set({ subject_id: id })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .execute()
  return { id, isRepeated: false }
}
