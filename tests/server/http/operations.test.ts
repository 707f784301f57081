import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract, type OperationKey } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { readOnlyFields } from '#lib/contract/read-only-fields.ts'
import { newToken, tokenHash } from '#server/identity/token.ts'
import { createLog } from '#server/log/log.ts'
import { addGuest, addPerson } from '../clinic-factory.ts'
import { insertRow, updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { runTestServer } from '../test-server.ts'
import { expectClean, expectErrorShape } from './expect-clean.ts'
import { promisedBy } from './expect-promised.ts'
import {
  call,
  distinct,
  isOwnAlone,
  keepSamples,
  kinds,
  makeSample,
  operations,
  type Sample,
  thorough,
} from './operation-samples.ts'

const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(line) })
const server = await runTestServer({ services: { log } })
const { db } = server.database
const expectPromised = await promisedBy(server)

const having = (wanted: (definition: Operation, key: OperationKey) => unknown) =>
  operations.filter(([key, definition]) => wanted(definition, key)).map(([key]) => key)

const guestsOwn = having(({ audience }) => audience === 'guest')
const withBody = having(({ body }) => body)
const withId = having(
  ({ params }, key) => params && key.includes('{id}') && !key.includes('addresses'),
)
const unsafe = having((_, key) => !key.startsWith('GET'))
const ownReads = having(
  ({ audience }, key) => key.startsWith('GET') && /private|admin/.test(audience),
)

/** All variations for some calls; for each other one, by turns, since one handler meets them all. */
function variations<Variation>(key: OperationKey, all: readonly Variation[]): Variation[] {
  if (thorough.has(key)) return [...all]
  const turn = operations.findIndex(([one]) => one === key)
  return all.filter((_, index) => index === turn % all.length)
}

/** One for all requests that are refused. */
const unused = keepSamples(() => server).of

/** The log has one line for it: its route, with its id, its status and how long it took. */
function expectLogged(key: OperationKey, answer: Answer) {
  const [method, path = ''] = key.split(' ')
  const { ms, time, level, ...line } = JSON.parse(lines.at(-1) ?? '{}')
  expect(line).toEqual({
    requestId: answer.headers.get('X-Request-Id'),
    method,
    route: `/api/${path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`,
    status: answer.status,
  })
  expect([typeof ms, typeof time, level]).toEqual(['number', 'number', 30])
}

/** Everything that reading leaves behind. */
async function traces() {
  const { rows } = await sql`select (select count(*) from audit_event) as lines,
    (select count(*) from failed_attempt) as tries`.execute(db)
  return rows
}

const from = (site: string, sample: Sample): Sample => ({
  ...sample,
  headers: { ...sample.headers, 'Sec-Fetch-Site': site },
})

test.each(kinds(ownReads))('%s from another site is a 403 and leaves no trace', async (key) => {
  const sample = await unused(key)
  const before = await traces()
  for (const site of ['cross-site', 'same-site']) {
    const answer = await call(server, key, from(site, sample))
    expect(answer.outcome, site).toBe('403 not_allowed')
    expectErrorShape(answer, site)
  }
  expect(await traces()).toEqual(before)
})

describe.each(kinds(operations))('%s', (key, definition) => {
  const takesAnyQuery = definition.query?.safeParse({ unheard_of: '1' }).success ?? false
  test.skipIf(takesAnyQuery)('is the same with and without the slash', async () => {
    const given = await unused(key)
    const sample = { ...given, query: { ...given.query, unheard_of: '1' } }
    for (const path of [(path: string) => path, (path: string) => path.replace(/\/$/, '')]) {
      const answer = await call(server, key, sample, { path })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ unheard_of: ['This field is not known.'] })
    }
  })

  test('a parameter given twice is refused by its name', async () => {
    const answer = await call(server, key, await unused(key), {
      path: (path) => `${path}?twice=1&twice=2&`,
    })
    expect(answer.status).toBe(400)
  })
})

describe.each(kinds(withBody))('the body of %s', (key) => {
  test('that is not JSON is a 400', async () => {
    const sample = await unused(key)
    const broken = ['{', '{"a":}', 'nonsense', '\u0000', '{"a":1}}', "{'a':1}", '[1']
    for (const raw of variations(key, broken)) {
      const answer = await call(server, key, sample, { raw })
      expect(answer.status, raw).toBe(400)
      expect(answer.body, raw).toEqual({ non_field_errors: ['This is not valid JSON.'] })
    }
  })

  test('that is JSON but no object is a 400', async () => {
    const sample = await unused(key)
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    // Where rows are sent bare, a list is a body.
    const list = (contract[key] as Operation).bareList === undefined ? ['[]'] : []
    for (const raw of variations(key, ['null', ...list, '"text"', '1', 'true', deep])) {
      const answer = await call(server, key, sample, { raw })
      expect(answer.status, raw.slice(0, 20)).toBe(400)
      expect(Object.keys(answer.body), raw.slice(0, 20)).toEqual(['non_field_errors'])
    }
  })

  const known = Object.keys({
    ...(contract[key] as Operation).body?.shape,
    ...readOnlyFields(key),
  })
  const unknown = [
    'unheard_of',
    'id',
    'is_superuser',
    'patient_id',
    'status',
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
  ].filter((name) => !known.includes(name))

  test('with a field that it does not know is a 400 that names it', async () => {
    const sample = await unused(key)
    for (const name of variations(key, unknown)) {
      const raw = JSON.stringify(sample.body).replace(/^\{/, `{${JSON.stringify(name)}: 1,`)
      const answer = await call(server, key, sample, { raw })
      expect(answer.status, answer.text).toBe(400)
      expect(JSON.parse(answer.text)).toEqual(
        JSON.parse(`{"${name}":["This field is not known."]}`),
      )
    }
  })

  test('that is too large is a 413, whether its length is told or not', async () => {
    const sample = await unused(key)
    const large = JSON.stringify({ ...sample.body, filler: 'x'.repeat(300_000) })
    const [method = '', path = ''] = key.split(' ')
    const told = async () => (await call(server, key, sample, { raw: large })).status
    const streamed = async () =>
      (
        await fetch(`${server.url}/api/${path.replace(/\{\w+\}/, '1')}`, {
          method,
          headers: { 'Content-Type': 'application/json', ...sample.headers },
          body: new Blob([large]).stream(),
          duplex: 'half',
        } as RequestInit)
      ).status
    for (const send of variations(key, [told, streamed])) expect(await send()).toBe(413)
  })

  test('sent as another type is a 415', async () => {
    const sample = await unused(key)
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']
    for (const type of variations(key, [...types, 'multipart/form-data'])) {
      const answer = await call(server, key, sample, { headers: { 'Content-Type': type } })
      expect(answer.outcome, type).toBe('415 unsupported_media_type')
    }
  })
})

test.each(kinds(withBody))('the body of %s may say its character set', async (key) => {
  const answer = await call(server, key, await makeSample(server, key), {
    headers: { 'Content-Type': 'Application/JSON; charset=utf-8' },
  })
  expect(answer.status).toBeLessThan(300)
})

describe.each(kinds(guestsOwn))('%s', (key) => {
  test('without a token, with a made-up, an expired or a closed one is a 401', async () => {
    const sample = await makeSample(server, key)
    const expired = await addGuest(db)
    await updateRows(
      db,
      'guest_access',
      { person_id: expired.id },
      { expires_at: new Date(Date.now() - 1_000) },
    )
    const closedToken = newToken()
    const closed = await addPerson(db, { is_guest: true, is_active: false })
    await insertRow(db, 'guest_access', {
      person_id: closed.id,
      token_hash: tokenHash(closedToken),
      expires_at: new Date(Date.now() + 60_000),
    })
    for (const token of ['', 'made-up', expired.token, closedToken, 'é', "' or 1=1"]) {
      const answer = await call(server, key, sample, {
        headers: { 'Guest-User-Access-Token': token },
      })
      expect(answer.outcome, token).toBe('401 not_signed_in')
      expectErrorShape(answer, token)
    }
  })
})

describe.each(kinds(withId))('%s', (key) => {
  test('an id that cannot be is a 400 or a 404', async () => {
    const sample = await unused(key)
    const numbers = ['0', '-1', '1.5', '2147483648', '9e99', '1e3', '0x10']
    for (const id of variations(key, [...numbers, 'abc', ' ', '１', "1'"])) {
      const answer = await call(server, key, { ...sample, params: { ...sample.params, id } })
      expect([400, 404], `${id}: ${answer.text}`).toContain(answer.status)
      expectClean(answer, id)
    }
  })
})

test.each(distinct(withId))('%s of an id that nothing has is a 404', async (key) => {
  const sample = await unused(key)
  const id = key.includes('/files/') ? crypto.randomUUID() : 2_147_483_647
  const answer = await call(server, key, { ...sample, params: { ...sample.params, id } })
  expect(answer.outcome).toBe('404 not_found')
})

test.each(['Guest-User-Access-Token', 'Slot-Hold-Token', 'Idempotency-Key'])(
  'a %s of more than three hundred signs is a 400 that names it',
  async (name) => {
    const sample = await makeSample(server, 'POST public/appointments/')
    const answer = await call(server, 'POST public/appointments/', sample, {
      headers: { [name]: 'x'.repeat(301) },
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ [name]: ['Too long.'] })
  },
)

test('an Idempotency-Key that is too short to be unlike others is a 400', async () => {
  const sample = await makeSample(server, 'POST public/appointments/')
  const answer = await call(server, 'POST public/appointments/', sample, {
    headers: { 'Idempotency-Key': 'seven77' },
  })
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ 'Idempotency-Key': ['Use 8 to 200 characters.'] })
})

describe('another guest’s record', () => {
  test.each([
    'PUT public/users/{id}/',
    'GET public/appointments/{id}/',
    'PUT public/appointments/{id}/attendance/',
    'DELETE public/appointments/{id}/',
  ] as const)(
    '%s is a 404, the same as for one that does not exist, and changes nothing',
    async (key) => {
      const sample = await makeSample(server, key)
      const stranger = await addGuest(db)
      const headers = { 'Guest-User-Access-Token': stranger.token }
      const rows = () =>
        Promise.all([
          db.selectFrom('person').selectAll().orderBy('id').execute(),
          db.selectFrom('appointment').selectAll().orderBy('id').execute(),
        ])
      const before = await rows()
      const answer = await call(server, key, { ...sample, headers })
      expect(answer.outcome).toBe('404 not_found')
      const absent = await call(server, key, {
        ...sample,
        headers,
        params: { ...sample.params, id: 2_147_483_647 },
      })
      expect(answer.text).toBe(absent.text)
      expect(await rows()).toEqual(before)
    },
  )

  test('another holder’s hold is not given back', async () => {
    const sample = await makeSample(server, 'DELETE public/slot-holds/{id}/')
    const answer = await call(server, 'DELETE public/slot-holds/{id}/', {
      ...sample,
      headers: { 'Slot-Hold-Token': 'somebody-elses' },
    })
    expect(answer.outcome).toBe('404 not_found')
    expect((await call(server, 'DELETE public/slot-holds/{id}/', sample)).status).toBe(204)
  })
})

describe('an address that is none of the contract’s', () => {
  test.each([
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['GET', '/api/public/'],
    ['GET', '/api/public/users/'],
    ['GET', '/api/public/appointments/'],
    ['PATCH', '/api/public/appointments/1/'],
    ['PUT', '/api/public/gpsurgeries/'],
    ['POST', '/api/openapi.json'],
    ['DELETE', '/api/nothing/at/all'],
    ['GET', '/api/public/appointmenttypes/1/image/'],
    ['GET', '/api/public%2Fgpsurgeries/'],
    ['GET', '/api/public/appointmentcategories/%00/'],
    ['GET', '/api/public/appointmentcategories/%E0%A4%A/'],
  ])('%s %s has the shape of an error', async (method, path) => {
    const answer = await send(server, method, path)
    expect([400, 404]).toContain(answer.status)
    expectErrorShape(answer, path)
  })
})

test.each(kinds(unsafe))('%s from another site is a 403', async (key) => {
  const sample = await unused(key)
  const elsewhere = [
    ['Origin', 'https://elsewhere.example'],
    ['Origin', 'null'],
    ['Origin', 'http://localhost:4321.elsewhere.example'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
  ] as const
  for (const [name, value] of variations(key, elsewhere)) {
    const answer = await call(server, key, sample, { headers: { [name]: value } })
    expect(answer.outcome, `${name}: ${value}`).toBe('403 not_allowed')
    expectErrorShape(answer, name)
  }
})

test.each([
  ['Origin', 'http://localhost:4321'],
  ['Sec-Fetch-Site', 'same-origin'],
  ['Sec-Fetch-Site', 'none'],
])('from our own pages (%s: %s) is welcome', async (name, value) => {
  const answer = await call(
    server,
    'POST public/users/',
    await makeSample(server, 'POST public/users/'),
    {
      headers: { [name]: value },
    },
  )
  expect(answer.status).toBe(201)
})

test('from our own page under the name it was reached by is welcome', async () => {
  const sample = await makeSample(server, 'POST public/users/')
  const answer = await call(server, 'POST public/users/', sample, {
    headers: { Origin: server.url },
  })
  expect(answer.status).toBe(201)
})

// Last, because it uses the samples up. What several of the staff may ask for, `access.test.ts` looks at.
const looked = operations.filter(
  ([key, { audience }]) => audience !== 'admin' || isOwnAlone(key) || kinds([key])[0],
)

describe.each(looked)('%s', (key, definition) => {
  test('answers with what its contract and openapi.json promise, and is logged', async () => {
    const given = await unused(key)
    // Somebody types the address of what only they can read.
    const sample = ownReads.includes(key) ? from('none', given) : given
    lines.length = 0
    const answer = await call(server, key, sample)
    expect(answer.status, answer.text).toBe(definition.status)
    expectLogged(key, answer)
    expectPromised(key, sample, answer)
  })
})
