import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import { Refusal } from '../refusal.ts'
import { newToken, tokenHash } from './token.ts'

/** Gives a guest a token that opens their own record for `days` days. Shown once, kept as a hash. */
export async function grantGuestAccess(executor: Executor, personId: number, days: number) {
  const token = newToken()
  await executor
    .insertInto('guest_access')
    .values({
      token_hash: tokenHash(token),
      person_id: personId,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute()
  return token
}

/**
 * The guest whom a token belongs to.
 * @throws Refusal `not_signed_in` when the token is unknown or has expired.
 */
export async function guestOf(executor: Executor, token: string | undefined) {
  const guest = token
    ? await executor
        .selectFrom('guest_access')
        .innerJoin('person', 'person.id', 'guest_access.person_id')
        .where('guest_access.token_hash', '=', tokenHash(token))
        .where('guest_access.expires_at', '>', sql<Date>`now()`)
        .where('person.is_active', '=', true)
        .selectAll('person')
        .executeTakeFirst()
    : undefined
  if (!guest) throw new Refusal('not_signed_in', 'This link or session is no longer valid.')
  return guest
}

export type GuestRow = Awaited<ReturnType<typeof guestOf>>
