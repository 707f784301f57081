import { sql } from 'kysely'
import { z } from 'zod'
import { line } from '#lib/contract/fields.ts'
import { normalText } from '#lib/contract/normal-text.ts'
import { tidyEmail, tidyName } from '#lib/contract/tidy-details.ts'
import { looksLikeLink } from '#lib/contract/unlinked-text.ts'
import { audit } from '../audit/audit.ts'
import type { Executor } from '../database/connection.ts'
import type { Call } from '../http/implement.ts'
import { comparePeople } from '../people/find-alike.ts'
import type { Settings } from '../settings.ts'

const normal = z.string().overwrite(normalText)
const claimedName = (longest: number) =>
  normal
    .pipe(line(longest))
    .transform(tidyName)
    .refine((name) => !looksLikeLink(name))
    .catch('')

/** Missing texts are empty. */
export const Claims = z
  .object({
    // It stays exactly as it is, because it is a machine's name.
    sub: z
      .string()
      .max(255, { abort: true })
      .regex(/^[^\p{Cc}\p{Cs}]+$/u),
    email: normal.pipe(z.string().max(254).pipe(z.email())).transform(tidyEmail).catch(''),
    // Some providers write it as text.
    email_verified: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
      .catch(false),
    given_name: claimedName(100),
    family_name: claimedName(100),
    name: claimedName(200),
    birthdate: z.iso
      .date()
      .refine((date) => date >= '1880-01-01' && date < '2200-01-01')
      .nullable()
      .catch(null),
  })
  .transform((claims) => ({ ...claims, ...toNames(claims) }))
type Claims = z.output<typeof Claims>

/**
 * A newcomer becomes a new person, or the one that an administrator prepared: same verified email,
 * name and birth date, and no account yet. Where less agrees, an administrator is told, because a
 * shared address must not open another person's record.
 */
export async function findOrCreateAccount(
  tx: Executor,
  call: Pick<Call, 'source' | 'requestId'>,
  issuer: string,
  claims: Claims,
  settings: Pick<Settings, 'FIRST_ADMINISTRATOR_EMAIL'>,
): Promise<{ accountId: number; personId: number }> {
  // Two windows of one newcomer must not make two people.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${claims.sub}`}, 0))`.execute(
    tx,
  )
  const known = await tx
    .updateTable('account')
    .set({ last_sign_in: sql<Date>`now()` })
    .where('issuer', '=', issuer)
    .where('subject', '=', claims.sub)
    .returning(['id as accountId', 'person_id as personId'])
    .executeTakeFirst()
  const account = known ?? (await newAccount(tx, call, issuer, claims))
  if (claims.email_verified && isFirstAdministrator(claims, settings)) {
    await makeFirstAdministrator(tx, call, account.personId)
  }
  await tx
    .updateTable('person')
    .set({ last_login: sql<Date>`now()` })
    .where('id', '=', account.personId)
    .execute()
  return account
}

async function newAccount(
  tx: Executor,
  call: Pick<Call, 'source' | 'requestId'>,
  issuer: string,
  claims: Claims,
) {
  const prepared = await preparedPerson(tx, claims)
  const personId = prepared ?? (await newPerson(tx, claims))
  const { id: accountId } = await tx
    .insertInto('account')
    .values({ issuer, subject: claims.sub, person_id: personId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, call, {
    actor: { id: personId, role: 'patient' },
    action: prepared === null ? 'person.created' : 'person.account_linked',
    subjectType: 'person',
    subjectId: personId,
    patientId: personId,
  })
  if (prepared === null) await comparePeople(tx, [personId])
  return { accountId, personId }
}

/**
 * Is null with two of them. Details that the person or a merged guest declared do not count,
 * because nobody verified them.
 */
async function preparedPerson(tx: Executor, claims: Claims): Promise<number | null> {
  const { email, email_verified, birthdate, first_name, last_name } = claims
  if (!email || !email_verified || !birthdate) return null
  const found = await tx
    .selectFrom('person')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email}::text)`)
    .where(sql<boolean>`lower(first_name) = lower(${first_name}::text)`)
    .where(sql<boolean>`lower(last_name) = lower(${last_name}::text)`)
    .where('dob', '=', birthdate)
    .where('is_active', '=', true)
    .where('is_guest', '=', false)
    .where(sql<boolean>`not unverified && array['email', 'first_name', 'last_name', 'dob']`)
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('account').select('id').whereRef('account.person_id', '=', 'person.id'),
        ),
      ),
    )
    .limit(2)
    .forUpdate()
    .execute()
  return found.length === 1 ? (found[0]?.id ?? null) : null
}

async function newPerson(tx: Executor, claims: Claims): Promise<number> {
  const { id } = await tx
    .insertInto('person')
    .values({
      first_name: claims.first_name,
      last_name: claims.last_name,
      email: claims.email,
      dob: claims.birthdate,
      unverified: claims.email_verified ? [] : ['email'],
      is_portal_user: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const isFirstAdministrator = (
  { email }: Claims,
  { FIRST_ADMINISTRATOR_EMAIL }: Pick<Settings, 'FIRST_ADMINISTRATOR_EMAIL'>,
) => email !== '' && email.toLowerCase() === FIRST_ADMINISTRATOR_EMAIL?.toLowerCase()

/** It happens only in an installation without an administrator. */
async function makeFirstAdministrator(
  tx: Executor,
  call: Pick<Call, 'source' | 'requestId'>,
  personId: number,
): Promise<void> {
  const made = await tx
    .updateTable('person')
    .set({ is_superuser: true, is_staff: true })
    .where('id', '=', personId)
    .where((row) =>
      row.not(
        row.exists(row.selectFrom('person as other').select('id').where('is_superuser', '=', true)),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  await audit(tx, call, {
    actor: { id: null, role: 'system' },
    action: 'person.made_first_administrator',
    subjectType: 'person',
    subjectId: personId,
    patientId: null,
  })
}

/** Splits the name at its last space where the provider does not. */
function toNames(claims: { given_name: string; family_name: string; name: string; email: string }) {
  const words = claims.name.split(/\s+/).filter(Boolean)
  const first = claims.given_name || words.slice(0, -1).join(' ') || words[0] || 'New'
  const last = claims.family_name || (words.length > 1 ? words.at(-1) : undefined) || 'User'
  return { first_name: first, last_name: last }
}

/** Staff vouch for sign-ins of merged records. */
export async function allowNextSignIns(executor: Executor, ids: readonly number[]): Promise<void> {
  await sql`
    update account set vouched_by = case
      when exists (
        select from person_merge where kept_id = person_id and undone_at is null)
      then 'staff' else 'identity_provider' end
    where person_id = any(${ids}::integer[])`.execute(executor)
}
