import { isSameSentBack } from '#lib/contract/read-only-fields.ts'
import { invalid } from '../refusals/refusal.ts'
import type { Call } from './implement.ts'

type Presented = Readonly<Record<string, unknown>>

/**
 * Compares what was sent back with the record, under its lock and after its version, so that an older
 * row is stale before it is wrong.
 * @param stored the record as the caller reads it.
 * @throws Refusal `invalid` at each field that differs (docs/decisions/0041).
 */
export async function refuseContradictions(
  { sentBack }: Pick<Call, 'sentBack'>,
  stored: () => Presented | undefined | Promise<Presented | undefined>,
): Promise<void> {
  if (Object.keys(sentBack).length === 0) return
  const record = await stored()
  if (!record) return
  const different = Object.entries(sentBack).filter(
    ([field, value]) => !isSameSentBack(value, record[field]),
  )
  if (different.length === 0) return
  throw invalid(
    Object.fromEntries(different.map(([field]) => [field, ['This cannot be changed here.']])),
  )
}
