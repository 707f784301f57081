import type { Executor } from '../../database/connection.ts'
import { hashRange, microseconds, NO_SEAL, type SealedRange } from './seal-hash.ts'

const SEALS_AT_ONCE = 500

type Seal = SealedRange & { line_count: number; hash: string }

export type CheckedTrail = {
  seals: number
  lines: number
  head: Pick<Seal, 'number' | 'last_sequence' | 'hash' | 'sealed_at'> | null
  unsealed: number
  fault: string | null
}

/**
 * It runs in constant memory.
 * @param expected a hash stored elsewhere, which some seal must have.
 */
export async function checkSeals(db: Executor, expected: string | null): Promise<CheckedTrail> {
  const checked: CheckedTrail = { seals: 0, lines: 0, head: null, unsealed: 0, fault: null }
  let isExpectedThere = false
  for await (const seal of readSeals(db)) {
    checked.fault = await findFault(db, seal, checked.head)
    if (checked.fault) return checked
    checked.seals += 1
    checked.lines += seal.line_count
    checked.head = seal
    isExpectedThere ||= seal.hash === expected
  }
  checked.unsealed = await countAfter(db, checked.head?.last_sequence ?? 0)
  if (expected !== null && !isExpectedThere) {
    checked.fault = `No seal has the hash ${expected}: seals were removed, or made anew.`
  }
  return checked
}

async function* readSeals(db: Executor): AsyncGenerator<Seal> {
  for (let after = 0; ; ) {
    const seals = await db
      .selectFrom('audit_seal')
      .select(['number', 'first_sequence', 'last_sequence', 'line_count', 'previous_hash', 'hash'])
      .select(microseconds('sealed_at').as('sealed_at'))
      .where('number', '>', after)
      .orderBy('number')
      .limit(SEALS_AT_ONCE)
      .execute()
    yield* seals
    after = seals.at(-1)?.number ?? after
    if (seals.length < SEALS_AT_ONCE) return
  }
}

async function findFault(
  db: Executor,
  seal: Seal,
  previous: CheckedTrail['head'],
): Promise<string | null> {
  const expected = {
    number: (previous?.number ?? 0) + 1,
    first_sequence: (previous?.last_sequence ?? 0) + 1,
    previous_hash: previous?.hash ?? NO_SEAL,
  }
  if (seal.number !== expected.number) {
    return `Seal ${expected.number} is missing: lines from ${expected.first_sequence} on cannot be checked.`
  }
  if (
    seal.first_sequence !== expected.first_sequence ||
    seal.previous_hash !== expected.previous_hash
  ) {
    return `Seal ${seal.number} does not continue the one before it: lines before ${expected.first_sequence} or their seal were changed.`
  }
  const { hash, line_count } = await hashRange(db, seal)
  if (hash === seal.hash && line_count === seal.line_count) return null
  const difference =
    line_count === seal.line_count
      ? 'a line or the seal was changed'
      : `${seal.line_count} were sealed, and there are ${line_count}`
  return `Lines ${seal.first_sequence} to ${seal.last_sequence} are not as seal ${seal.number} has them: ${difference}.`
}

async function countAfter(db: Executor, sequence: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit_event')
    .select(db.fn.countAll<number>().as('count'))
    .where('sequence', '>', sequence)
    .executeTakeFirstOrThrow()
  return count
}
