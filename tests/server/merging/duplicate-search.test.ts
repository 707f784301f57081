import { once } from 'node:events'
import { afterAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connect } from '#server/database/connection.ts'
import { createLog } from '#server/log/log.ts'
import { compareChanged, goOnSearching } from '#server/merging/duplicate-search.ts'
import { comparePeople } from '#server/people/find-alike.ts'
import { startWork } from '#server/work.ts'
import { eventually } from '../../eventually.ts'
import { addPerson } from '../clinic-factory.ts'
import { insertRow, oneRow, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { createTestDatabase } from '../test-database.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/* Two instances on one database: either does the work, and tells the other's listener. */

let other: TestServer
const database = await createTestDatabase(8)
const one = await startTestServer({ database })
other = await startTestServer({ database })
const manager = await addSignedIn(one, {
  person: { is_staff: true, email: 'manager@example.test' },
  permissions: ['clinic.can_manage_duplicates'],
})
afterAll(async () => {
  await one.stop()
  await other.stop()
  await database.drop()
})

const SEARCH = '/api/admin/potential-duplicate-users/search/'
const readUuid = async (id: number) => (await oneRow(database.db, 'person', id)).uuid
const candidates = () =>
  database.db.selectFrom('duplicate_candidate').select(['person_id', 'other_id']).execute()

/** Opens the progress channel as a browser does. */
async function listen(at: TestServer, who: SignedInPerson, uuid?: string, email?: string) {
  const query = uuid && email ? new URLSearchParams({ user_uuid: uuid, email }) : ''
  const socket = new WebSocket(`${at.url.replace('http', 'ws')}/ws/progress/?${query}`, {
    headers: who.headers,
    origin: at.url,
  })
  const messages: { type: string; progress: number; name: string }[] = []
  socket.on('message', (text) => messages.push(JSON.parse(String(text))))
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  return { socket, messages }
}

async function isTurnedAway(socket: WebSocket): Promise<void> {
  const [code] = await once(socket, 'close')
  expect(code).toBe(4401)
}

test('who asks for progress is in no log, whether the channel opens or not', async () => {
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const uuid = await readUuid(manager.id)
  const db = connect('postgresql://nobody@127.0.0.1:9/nothing', {
    poolSize: 1,
    onError: () => undefined,
  })
  const working = await startTestServer({ database, services: { log } })
  const failing = await startTestServer({ database, services: { log, db } })
  const { socket } = await listen(working, manager, uuid, 'manager@example.test')
  socket.terminate()
  await isTurnedAway((await listen(working, manager, uuid, 'else@example.test')).socket)
  await expect(listen(failing, manager, uuid, 'manager@example.test')).rejects.toThrow(/503/)
  await working.stop()
  await failing.stop()
  await db.destroy()
  expect(lines.join('')).toContain('a live channel was not opened')
  expect(lines.join('')).not.toMatch(new RegExp(`example\\.test|${uuid}`))
})

test('whoever is new or changed is compared with everybody', async () => {
  const { db } = database
  const same = { first_name: 'Chidi', last_name: 'Anagonye', dob: '1982-08-11' }
  const first = await addPerson(db, same)
  const second = await addPerson(db, { ...same, dob: '1951-01-30' })
  await compareChanged(one.services, new AbortController().signal)
  expect(await candidates()).toEqual([])
  await updateRows(db, 'person', second.id, { dob: same.dob })
  // Two at once take turns, and neither leaves anybody out.
  const { signal } = new AbortController()
  await Promise.all([compareChanged(one.services, signal), compareChanged(other.services, signal)])
  expect(await candidates()).toEqual([{ person_id: first.id, other_id: second.id }])
  expect(await db.selectFrom('person_to_compare').selectAll().execute()).toEqual([])
})

test('people of one name are found by their phone number, unless a crowd has it', async () => {
  const { db } = database
  await db.deleteFrom('duplicate_candidate').execute()
  const reached = { first_name: 'Tahani', last_name: 'Al-Jamil', mobile: '07700 900961', dob: null }
  const sought = await addPerson(db, reached)
  const alike = await addPerson(db, reached)
  const { signal } = new AbortController()
  await compareChanged(one.services, signal)
  expect(await candidates()).toEqual([{ person_id: sought.id, other_id: alike.id }])
  for (let other = 0; other < 60; other += 1) {
    await addPerson(db, {
      first_name: 'Jason',
      last_name: `Number ${other}`,
      mobile: reached.mobile,
    })
  }
  await comparePeople(db, [sought.id, alike.id])
  expect(await candidates()).toEqual([])
})

test('a search that was interrupted goes on where it was, at another instance', async () => {
  const { db } = database
  await db.deleteFrom('duplicate_candidate').execute()
  await db
    .insertInto('person')
    .values(
      Array.from({ length: 600 }, (_, number) => ({
        first_name: `Tahani${'abcdefghij'[number % 10]}`,
        last_name: `Al-Jamil${number}`,
        dob: `19${String(10 + (number % 80))}-05-0${1 + (number % 9)}`,
      })),
    )
    .execute()
  await insertRow(db, 'duplicate_search', { total: 600, started_by: manager.id })
  const stopping = new AbortController()
  const reportProgress = vi.fn(async () => stopping.abort())
  const progress = { ...one.services.progress, reportProgress }
  expect(await goOnSearching({ db, progress }, stopping.signal)).toBe(true)
  const { body: halfway } = await send(one, 'GET', SEARCH, manager)
  expect(halfway).toMatchObject({ is_running: true, ended: null })
  expect(halfway['progress']).toBeGreaterThan(0)
  expect(await goOnSearching(other.services, new AbortController().signal)).toBe(false)
  const { body: over } = await send(one, 'GET', SEARCH, manager)
  expect(over).toMatchObject({ is_running: false, progress: 100, failed: false })
  expect(await candidates()).toHaveLength(1)
  const row = await db.selectFrom('duplicate_search').selectAll().executeTakeFirstOrThrow()
  const { count } = await db
    .selectFrom('person')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  // Each was compared once.
  expect(row.done).toBe(count)
})

test('progress comes to whose search it is, from whichever instance, and to nobody else', async () => {
  const someone = await addSignedIn(one, {
    person: { is_staff: true, email: 'else@example.test' },
    permissions: ['clinic.can_manage_duplicates'],
  })
  const uuid = await readUuid(manager.id)
  const own = await listen(other, manager, uuid, 'Manager@example.test')
  const others = await listen(other, someone, await readUuid(someone.id), 'else@example.test')
  for (const [who, of, email] of [
    [someone, uuid, 'manager@example.test'],
    [manager, uuid, 'else@example.test'],
  ] as const) {
    await isTurnedAway((await listen(one, who, of, email)).socket)
  }
  // The session says whose it is, also where the address names nobody.
  const unnamed = await listen(one, manager)
  await eventually(async () => {
    await one.services.progress.reportProgress(uuid, {
      type: 'progress',
      progress: 0,
      name: 'ready',
    })
    for (const { messages } of [own, unnamed]) {
      expect(messages).toContainEqual(expect.objectContaining({ name: 'ready' }))
    }
  })

  // Taken on once, by the queue, at this instance.
  await startWork(one.services)
  const { body } = await send(other, 'POST', SEARCH, { headers: manager.headers })
  expect(body).toMatchObject({ is_running: true })
  const again = await send(one, 'POST', SEARCH, { headers: someone.headers })
  expect(again.status).toBe(200)
  await eventually(
    async () => {
      const { body: state } = await send(one, 'GET', SEARCH, manager)
      expect(state).toMatchObject({ is_running: false, failed: false })
      expect(own.messages.at(-1)).toEqual({
        type: 'progress',
        progress: 100,
        name: 'Search for duplicates',
      })
    },
    { interval: 100 },
  )
  expect(others.messages).toEqual([])
  for (const { socket } of [own, others, unnamed]) socket.terminate()
  const searches = await database.db.selectFrom('duplicate_search').select('id').execute()
  expect(searches).toHaveLength(2)
})
