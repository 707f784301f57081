import { sql } from 'kysely'
import type { Executor } from '../database/connection.ts'
import { fixedStatement } from '../database/fixed-statement.ts'
import { Refusal } from '../http/refusal.ts'
import { newToken, tokenHash } from './token.ts'

/** Shown once and kept as a hash; lasts `days` days. */
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

/** @throws Refusal `not_signed_in` for an unknown or expired token. */
export async function guestOf(executor: Executor, token: string | undefined) {
  const guest = token
    ? await guestWith(executor, tokenHash(token)).selectAll('person').executeTakeFirst()
    : undefined
  if (!guest) throw noGuest()
  return asDeclared(guest)
}

const NOT_DECLARED = {
  address: { address1: '', address2: '', city: '', county: '', nation: '', postcode: '' },
  nhs_number: { nhs_number: '' },
  gp_surgery: { gp_surgery_id: null },
} as const

/** Leaves out what staff entered, because the token's holder never said it. */
export function asDeclared<Row extends { unverified: readonly string[] }>(row: Row): Row {
  const fields = Object.keys(NOT_DECLARED) as (keyof typeof NOT_DECLARED)[]
  const withheld = fields.filter((field) => !row.unverified.includes(field))
  return Object.assign({ ...row }, ...withheld.map((field) => NOT_DECLARED[field]))
}

/** Only what a booking needs, because reading everything would cost as much as the booking. */
export const PATIENT_COLUMNS = [
  'person.id',
  'person.address1',
  'person.address2',
  'person.city',
  'person.county',
  'person.nation',
  'person.postcode',
  'person.gp_surgery_id',
] as const

const patientStatement = fixedStatement((executor, values: { tokenHash: Buffer }) =>
  guestWith(executor, values.tokenHash).select(PATIENT_COLUMNS).select('person.unverified'),
)

/** @throws Refusal as `guestOf`. */
export async function patientOf(executor: Executor, token: string): Promise<PatientRow> {
  const values = { tokenHash: tokenHash(token) }
  const [patient] = (await executor.executeQuery(patientStatement(executor, values))).rows
  if (!patient) throw noGuest()
  return asDeclared(patient)
}

const guestWith = (executor: Executor, hash: Buffer) =>
  executor
    .selectFrom('guest_access')
    .innerJoin('person', 'person.id', 'guest_access.person_id')
    .where('guest_access.token_hash', '=', hash)
    .where('guest_access.expires_at', '>', sql<Date>`now()`)
    .where(opensToGuest)

/**
 * A row of `person` that guest tokens open: an active guest that is not merged, because the holder
 * proved nothing about the other person (docs/decisions/0037).
 */
export const opensToGuest = sql<boolean>`person.is_guest and person.is_active
  and not person.is_staff and not person.is_superuser
  and not exists (select from person_merge where kept_id = person.id and undone_at is null)`

const noGuest = () => new Refusal('not_signed_in', 'This link or session is no longer valid.')

export type PatientRow = Pick<
  GuestRow,
  'id' | 'address1' | 'address2' | 'city' | 'county' | 'nation' | 'postcode' | 'gp_surgery_id'
>

export type GuestRow = Awaited<ReturnType<typeof guestOf>>
