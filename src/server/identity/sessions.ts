import { sql } from 'kysely'
import { type Permission, permissions } from '#lib/contract/permissions.ts'
import { policyRules } from '#lib/policy/policy.ts'
import { type Executor, sendCompiled } from '../database/connection.ts'
import { fixedStatement } from '../database/fixed-statement.ts'
import type { Settings } from '../settings.ts'
import { heldPermissions } from './held-permissions.ts'
import { seal, unseal } from './sealed.ts'
import { newToken, tokenHash } from './token.ts'

export type SignedIn = {
  sessionId: number
  accountId: number
  personId: number
  uuid: string
  fullName: string
  isSuperuser: boolean
  isStaff: boolean
  staffId: number | null
  isFresh: boolean
  permissions: ReadonlySet<Permission>
  expiresAt: Date
}

const SEEN_EVERY_SECONDS = 60

type Lifetime = Pick<Settings, 'SESSION_HOURS' | 'SESSION_IDLE_MINUTES' | 'SIGN_IN_AGAIN_MINUTES'>

/**
 * The id token is sealed, because it names the person.
 * @returns the cookie's value; its hash is stored.
 */
export async function startSession(
  executor: Executor,
  lifetime: Lifetime,
  of: {
    accountId: number
    authenticatedAt: Date | null
    idToken: string
    browser: string
    source: string
  },
): Promise<string> {
  const token = newToken()
  await executor
    .insertInto('session')
    .values({
      token_hash: tokenHash(token),
      account_id: of.accountId,
      authenticated_at: of.authenticatedAt,
      id_token: seal(of.idToken, token),
      browser: of.browser,
      source: of.source,
      expires_at: sql<Date>`now() + make_interval(hours => ${lifetime.SESSION_HOURS})`,
    })
    .execute()
  return token
}

export const sessionStatement = fixedStatement(
  (executor, values: { tokenHash: Buffer } & Omit<Lifetime, 'SESSION_HOURS'>) =>
    executor
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .innerJoin('person', 'person.id', 'account.person_id')
      .leftJoin('staff', (join) =>
        join
          .onRef('staff.person_id', '=', 'person.id')
          .on('staff.is_active', '=', true)
          .on('staff.is_deleted', '=', false),
      )
      .where('session.token_hash', '=', values.tokenHash)
      .where(isAlive(values))
      .where('person.is_active', '=', true)
      .select([
        'session.id as sessionId',
        'session.account_id as accountId',
        'session.expires_at as expiresAt',
        'person.id as personId',
        'person.uuid',
        'person.full_name as fullName',
        'person.is_superuser as isSuperuser',
        'person.is_staff as isStaff',
        'staff.id as staffId',
        sql<boolean>`session.last_seen < now() - make_interval(secs => ${SEEN_EVERY_SECONDS})`.as(
          'isSeenLongAgo',
        ),
        isFresh(values).as('isFresh'),
        sql<Permission[]>`case when person.is_superuser then '{}' else ${heldPermissions} end`.as(
          'held',
        ),
      ]),
)

export async function readSession(
  executor: Executor,
  lifetime: Lifetime,
  token: string | undefined,
  { isUnattended = false } = {},
): Promise<SignedIn | null> {
  if (!token) return null
  const values = {
    tokenHash: tokenHash(token),
    SESSION_IDLE_MINUTES: lifetime.SESSION_IDLE_MINUTES,
    SIGN_IN_AGAIN_MINUTES: lifetime.SIGN_IN_AGAIN_MINUTES,
  }
  const [row] = await sendCompiled(executor, sessionStatement(executor, values))
  if (!row) return null
  if (row.isSeenLongAgo && !isUnattended) {
    await executor
      .updateTable('session')
      .set({ last_seen: sql<Date>`now()` })
      .where('id', '=', row.sessionId)
      .execute()
  }
  return {
    sessionId: row.sessionId,
    accountId: row.accountId,
    personId: row.personId,
    uuid: row.uuid,
    fullName: row.fullName,
    isSuperuser: row.isSuperuser,
    isStaff: row.isStaff || row.isSuperuser || row.staffId !== null,
    staffId: row.staffId,
    isFresh: row.isFresh,
    permissions: row.isSuperuser ? EVERYTHING : new Set(row.held),
    expiresAt: row.expiresAt,
  }
}

const EVERYTHING: ReadonlySet<Permission> = new Set(permissions)

export type LivingSession = {
  id: number
  uuid: string
  endsInMs: number
  onlyStaffId: number | null
}

/** Lists living sessions of staff with a permission. It does not count as use. */
export function sessionsThatMay(
  executor: Executor,
  lifetime: Lifetime,
  ids: number[],
  permission: Permission,
): Promise<LivingSession[]> {
  return living(executor, lifetime, ids)
    .where(
      sql<boolean>`(person.is_superuser or ${permission} = any(${heldPermissions})
        and (person.is_staff or exists (
          select from staff where person_id = person.id and is_active and not is_deleted)))`,
    )
    .execute()
}

/** It does not count as use. */
export const livingSessions = (
  executor: Executor,
  lifetime: Lifetime,
  ids: number[],
): Promise<LivingSession[]> => living(executor, lifetime, ids).execute()

const living = (executor: Executor, lifetime: Lifetime, ids: number[]) =>
  executor
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .innerJoin('person', 'person.id', 'account.person_id')
    .where(sql<boolean>`session.id = any(${ids}::integer[])`)
    .where(isAlive(lifetime))
    .where('person.is_active', '=', true)
    .select(['session.id', 'person.uuid'])
    .select(
      sql<number | null>`case when person.is_superuser
        or ${policyRules['schedule.see'].others} <@ ${heldPermissions} then null
        else coalesce((select id from staff
          where person_id = person.id and is_active and not is_deleted), 0) end`.as('onlyStaffId'),
    )
    .select(
      sql<number>`extract(epoch from least(session.expires_at, session.last_seen
        + make_interval(mins => ${lifetime.SESSION_IDLE_MINUTES})) - now())::float8 * 1000`.as(
        'endsInMs',
      ),
    )

export async function listSessions(executor: Executor, lifetime: Lifetime, personId: number) {
  return await executor
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('account.person_id', '=', personId)
    .where(isAlive(lifetime))
    .select(['session.id', 'session.browser', 'session.source', 'session.created'])
    .select(['session.last_seen', 'session.expires_at'])
    .orderBy('session.last_seen', 'desc')
    .orderBy('session.id', 'desc')
    .execute()
}

/** Call it in the transaction of the cause. @returns how many there were. */
export async function endSessions(
  executor: Executor,
  personId: number,
  which: { only: number } | { allBut: number | null },
): Promise<number> {
  const { numDeletedRows } = await executor
    .deleteFrom('session')
    .where((row) =>
      row(
        'account_id',
        'in',
        row.selectFrom('account').select('id').where('person_id', '=', personId),
      ),
    )
    .$if('only' in which, (rows) => rows.where('id', '=', 'only' in which ? which.only : 0))
    .$if('allBut' in which && which.allBut !== null, (rows) =>
      rows.where('id', '<>', 'allBut' in which ? (which.allBut ?? 0) : 0),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function endSessionByToken(executor: Executor, token: string | undefined) {
  if (!token) return undefined
  const ended = await executor
    .deleteFrom('session')
    .using(['account', 'person'])
    .whereRef('account.id', '=', 'session.account_id')
    .whereRef('person.id', '=', 'account.person_id')
    .where('token_hash', '=', tokenHash(token))
    .returning(['person.id as personId', 'session.id_token as sealed'])
    .returning(
      sql<boolean>`person.is_staff or person.is_superuser or exists (
        select from staff where person_id = person.id and is_active and not is_deleted)`.as(
        'isStaff',
      ),
    )
    .executeTakeFirst()
  if (!ended) return undefined
  const { sealed, ...scope } = ended
  return { ...scope, idToken: unseal(sealed, token) }
}

export const isAlive = ({ SESSION_IDLE_MINUTES }: Pick<Lifetime, 'SESSION_IDLE_MINUTES'>) =>
  sql<boolean>`session.expires_at > now()
    and session.last_seen > now() - make_interval(mins => ${SESSION_IDLE_MINUTES})`

const isFresh = ({ SIGN_IN_AGAIN_MINUTES }: Pick<Lifetime, 'SIGN_IN_AGAIN_MINUTES'>) =>
  sql<boolean>`${SIGN_IN_AGAIN_MINUTES}::integer = 0 or coalesce(session.authenticated_at
    > now() - make_interval(mins => ${SIGN_IN_AGAIN_MINUTES}), false)`
