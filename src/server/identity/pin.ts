import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { pinCode } from '#lib/contract/fields.ts'
import { auditByViewer } from '../audit/audit.ts'
import type { Database } from '../database/connection.ts'
import type { Call, SignedInCall } from '../http/implement.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import type { PinCost } from '../services.ts'
import {
  clearFailures,
  countFailure,
  type FailureLimit,
  forgiveFailure,
  hasProof,
  noteProof,
} from './attempts.ts'
import { isWorkingHere } from './is-working-here.ts'

/** OWASP's Password Storage Cheat Sheet: 128 MiB and about half a second of one core. */
export const PIN_COST: PinCost = { N: 2 ** 17, r: 8, p: 1 }
const EARLIER_COST: PinCost = { N: 2 ** 14, r: 8, p: 1 }
const BYTES = 32
const SALT_BYTES = 16

const compute = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const derive = (pin: string, salt: Buffer, cost: PinCost) =>
  compute(pin, salt, BYTES, { ...cost, maxmem: 2 * 128 * cost.N * cost.r })

export async function hashPin(
  pin: string,
  cost: PinCost,
  salt = randomBytes(SALT_BYTES),
): Promise<string> {
  const key = await derive(pin, salt, cost)
  const { N, r, p } = cost
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * The header goes before the address (docs/decisions/0092).
 * @throws Refusal `invalid` when it is no PIN.
 */
export function pinInRequest(
  { headers }: Pick<Call, 'headers'>,
  query: { pin_code?: string | undefined },
): string | undefined {
  const { error, data } = pinCode.optional().safeParse(headers['Clinician-Pin-Code'])
  if (error) throw invalid({ 'Clinician-Pin-Code': error.issues.map(({ message }) => message) })
  return data ?? query.pin_code
}

/** No key is so short, so it stands for people without a PIN. */
const nobodys = ({ N, r, p }: PinCost) => ['scrypt', N, r, p, '', ''].join('$')

function readHash(hash: string): { cost: PinCost; salt: Buffer; key: Buffer } {
  const [kind, N, r, p, ...rest] = hash.split('$')
  const isNamed = kind === 'scrypt'
  const [salt = '', key = ''] = isNamed ? rest : hash.split('.')
  return {
    cost: isNamed ? { N: Number(N), r: Number(r), p: Number(p) } : EARLIER_COST,
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

/** Beside `USUAL_LIMIT` it limits one caller at all clinicians, because few PINs must not be tried at many. */
const CALLER_LIMIT: FailureLimit = { most: 50, minutes: 24 * 60 }
/** It limits all new callers at one clinician, because many accounts must not share the work. */
const CLINICIAN_LIMIT: FailureLimit = { most: 200, minutes: 24 * 60 }
const PROOF_DAYS = 30

/**
 * Counts each try before the check, against the caller and the clinician (docs/decisions/0040).
 * @returns false also for people without a PIN and former clinicians.
 * @throws Refusal `too_many_requests`.
 */
export async function verifyPin(
  call: SignedInCall,
  staffId: number,
  pin: string,
): Promise<boolean> {
  const { services, viewer, requestId } = call
  const { db, log, pinCost } = services
  const hash = (await readPinHash(db, staffId)) ?? nobodys(pinCost)
  const caller = String(viewer.personId)
  const callerAtClinician = `${caller} ${staffId}`
  const proof = `${callerAtClinician} ${hash}`
  const isKnown = viewer.staffId === staffId || (await hasProof(db, 'pin', proof))
  const takeBack = await countAll(db, [
    { kind: 'pin', subject: callerAtClinician },
    { kind: 'pin-caller', subject: caller, limit: CALLER_LIMIT },
    ...(isKnown
      ? []
      : [
          {
            kind: 'pin-clinician',
            subject: `${staffId} ${hash}`,
            limit: CLINICIAN_LIMIT,
            onLast: () => log.error({ requestId, staffId }, 'a PIN is tried from many accounts'),
          },
        ]),
  ])
  const { cost, salt, key } = readHash(hash)
  const given = await derive(pin, salt, cost)
  const isRight = key.length === BYTES && timingSafeEqual(given, key)
  if (isRight) {
    await takeBack()
    await clearFailures(db, 'pin', callerAtClinician)
    await noteProof(db, 'pin', proof, PROOF_DAYS)
  } else {
    log.warn({ requestId, personId: viewer.personId, staffId }, 'a PIN was wrong')
  }
  return isRight
}

async function readPinHash(db: Database, staffId: number): Promise<string | null> {
  const staff = await db
    .selectFrom('staff')
    .innerJoin('person', 'person.id', 'staff.person_id')
    .select('staff.pin_hash')
    .where('staff.id', '=', staffId)
    .where(isWorkingHere)
    .executeTakeFirst()
  return staff?.pin_hash ?? null
}

type Count = { kind: string; subject: string; limit?: FailureLimit; onLast?: () => void }

/** Counts in all places, or in none. @returns how to take it back. */
async function countAll(db: Database, counts: readonly Count[]): Promise<() => Promise<void>> {
  const counted: Count[] = []
  const takeBack = async () => {
    for (const { kind, subject } of counted) await forgiveFailure(db, kind, subject)
  }
  try {
    for (const count of counts) {
      const failures = await countFailure(db, count.kind, count.subject, count.limit)
      counted.push(count)
      if (failures === count.limit?.most) count.onLast?.()
    }
  } catch (error) {
    await takeBack()
    throw error
  }
  return takeBack
}

type NewPin = { pin_code: string; current_pin_code?: string | undefined }

/**
 * Nobody sets the PIN of somebody else: whoever knows it acts as its owner.
 * @throws Refusal `not_allowed` for who is no clinician; `invalid` for a wrong current PIN;
 *   `too_many_requests`.
 */
export async function setOwnPin(
  call: SignedInCall,
  { pin_code, current_pin_code }: NewPin,
): Promise<void> {
  const { services, viewer } = call
  const { staffId } = viewer
  if (staffId === null) throw new Refusal('not_allowed', 'Only clinicians have a PIN.')
  const before = await readPinHash(services.db, staffId)
  if (before !== null) {
    if (current_pin_code === undefined) {
      throw invalid({ current_pin_code: ['Enter your current PIN'] })
    }
    if (!(await verifyPin(call, staffId, current_pin_code))) {
      throw invalid({
        current_pin_code: ['This is not your PIN. Ask an administrator to clear one you forgot'],
      })
    }
  }
  const pin_hash = await hashPin(pin_code, services.pinCost)
  await services.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('staff')
      .set({ pin_hash })
      .where('id', '=', staffId)
      .where('pin_hash', 'is not distinct from', before)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      throw new Refusal('stale', 'Your PIN was changed at the same time. Try again.')
    }
    await auditByViewer(tx, call, {
      action: 'person.pin_set',
      subjectType: 'staff',
      subjectId: staffId,
      patientId: null,
    })
  })
}
