import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '../database/connection.ts'
import { clearFailures, countFailure } from './attempts.ts'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const BYTES = 32
const SALT_BYTES = 16

/** What the database keeps of a PIN: salted and slow to compute, `salt.key` in base64url. */
export async function hashPin(pin: string, salt = randomBytes(SALT_BYTES)): Promise<string> {
  const key = await derive(pin, salt, BYTES)
  return `${salt.toString('base64url')}.${key.toString('base64url')}`
}

/**
 * Whether a clinician's PIN is right. A wrong one counts, before it is looked at, against the
 * clinician whose it should be: four digits must not be tried out, from however many places.
 * @returns false as well for somebody who has none, or is no clinician (any more).
 * @throws Refusal `too_many_requests` after ten wrong ones.
 */
export async function isPinOf(db: Database, staffId: number, pin: string): Promise<boolean> {
  await countFailure(db, 'pin', String(staffId))
  const staff = await db
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select('staff.pin_hash')
    .where('staff.id', '=', staffId)
    .where('staff.is_active', '=', true)
    .where('staff.is_deleted', '=', false)
    .where('person.is_active', '=', true)
    .executeTakeFirst()
  const [salt, key] = (staff?.pin_hash ?? '.').split('.')
  // Computed for nobody too, so that the time taken does not tell who has one.
  const given = await derive(pin, Buffer.from(salt ?? '', 'base64url'), BYTES)
  const expected = Buffer.from(key ?? '', 'base64url')
  const isRight = expected.length === BYTES && timingSafeEqual(given, expected)
  if (isRight) await clearFailures(db, 'pin', String(staffId))
  return isRight
}
