import pLimit from 'p-limit'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationKey } from '#lib/contract/contract.ts'
import { normalValues } from '#lib/contract/normal-text.ts'
import { isFull, some } from '../../amount.ts'
import { type Answer, listedIds, listedRows, send } from '../send.ts'
import { runTestServer } from '../test-server.ts'
import { expectClean } from './expect-clean.ts'
import { call, keepSamples, kinds, operations, type Sample } from './operation-samples.ts'

// Each further connection would prepare each statement once more.
const server = await runTestServer({ poolSize: 3 })
const { db } = server.database

/** All at once, the last of them would wait for a connection longer than anybody may. */
const severalAtOnce = pLimit(6)

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

type Tried = { field: string; value: unknown; isTaken: boolean }
type Case = [key: OperationKey, tried: Tried[]]

/**
 * Every field of every call: where a schema is met for the first time, with values that it takes
 * and some that it refuses, otherwise in full only, with some that it takes, or one that it refuses.
 * That a schema refuses a value needs no request to be seen.
 */
function cases(part: 'body' | 'query' | 'params', all: unknown[]): Case[] {
  const known = new Set<string>()
  let turn = 0
  const triedIn = (field: string, schema: z.ZodType): Tried[] => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    const isTaken = (value: unknown) => schema.safeParse(normalValues(value)).success
    const each = all.map((value) => ({ field, value, isTaken: isTaken(value) }))
    const taken = each.filter(({ isTaken }) => isTaken)
    const refused = each.filter(({ isTaken }) => !isTaken)
    const isKnown = known.has(text)
    known.add(text)
    turn += 1
    if (!isKnown) return [...some(taken, 5, turn), ...some(refused, 1, turn)]
    if (!isFull) return []
    const few = some(taken, 2, turn)
    return few.length > 0 ? few : some(refused, 1, turn)
  }
  return operations.flatMap(([key, definition]): Case[] => {
    const fields = Object.entries(definition[part]?.shape ?? {})
    const tried = fields.flatMap(([field, schema]) => triedIn(field, schema as z.ZodType))
    return tried.length > 0 ? [[key, tried]] : []
  })
}

/** Sends each value in its field of the sample. */
async function answersTo(
  [key, tried]: Case,
  given: (sample: Sample, one: Tried) => Partial<Sample>,
): Promise<(Tried & { about: string; answer: Answer })[]> {
  const sample = await samples.of(key)
  const answers = await Promise.all(
    tried.map(async (one) => ({
      ...one,
      about: `${one.field} = ${JSON.stringify(one.value)?.slice(0, 60)}`,
      answer: await severalAtOnce(() => call(server, key, { ...sample, ...given(sample, one) })),
    })),
  )
  samples.answered(
    key,
    answers.map(({ answer }) => answer),
  )
  return answers
}

describe('whatever is sent in the body', () => {
  test.each(cases('body', VALUES))('%s is never a fault of ours', async (key, tried) => {
    // Without the version that it saw, each of them is taken, not only the first.
    const answers = await answersTo([key, tried], ({ body }, { field, value }) => {
      const { version: _, ...others } = body ?? {}
      return { body: { ...others, [field]: value } }
    })
    for (const { field, isTaken, about, answer } of answers) {
      expectClean(answer, about)
      if (isTaken) continue
      expect(answer.status, about).toBe(400)
      expect(Object.keys(answer.body)[0]?.split('.')[0], about).toBe(field)
    }
  })
})

describe('text that the database cannot keep', () => {
  const withBody = operations.filter(([key, { body }]) => body && !key.startsWith('GET '))
  test.each(kinds(withBody))('%s names the field that has it, however deep', async (key) => {
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
  test.each(cases('query', TEXTS))('%s is never a fault of ours', async (key, tried) => {
    const answers = await answersTo([key, tried], ({ query }, { field, value }) => ({
      query: { ...query, [field]: String(value) },
    }))
    for (const { about, answer } of answers) expectClean(answer, about)
  })
})

describe('whatever is sent in the path', () => {
  const texts = TEXTS.filter((text) => text.isWellFormed())
  test.each(cases('params', texts))('%s is never a fault of ours', async (key, tried) => {
    const answers = await answersTo([key, tried], ({ params }, { field, value }) => ({
      params: { ...params, [field]: String(value) },
    }))
    for (const { about, answer } of answers) expectClean(answer, about)
  })
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
      const looking =
        name === 'Clinician-Pin-Code'
          ? 'GET admin/validate_clinician_pin_code/'
          : 'POST public/appointments/'
      const others = ['POST public/slot-holds/', 'GET admin/staffcompetencies/expiring/'] as const
      for (const key of [looking, ...(isFull ? others : [])] as const) {
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
