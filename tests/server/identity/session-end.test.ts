import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../../eventually.ts'
import { addLikelyPair, toMerge } from '../merging/likely-pair.ts'
import { updateRows } from '../rows.ts'
import { type LiveSocket, openLive } from '../schedule/live-socket.ts'
import { send } from '../send.ts'
import {
  addClinicianUser,
  addSignedIn,
  addStaffUser,
  type SignedInPerson,
  sessionHeaders,
} from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'
import { startTwoInstances } from '../two-instances.ts'

/* Two instances on one database. Neither looks by itself whether sessions still stand. */

const pingMs = 3_600_000

const instances = await startTwoInstances([6, 4], { pingMs })
const { database, one, other } = instances
const manager = await addStaffUser(one, [
  'clinic.change_user',
  'clinic.view_user',
  'clinic.user_admin',
  'clinic.can_manage_duplicates',
])
afterAll(() => instances.stop())

const sockets: LiveSocket[] = []
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.terminate()
})

async function open(at: TestServer, headers: Record<string, string>, channel?: 'progress') {
  const live = await openLive(at, headers, at.url, channel)
  sockets.push(live)
  return live
}

const isOpen = ({ socket }: LiveSocket) => socket.readyState === socket.OPEN

/** Staff with a schedule open at each instance, and the progress of their work at one of them. */
async function addListener() {
  const person = await addClinicianUser(one, ['clinic.view_appointment'])
  const { headers } = person
  const channels = [
    await open(one, headers),
    await open(other, headers),
    await open(one, headers, 'progress'),
  ]
  return { person, channels }
}

const codes = (channels: readonly LiveSocket[]) => Promise.all(channels.map(({ closed }) => closed))

const ENDED = [4401, 4401, 4401]

describe('open channels end at every instance', () => {
  test('with a sign-out, and nobody else’s do', async () => {
    const leaving = await addListener()
    const staying = await addListener()
    await send(other, 'GET', '/api/private/logout', { headers: leaving.person.headers })
    expect(await codes(leaving.channels)).toEqual(ENDED)
    expect(staying.channels.every(isOpen)).toBe(true)
  })

  test('of all other sessions, when these are ended', async () => {
    const { person, channels } = await addListener()
    const headers = await sessionHeaders(one, person.accountId)
    const here = await open(one, headers)
    const { status } = await send(other, 'DELETE', '/api/private/sessions/', { headers })
    expect(status).toBe(204)
    expect(await codes(channels)).toEqual(ENDED)
    expect(isOpen(here)).toBe(true)
  })

  test('with the account', async () => {
    const { person, channels } = await addListener()
    const closed = await send(other, 'PATCH', `/api/admin/users/${person.id}/`, {
      body: { is_active: false },
      headers: manager.headers,
    })
    expect(closed.status, closed.text).toBe(200)
    expect(await codes(channels)).toEqual(ENDED)
  })

  test('when their person is merged into another, whose session it is then', async () => {
    const { kept, merged } = await addLikelyPair(database.db)
    const person = await addSignedIn(one, { personId: merged.id })
    const live = await open(one, person.headers, 'progress')
    const done = await send(other, 'POST', '/api/admin/potential-duplicate-users/', {
      body: { ...toMerge(kept, merged), sign_ins_checked: true },
      headers: manager.headers,
    })
    expect(done.status, done.text).toBeLessThan(300)
    expect(await live.closed).toBe(4401)
  })

  test('when somebody ends sessions in the database', async () => {
    const { person, channels } = await addListener()
    await database.db.deleteFrom('account').where('id', '=', person.accountId).execute()
    expect(await codes(channels)).toEqual(ENDED)
  })
})

describe('an open channel ends by itself', () => {
  /** Changes when a session ends; what ends another one has every session looked at. */
  async function ending(person: SignedInPerson, values: Record<string, unknown>) {
    const { db } = database
    await updateRows(db, 'session', { account_id: person.accountId }, values)
    const { accountId } = await addSignedIn(one)
    await db.deleteFrom('session').where('account_id', '=', accountId).execute()
  }

  test('when the time of its session is over', async () => {
    const [person, later] = [await addSignedIn(one), await addSignedIn(one)]
    const live = await open(one, person.headers, 'progress')
    const staying = await open(one, later.headers, 'progress')
    await ending(person, { expires_at: sql<Date>`now() + interval '1 second'` })
    expect(await live.closed).toBe(4401)
    expect(isOpen(staying)).toBe(true)
  })

  test('when its session has been idle', async () => {
    const [idle, busy] = [await addSignedIn(one), await addSignedIn(one)]
    const live = await open(one, idle.headers, 'progress')
    const staying = await open(one, busy.headers, 'progress')
    const { SESSION_IDLE_MINUTES } = one.services.settings
    const last_seen = sql<Date>`now() + interval '1 second'
      - make_interval(mins => ${SESSION_IDLE_MINUTES})`
    await ending(idle, { last_seen })
    expect(await live.closed).toBe(4401)
    expect(isOpen(staying)).toBe(true)
  })
})

test('what was missed while the database broke off is made good', async () => {
  const { person, channels } = await addListener()
  const listeners = () =>
    database.db
      .selectNoFrom(
        sql<number>`(select count(*) from pg_stat_activity where datname = current_database()
          and application_name = 'carelane session_ended')`.as('count'),
      )
      .executeTakeFirstOrThrow()
  await eventually(async () => expect((await listeners()).count).toBe(2))
  // Nobody hears of it: as when the connection was down.
  await database.db.transaction().execute(async (tx) => {
    await sql`alter table session disable trigger session_ended`.execute(tx)
    await tx.deleteFrom('session').where('account_id', '=', person.accountId).execute()
    await sql`alter table session enable trigger session_ended`.execute(tx)
  })
  expect(channels.every(isOpen)).toBe(true)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'carelane session_ended'`.execute(
    database.db,
  )
  expect(await codes(channels)).toEqual(ENDED)
})
