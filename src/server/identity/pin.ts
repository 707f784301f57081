import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { pinCode } from '#lib/contract/fields.ts'
import type { Database } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { invalid } from '../refusal.ts'
import { clearFailures, countFailure } from './attempts.ts'

type Cost = { N: number; r: number; p: number }

/** OWASP's Password Storage Cheat Sheet: 128 MiB and about half a second of one core for each. */
const COST: Cost = { N: 2 ** 17, r: 8, p: 1 }
/** Node's own, of the PINs that were kept as `salt.key` without saying so. */
const EARLIER_COST: Cost = { N: 2 ** 14, r: 8, p: 1 }
const BYTES = 32
const SALT_BYTES = 16

const compute = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const derive = (pin: string, salt: Buffer, cost: Cost) =>
  compute(pin, salt, BYTES, { ...cost, maxmem: 2 * 128 * cost.N * cost.r })

/** What the database keeps of a PIN: salted and slow to compute, as `scrypt$N$r$p$salt$key`. */
export async function hashPin(
  pin: string,
  salt = randomBytes(SALT_BYTES),
  cost = COST,
): Promise<string> {
  const key = await derive(pin, salt, cost)
  const { N, r, p } = cost
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * The PIN in a call's header, if it has one.
 * @throws Refusal `invalid` when it is no PIN.
 */
export function givenPin({ headers }: Pick<Call, 'headers'>): string | undefined {
  const { error, data } = pinCode.optional().safeParse(headers['Clinician-Pin-Code'])
  if (error) throw invalid({ 'Clinician-Pin-Code': error.issues.map(({ message }) => message) })
  return data
}

/** In place of the hash that somebody does not have: no key is as short as this one. */
const NOBODY = ['scrypt', COST.N, COST.r, COST.p, '', ''].join('$')

function readHash(hash: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [kind, N, r, p, ...rest] = hash.split('$')
  const isNamed = kind === 'scrypt'
  const [salt = '', key = ''] = isNamed ? rest : hash.split('.')
  return {
    cost: isNamed ? { N: Number(N), r: Number(r), p: Number(p) } : EARLIER_COST,
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
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
  // Computed for nobody too, so that the time taken does not tell who has one.
  const { cost, salt, key } = readHash(staff?.pin_hash ?? NOBODY)
  const given = await derive(pin, salt, cost)
  const isRight = key.length === BYTES && timingSafeEqual(given, key)
  if (isRight) await clearFailures(db, 'pin', String(staffId))
  return isRight
}
