import type { Executor } from '../database/connection.ts'
import { type IdempotentRequest, keyWasUsed } from '../http/idempotency.ts'
import { explainBroken } from '../refusals/constraints.ts'

/** Keys are unique for a caller, so each appointment of a series has its own. */
export const idempotentCaller = ({ caller }: IdempotentRequest, index: number) =>
  index === 0 ? caller : `${caller}:${index}`

/**
 * Books, or repeats the answer to the same key and body.
 * @param work `book` stores the key, which fails for a known one; `repeat` reads the appointments
 *   of the first request; `count` is how many.
 * @throws Refusal `conflict` for a key with another body; as `book`.
 */
export async function bookOnce<Answer>(
  db: Executor,
  request: IdempotentRequest,
  work: {
    count: number
    book: () => Promise<Answer>
    repeat: (earlier: [EarlierAppointment, ...EarlierAppointment[]]) => Promise<Answer>
  },
): Promise<Answer> {
  try {
    return await work.book()
  } catch (error) {
    const [first, ...others] = await earlierAppointments(db, request, work.count)
    if (first) return await work.repeat([first, ...others])
    explainBroken(error)
  }
}

type EarlierAppointment = { id: number; reference: string }

async function earlierAppointments(
  db: Executor,
  request: IdempotentRequest,
  count: number,
): Promise<EarlierAppointment[]> {
  if (request.key === null) return []
  const callers = Array.from({ length: count }, (_, index) => idempotentCaller(request, index))
  const earlier = await db
    .selectFrom('idempotency_key')
    .innerJoin('appointment', 'appointment.id', 'appointment_id')
    .select(['request_hash', 'appointment.id', 'appointment.reference'])
    .where('caller', 'in', callers)
    .where('key', '=', request.key)
    .execute()
  if (earlier.some(({ request_hash }) => !request_hash.equals(request.hash))) {
    throw keyWasUsed()
  }
  return earlier
}
