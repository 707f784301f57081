import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Permission } from '#lib/contract/permissions.ts'
import type { Database } from '#server/database/connection.ts'
import { sessionCookie } from '#server/identity/cookies.ts'
import { startSession } from '#server/identity/sessions.ts'
import type { Services } from '#server/services.ts'
import { addPerson } from './clinic-factory.ts'
import { type Answer, type Api, send } from './send.ts'

/** Of a test server, or of another one whose database and settings are at hand. */
type Sessions = { services: Pick<Services, 'db' | 'settings'> }

type Someone = {
  /** An existing person, else a new one. */
  personId?: number
  /** Columns of a new person. */
  person?: Record<string, unknown>
  /** Makes a clinician of them. */
  clinician?: boolean
  permissions?: readonly Permission[]
}

export type SignedInPerson = {
  id: number
  accountId: number
  staffId: number | null
  /** What their browser sends from our own pages. */
  headers: { Cookie: string; 'Sec-Fetch-Site': string }
  ask: (method: string, path: string, body?: unknown) => Promise<Answer>
}

/** Somebody who is signed in, without the detour by way of an identity provider. */
export async function addSignedIn(
  server: { database: { db: Database } } & Sessions & Api,
  { personId, person, clinician = false, permissions = [] }: Someone = {},
): Promise<SignedInPerson> {
  const { db } = server.database
  const id = personId ?? (await addPerson(db, person)).id
  const { accountId, staffId } = await db
    .with('clinician', (made) =>
      made
        .insertInto('staff')
        .columns(['person_id'])
        .expression((from) =>
          from
            .selectFrom('person')
            .select('id')
            .where('id', '=', id)
            .where(sql<boolean>`${clinician}::boolean`),
        )
        .returning('id'),
    )
    .with('granted', (made) =>
      made
        .insertInto('person_permission')
        .columns(['person_id', 'permission_id'])
        .expression((from) =>
          from
            .selectFrom('permission')
            .select(({ val }) => [val(id).as('person_id'), 'id'])
            .where('name', '=', sql<string>`any(${permissions}::text[])`),
        ),
    )
    .with('opened', (made) =>
      made
        .insertInto('account')
        .values({ issuer: 'https://provider.example', subject: randomUUID(), person_id: id })
        .returning('id'),
    )
    .selectFrom('opened')
    .leftJoin('clinician', (join) => join.onTrue())
    .select(['opened.id as accountId', 'clinician.id as staffId'])
    .executeTakeFirstOrThrow()
  const headers = await sessionHeaders(server, accountId)
  const ask: SignedInPerson['ask'] = (method, path, body) =>
    send(server, method, path, { headers, body })
  return { id, accountId, staffId, headers, ask }
}

/** Somebody of the staff who holds these permissions. */
export const addStaffUser = (
  server: Parameters<typeof addSignedIn>[0],
  permissions: readonly Permission[] = [],
) => addSignedIn(server, { person: { is_staff: true }, permissions })

/** A clinician who holds these permissions. */
export const addClinicianUser = (
  server: Parameters<typeof addSignedIn>[0],
  permissions: readonly Permission[] = [],
  person: Record<string, unknown> = {},
) => addSignedIn(server, { clinician: true, permissions, person })

/** Another place where the same account is signed in. */
export async function sessionHeaders({ services }: Sessions, accountId: number) {
  const token = await startSession(services.db, services.settings, {
    accountId,
    authenticatedAt: new Date(),
    idToken: '',
    browser: 'Firefox on Linux',
    source: '127.0.0.1',
  })
  const [cookie = ''] = sessionCookie(services.settings, token).split(';')
  return { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
}
