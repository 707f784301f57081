import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { permissions } from '#lib/contract/permissions.ts'
import { endSessionByToken, startSession } from '#server/identity/sessions.ts'
import { tokenHash } from '#server/identity/token.ts'
import { addGroup, putInGroup } from '../people/permission-group.ts'
import { auditLines, oneRow, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addClinicianUser, addSignedIn, type SignedInPerson, sessionHeaders } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database

const whoAmI = (headers: Record<string, string>) =>
  send(server, 'GET', '/api/private/is-logged-in/', { headers })

const age = (person: SignedInPerson, column: 'last_seen' | 'expires_at', minutes: number) =>
  updateRows(
    db,
    'session',
    { account_id: person.accountId },
    { [column]: sql<Date>`now() + make_interval(mins => ${minutes})` },
  )

describe('a session', () => {
  test('says who is signed in, and what they may do', async () => {
    const person = await addClinicianUser(server, ['clinic.view_user', 'clinic.add_availability'], {
      first_name: 'Amara',
      last_name: 'Okafor',
    })
    const answer = await whoAmI(person.headers)
    expect(answer.body).toMatchObject({
      id: person.id,
      full_name: 'Amara Okafor',
      is_staff: true,
      staff_id: person.staffId,
    })
    expect(answer.body['permissions']).toHaveLength(2)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test('gives what the person and their groups hold, each once; a superuser has all', async () => {
    const person = await addSignedIn(server, { permissions: ['clinic.view_user'] })
    const desk = await addGroup(db, { held: ['clinic.view_user', 'clinic.view_room'] })
    await putInGroup(db, person.id, desk)
    const held = (await whoAmI(person.headers)).body['permissions']
    expect((held as string[]).toSorted()).toEqual(['clinic.view_room', 'clinic.view_user'])

    const root = await addSignedIn(server, { person: { is_superuser: true } })
    expect((await whoAmI(root.headers)).body['permissions']).toHaveLength(permissions.length)
  })

  test('ends when it has been idle, when its time is over, and when its person may not come in', async () => {
    const idle = await addSignedIn(server)
    const { SESSION_IDLE_MINUTES } = server.services.settings
    await age(idle, 'last_seen', -(SESSION_IDLE_MINUTES - 1))
    expect((await whoAmI(idle.headers)).status).toBe(200)
    await age(idle, 'last_seen', -SESSION_IDLE_MINUTES - 1)
    expect((await whoAmI(idle.headers)).outcome).toBe('401 not_signed_in')

    const old = await addSignedIn(server)
    await age(old, 'expires_at', -1)
    expect((await whoAmI(old.headers)).outcome).toBe('401 not_signed_in')

    const closed = await addSignedIn(server)
    await updateRows(db, 'person', closed.id, { is_active: false })
    expect((await whoAmI(closed.headers)).outcome).toBe('401 not_signed_in')
  })

  test('that is in use does not become idle', async () => {
    const person = await addSignedIn(server)
    await age(person, 'last_seen', -30)
    await whoAmI(person.headers)
    const { last_seen } = await oneRow(db, 'session', {
      account_id: person.accountId,
    })
    expect(Date.now() - last_seen.getTime()).toBeLessThan(60_000)
  })

  test('is kept as a hash: what the database holds opens nothing', async () => {
    const person = await addSignedIn(server)
    const { token_hash } = await oneRow(db, 'session', {
      account_id: person.accountId,
    })
    for (const encoding of ['base64url', 'hex', 'base64'] as const) {
      const headers = { Cookie: `carelane-session=${token_hash.toString(encoding)}` }
      expect((await whoAmI(headers)).outcome).toBe('401 not_signed_in')
    }
  })

  test('keeps its id token so that only its own cookie’s token reads it', async () => {
    const { accountId } = await addSignedIn(server)
    const idToken = 'header.names-a-person.signature'
    const of = { accountId, authenticatedAt: new Date(), idToken, browser: '', source: '' }
    const [first, second] = [
      await startSession(db, server.services.settings, of),
      await startSession(db, server.services.settings, of),
    ]
    const { rows } = await sql<{ row: string; id_token: string }>`
      select session::text as row, id_token from session
      where account_id = ${accountId}`.execute(db)
    expect(rows).toHaveLength(3)
    const kept = rows.map(
      ({ row, id_token }) => row + Buffer.from(id_token, 'base64url').toString(),
    )
    expect(kept.join()).not.toContain('names-a-person')

    // Moved to another session, as whoever can write to the database may do, it is nothing.
    await sql`update session set id_token = (
      select id_token from session where token_hash = ${tokenHash(first)})
      where token_hash = ${tokenHash(second)}`.execute(db)
    expect((await endSessionByToken(db, first))?.idToken).toBe(idToken)
    expect(await endSessionByToken(db, second)).toMatchObject({ idToken: undefined })
  })

  test.each(['', 'x', 'carelane-session=', 'carelane-session=made-up', 'carelane-session=%00'])(
    'is not had with the cookie %j',
    async (cookie) => {
      expect((await whoAmI({ Cookie: cookie })).outcome).toBe('401 not_signed_in')
    },
  )
})

describe('the places where somebody is signed in', () => {
  const places = async (headers: Record<string, string>) =>
    (await send(server, 'GET', '/api/private/sessions/', { headers })).body['results'] as {
      id: number
      is_current: boolean
    }[]

  test('are listed to nobody else, and tell which one asks', async () => {
    const person = await addSignedIn(server)
    const elsewhere = await sessionHeaders(server, person.accountId)
    await addSignedIn(server)
    expect(await places(person.headers)).toHaveLength(2)
    const own = (await places(person.headers)).find(({ is_current }) => is_current)
    const other = (await places(elsewhere)).find(({ is_current }) => is_current)
    expect(own?.id).not.toBe(other?.id)
  })

  test('are ended one by one, or all but the one that asks', async () => {
    const person = await addSignedIn(server)
    const second = await sessionHeaders(server, person.accountId)
    const third = await sessionHeaders(server, person.accountId)
    const secondId = (await places(second)).find(({ is_current }) => is_current)?.id
    const ended = await send(server, 'DELETE', `/api/private/sessions/${secondId}/`, person)
    expect(ended.status).toBe(204)
    expect((await whoAmI(second)).status).toBe(401)
    expect((await whoAmI(third)).status).toBe(200)
    await person.ask('DELETE', '/api/private/sessions/')
    expect((await whoAmI(third)).status).toBe(401)
    expect((await whoAmI(person.headers)).status).toBe(200)
    const trail = await auditLines(db, ['action', 'change'], { actor_id: person.id })
    expect(trail).toEqual([
      { action: 'session.ended', change: { sessions: 1 } },
      { action: 'session.ended', change: { sessions: 1 } },
    ])
  })

  test('of another person cannot be ended', async () => {
    const stranger = await addSignedIn(server)
    const [theirs] = await places(stranger.headers)
    const { ask } = await addSignedIn(server)
    const answer = await ask('DELETE', `/api/private/sessions/${theirs?.id}/`)
    expect(answer.outcome).toBe('404 not_found')
    expect((await whoAmI(stranger.headers)).status).toBe(200)
  })
})

describe('a change by somebody who is signed in', () => {
  test.each([
    [{ 'Sec-Fetch-Site': 'same-origin' }, 204],
    [{ Origin: 'http://localhost:4321' }, 204],
    [{}, 403],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://elsewhere.example' }, 403],
  ] as const)('must come from our own pages: %o is a %i', async (proof, status) => {
    const { headers } = await addSignedIn(server)
    const answer = await send(server, 'DELETE', '/api/private/sessions/', {
      headers: { Cookie: headers.Cookie, ...proof },
    })
    expect(answer.status).toBe(status)
  })
})

describe('signing out', () => {
  test('ends the session, takes the cookie away, and goes on to the end', async () => {
    const { ask, headers } = await addSignedIn(server)
    const answer = await ask('GET', '/api/private/logout')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^carelane-session=; Max-Age=0; Path=\/; HttpOnly/,
    )
    expect((await whoAmI(headers)).status).toBe(401)
  })

  test.each(['cross-site', 'same-site'])('does not follow a %s link', async (site) => {
    const { headers } = await addSignedIn(server)
    const answer = await send(server, 'GET', '/api/private/logout', {
      headers: { ...headers, 'Sec-Fetch-Site': site },
    })
    expect(answer.headers.get('Location')).toBe('/')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await whoAmI(headers)).status).toBe(200)
  })

  test('a link from elsewhere to the sign-in does not keep a session alive', async () => {
    const person = await addSignedIn(server)
    await age(person, 'last_seen', -30)
    for (const site of ['cross-site', 'same-site']) {
      const answer = await send(server, 'GET', '/api/private/login-callback/', {
        headers: { ...person.headers, 'Sec-Fetch-Site': site },
      })
      expect(answer.headers.get('Location')).toBe('/login')
    }
    const { last_seen } = await oneRow(db, 'session', {
      account_id: person.accountId,
    })
    expect(Date.now() - last_seen.getTime()).toBeGreaterThan(60_000)
  })
})
