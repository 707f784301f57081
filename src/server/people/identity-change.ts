import { sql } from 'kysely'
import { compareNames } from '#lib/merging/likeness.ts'
import type { Executor } from '../database/connection.ts'
import { invalid } from '../refusals/refusal.ts'

const IDENTITY = ['first_name', 'last_name', 'dob', 'nhs_number'] as const
type IdentityField = (typeof IDENTITY)[number]
type Identity = { [Field in IdentityField]: string | null }
type Names = { first_name: string; last_name: string }
type Known = Identity & Names & { unverified: readonly string[]; vouched_names: unknown }
type IdentityChanges = { [Field in IdentityField]?: string | null | undefined }

/**
 * It holds each name as it was before its person corrected it: small steps do not add up to another
 * name.
 */
export function verifiedNames({ unverified, vouched_names, ...now }: Known): Names {
  const verified = vouched_names as Names | null
  const verifiedName = (field: keyof Names) =>
    (unverified.includes(field) && verified?.[field]) || now[field]
  return { first_name: verifiedName('first_name'), last_name: verifiedName('last_name') }
}

/**
 * Fields whose change would make a record another person's. A birth date that was missing and a
 * small correction of a name do not: a new last name, or a first name that is spelt otherwise.
 */
function otherIdentity(before: Known, changes: IdentityChanges): IdentityField[] {
  const after = { ...before, ...definedOnly(changes) }
  const verified = verifiedNames(before)
  const likeness = (field: keyof Names) => compareNames(verified[field], after[field])
  const isOtherFirst = likeness('first_name') === 'different'
  const isOtherLast = likeness('last_name') === 'different' && likeness('first_name') !== 'same'
  const isOther = {
    first_name: isOtherFirst || (isOtherLast && changes.last_name === undefined),
    last_name: isOtherLast,
    dob: before.dob !== null && after.dob !== before.dob,
    nhs_number: after.nhs_number !== before.nhs_number,
  }
  return IDENTITY.filter((field) => changes[field] !== undefined && isOther[field])
}

const definedOnly = (changes: IdentityChanges) =>
  Object.fromEntries(
    IDENTITY.filter((field) => changes[field] !== undefined).map((field) => [
      field,
      changes[field] ?? null,
    ]),
  )

/** There is something that would become another person's. Holds have no patient. */
export async function isIdentityFixed(
  executor: Executor,
  { id, nhs_number }: { id: number; nhs_number: string },
): Promise<boolean> {
  if (nhs_number !== '') return true
  const { rows } = await sql<{ is_fixed: boolean }>`
    select exists (select from appointment where patient_id = ${id})
      or exists (select from vaccination_history where patient_id = ${id}) as is_fixed`.execute(
    executor,
  )
  return rows[0]?.is_fixed ?? false
}

/**
 * People correct their own record only while it stays theirs (docs/decisions/0100).
 * @throws Refusal `invalid` by field.
 */
export async function checkSameIdentity(
  executor: Executor,
  before: Known & { id: number; nhs_number: string },
  changes: IdentityChanges,
): Promise<void> {
  const fields = otherIdentity(before, changes)
  if (fields.length === 0 || !(await isIdentityFixed(executor, before))) return
  const words = ['We cannot change this here. Ask us to correct it.']
  throw invalid(Object.fromEntries(fields.map((field) => [field, words])))
}
