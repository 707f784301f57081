import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { countedSource } from '../http/request-context.ts'
import { countUse } from '../identity/attempts.ts'

const LIMIT = {
  most: 30,
  minutes: 60,
  refusal: 'Too many email addresses and numbers have been entered from this network',
}

type Contact = { email?: string | undefined; mobile?: string | undefined }

/**
 * Messages go to contact details that people enter themselves, so one network can bring in only so
 * many (docs/decisions/0105).
 * @throws Refusal `too_many_requests`.
 */
export async function countNewContact(
  tx: Executor,
  { services, source }: Pick<Call, 'services' | 'source'>,
  before: Contact,
  changes: Contact,
): Promise<void> {
  const isNew = (['email', 'mobile'] as const).some(
    (field) => changes[field] && changes[field] !== before[field],
  )
  if (!isNew || services.settings.RATE_LIMITS === 'off') return
  await countUse(tx, 'new-contact', countedSource(source), LIMIT)
}
