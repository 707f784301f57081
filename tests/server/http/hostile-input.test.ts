import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationKey } from '#lib/contract/contract.ts'
import { listedIds, listedRows, send } from '../send.ts'
import { runTestServer } from '../test-server.ts'
import { expectClean } from './expect-clean.ts'
import { call, keepSamples, operations } from './operation-samples.ts'

// Each further connection would prepare each statement once more.
const server = await runTestServer({ poolSize: 3 })
const { db } = server.database

const samples = keepSamples(() => server)

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e\u200b',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'x'.repeat(10_000),
  "'; drop table appointment; --",
  "' or '1'='1",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%',
  '_',
  '\\',
  '%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'Infinity',
  '-1',
  '1e309',
  '99999999999999999999',
  '0000-01-01',
  '9999-12-31',
  '10000-01-01',
  '-000001-01-01',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:55:00Z',
  '9999-12-31T23:55:00-12:00',
  '2026-06-09T24:00:00Z',
  '2026-06-09T23:59:60Z',
  '2026-06-09T09:00:00+25:00',
  '2026-06-09T09:00Z',
  '2026-06-09',
]
const [LIST, RECORD, NESTED]: unknown[] = [[], {}, [[]]]
const VALUES: unknown[] = [
  ...TEXTS,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 53),
  1e308,
  LIST,
  RECORD,
  NESTED,
  { $ne: null },
  ['a', 'b'],
]

/** One of each kind: for fields whose schema was tried with everything in another call. */
const FEW: unknown[] = [
  ...['', '\u0000', '\ud800', 'x'.repeat(10_000), "'; drop table appointment; --", '__proto__'],
  ...['1e309', '99999999999999999999', '0000-01-01', '9999-12-31', '2026-06-09T24:00:00Z'],
  ...['9999-12-31T23:55:00-12:00', null, true, -1, 1.5, 2 ** 31, LIST, RECORD, NESTED],
]

type Case = [key: OperationKey, field: string, values: unknown[]]

/** As many as a field with a known schema is tried with, by turns, of those that the schema takes. */
const AT_ONCE = 4

/**
 * Every field of every call; all values where a schema is met for the first time. The same schema then
 * refuses the same values: one that it refuses shows that the call asks it, and those that it takes
 * come as far as the call.
 */
function cases(part: 'body' | 'query' | 'params', all: unknown[]): Case[] {
  const known = new Set<string>()
  const few = FEW.filter((value) => all.includes(value))
  let turn = 0
  return operations.flatMap(([key, definition]) =>
    Object.entries(definition[part]?.shape ?? {}).map(([field, schema]): Case => {
      const text = JSON.stringify(
        z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }),
      )
      const isKnown = known.has(text)
      known.add(text)
      if (!isKnown) return [key, field, all]
      turn += 1
      const isTaken = (value: unknown) => (schema as z.ZodType).safeParse(value).success
      const taken = few.filter(isTaken)
      const refused = few.filter((value) => !isTaken(value))
      return [key, field, [...byTurns(taken, turn, AT_ONCE), ...byTurns(refused, turn, 1)]]
    }),
  )
}

/** So many of the values, others each time. */
function byTurns(values: readonly unknown[], turn: number, count: number): unknown[] {
  return values.filter((_, index) => (index + turn) % values.length < count)
}

describe('whatever is sent in the body', () => {
  test.each(cases('body', VALUES))(
    '%s: %s is never a fault of ours',
    async (key, field, values) => {
      const sample = await samples.of(key)
      const answers = await Promise.all(
        values.map((value) =>
          call(server, key, { ...sample, body: { ...sample.body, [field]: value } }),
        ),
      )
      samples.answered(key, answers)
      answers.forEach((answer, index) => {
        expectClean(answer, `${field} = ${JSON.stringify(values[index])?.slice(0, 60)}`)
      })
      const named = answers
        .filter(({ status }) => status === 400)
        // Each of these makes the same record, and some records nobody can make twice.
        .filter(
          ({ text }) => !/^\{"\w+":\["Another [\w -]+ has this [\w -]+ already"\]\}$/.test(text),
        )
        .map(({ body }) => Object.keys(body)[0]?.split('.')[0])
        // Of a series that was read, which ones do not fit.
        .filter((name) => name !== 'occurrences')
      expect(named.length).toBeGreaterThan(values === VALUES ? 10 : 0)
      for (const name of named) expect(name).toBe(field)
    },
  )
})

describe('text that the database cannot keep', () => {
  const withBody = operations.filter(([key, { body }]) => body && !key.startsWith('GET '))
  test.each(withBody)('%s names the field that has it, however deep', async (key) => {
    const sample = await samples.of(key)
    const wrong = { deep: [{ text: 'a\u0000b' }, '\ud800'] }
    const answer = await call(server, key, { ...sample, body: { ...sample.body, wrong } })
    samples.answered(key, [answer])
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      'wrong.deep.0.text': ['Remove the unusual characters'],
      'wrong.deep.1': ['Remove the unusual characters'],
    })
  })
})

describe('whatever is sent in the query', () => {
  test.each(cases('query', TEXTS))(
    '%s: %s is never a fault of ours',
    async (key, field, values) => {
      const sample = await samples.of(key)
      const answers = await Promise.all(
        values.map((value) =>
          call(server, key, { ...sample, query: { ...sample.query, [field]: String(value) } }),
        ),
      )
      samples.answered(key, answers)
      answers.forEach((answer, index) => {
        expectClean(answer, `${field} = ${JSON.stringify(values[index])?.slice(0, 60)}`)
      })
    },
  )
})

describe('whatever is sent in the path', () => {
  test.each(cases('params', TEXTS))(
    '%s: %s is never a fault of ours',
    async (key, field, values) => {
      const sample = await samples.of(key)
      for (const value of values.map(String)) {
        if (!value.isWellFormed()) continue
        const params = { ...sample.params, [field]: value }
        const answer = await call(server, key, { ...sample, params })
        samples.answered(key, [answer])
        expectClean(answer, `${field} = ${JSON.stringify(value).slice(0, 60)}`)
      }
    },
  )
})

describe('whatever is sent in a header', () => {
  test.each([
    'Guest-User-Access-Token',
    'Slot-Hold-Token',
    'Idempotency-Key',
    'Clinician-Pin-Code',
    'X-Request-Id',
    'X-Forwarded-For',
    'Accept',
    'Cookie',
  ])('%s is never a fault of ours', async (name) => {
    for (const value of [
      "'; drop table person; --",
      'x'.repeat(8_000),
      'é'.repeat(50),
      '"',
      '\t',
      '<b>',
    ]) {
      for (const key of [
        'POST public/appointments/',
        'POST public/slot-holds/',
        // No other call of these looks at a PIN.
        name === 'Clinician-Pin-Code'
          ? 'GET admin/validate_clinician_pin_code/'
          : 'GET admin/staffcompetencies/expiring/',
      ] as const) {
        const answer = await call(server, key, await samples.of(key), {
          headers: { [name]: value },
        })
        samples.answered(key, [answer])
        expectClean(answer, value.slice(0, 40))
      }
    }
  })
})

describe('a list', () => {
  const list = (query: string) => send(server, 'GET', `/api/public/gpsurgeries/?${query}`)
  const names = async (query: string) => {
    const { body } = await list(query)
    return listedRows<{ name: string }>(body).map(({ name }) => name)
  }
  beforeAll(async () => {
    await db.deleteFrom('gp_surgery').execute()
    await db
      .insertInto('gp_surgery')
      .values([
        { name: '100% Health', city: 'Beach' },
        { name: 'Under_score', city: 'Alder' },
        { name: 'Back\\slash', city: 'Alder' },
        { name: 'Plain', city: 'Cove' },
      ])
      .execute()
  })

  test('is searched for what was typed, signs of patterns included', async () => {
    expect(await names('search=%25')).toEqual(['100% Health'])
    expect(await names('search=_')).toEqual(['Under_score'])
    expect(await names('search=%5C')).toEqual(['Back\\slash'])
    expect(await names('search=plAIN')).toEqual(['Plain'])
    expect(await names('search=cove')).toEqual(['Plain'])
    expect(await names('search=cove+pla')).toEqual(['Plain'])
    expect(await names('search=cove+health')).toEqual([])
    expect(await names('search=nowhere')).toEqual([])
    expect(await names('search=')).toHaveLength(4)
  })

  test('is ordered by the fields it offers and by no other', async () => {
    expect(await names('ordering=city,-name')).toEqual([
      'Under_score',
      'Back\\slash',
      '100% Health',
      'Plain',
    ])
    for (const ordering of ['email', '-telephone', 'name;select', 'name,,city', 'id desc', '']) {
      expect((await list(`ordering=${encodeURIComponent(ordering)}`)).status, ordering).toBe(400)
    }
  })

  test('is paged; pages past the end are empty and still say the count', async () => {
    expect((await list('page=2&page_size=3')).body).toMatchObject({ count: 4, results: [{}] })
    expect((await list('page=1000000&page_size=500')).body).toEqual({ count: 4, results: [] })
    const refused = [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=a',
      'page=',
      'page_size=0',
      'page_size=501',
      'page=99999999999',
    ]
    for (const query of refused) {
      const answer = await list(query)
      expect(answer.status, query).toBe(400)
      expect(Object.keys(answer.body)).toEqual([query.split('=')[0]])
    }
  })

  test('gives each record once over its pages, however alike they are', async () => {
    await db
      .insertInto('gp_surgery')
      .values(Array.from({ length: 25 }, () => ({ name: 'Alike', city: 'Same' })))
      .execute()
    const ids: unknown[] = []
    for (let page = 1; page <= 5; page += 1) {
      const { body } = await list(`search=alike&page_size=5&ordering=name,city&page=${page}`)
      ids.push(...listedIds(body))
    }
    expect(new Set(ids).size).toBe(25)
  })
})
