import { describe, expect, test } from 'vitest'
import { contract, type OperationKey } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { some } from '../../amount.ts'
import { listedRows } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { call, distinct, makeSample, operations, type Sample } from './operation-samples.ts'

/*
 * An older client knows no version, revision or reason. What it leaves out is no
 * precondition: the write is done, and the trail says that nothing was known of a version
 * (docs/decisions/0090).
 */

const server = await runTestServer()
const { db } = server.database

const OURS = ['version', 'revision', 'reason']
const listFields = (key: OperationKey) =>
  Object.keys((contract[key] as Operation).body?.shape ?? {})
const writes = operations.map(([key]) => key).filter((key) => /^(?:PUT|PATCH|DELETE) /.test(key))
const guarded = writes.filter((key) => listFields(key).some((field) => OURS.includes(field)))

function leftOut(key: OperationKey, body: Sample['body'] = {}) {
  // Older clients do not make this call, and undoes more than a slip only with a reason.
  const left = key.includes('reinstate') ? ['version'] : OURS
  return Object.fromEntries(Object.entries(body).filter(([field]) => !left.includes(field)))
}

test('there are such calls of every method', () => {
  expect(new Set(guarded.map((key) => key.split(' ')[0]))).toEqual(
    new Set(['PUT', 'PATCH', 'DELETE']),
  )
})

test.each(writes)('%s demands no version, revision or reason', (key) => {
  const { body } = contract[key] as Operation
  const issues = body?.safeParse({}).error?.issues ?? []
  expect(issues.filter(({ path }) => OURS.includes(String(path[0])))).toEqual([])
})

const isSequence = (text: string) => Number(text)
const lastLine = async () =>
  isSequence(
    String(
      (
        await db
          .selectFrom('audit_event')
          .select(({ fn }) => fn.max('sequence').as('last'))
          .executeTakeFirst()
      )?.last ?? 0,
    ),
  )

test.each(distinct(guarded))('%s is done without them, and the trail says so', async (key) => {
  const sample = await makeSample(server, key)
  const before = await lastLine()
  const answer = await call(server, key, { ...sample, body: leftOut(key, sample.body) })
  expect(answer.status, answer.text).toBe(contract[key].status)
  const lines = await db
    .selectFrom('audit_event')
    .select(['action', 'change'])
    .where('sequence', '>', String(before) as never)
    .execute()
  const isVersioned = listFields(key).some((field) => field === 'version' || field === 'revision')
  const marked = lines.filter(({ change }) => (change as object)['without_version' as never])
  // A form that is saved again within minutes is no line of its own.
  if (isVersioned && lines.length > 0) expect(marked, key).not.toEqual([])
})

describe.each(distinct(writes.filter((key) => key.startsWith('DELETE '))))('%s', (key) => {
  // One handler reads the bodies of all calls, so each call is sent one of them.
  test.each(some([undefined, {}], 1, writes.indexOf(key)))('takes the body %o', async (body) => {
    const { body: _, ...sample } = await makeSample(server, key)
    const answer = await call(server, key, body ? { ...sample, body } : sample)
    expect(answer.status, answer.text).toBe(contract[key].status)
  })
})

const reading = ({ params }: Sample, headers: Sample['headers']): Sample => ({
  ...(params && { params }),
  ...(headers && { headers }),
})

/** Acts on a record whose row a client holds. */
const acts = writes.flatMap((key) => {
  const [method, path = ''] = key.split(' ')
  const record = path.replace(/(\{id\}\/)\w+\/$/, '$1') as 'admin/appointments/{id}/'
  const read = `GET ${record}` as const
  const isPart = method === 'PATCH' && record === path
  return record.endsWith('{id}/') && read in contract && listFields(key).length > 0 && !isPart
    ? [[key, read] as const]
    : []
})

test.each(distinct(acts))('%s takes the whole row as %s answers it', async (key, read) => {
  const sample = await makeSample(server, key)
  const headers =
    contract[key].audience === 'admin' && !key.includes('advicesnippets')
      ? (
          await addSignedIn(server, {
            person: { is_superuser: true, is_staff: true },
            clinician: true,
          })
        ).headers
      : sample.headers
  const row = await call(server, read, reading(sample, headers))
  expect(row.status, row.text).toBe(200)
  const answer = await call(server, key, {
    ...sample,
    ...(headers && { headers }),
    body: { ...row.body, ...leftOut(key, sample.body) },
  })
  expect(answer.status, answer.text).toBe(contract[key].status)
})

test.each([
  'PUT admin/appointments/{id}/complete_appointment/',
  'PATCH admin/appointments/{id}/mark_as_did_not_attend/',
] as const)('%s takes no body, an empty one and the row of the list', async (key) => {
  for (const body of [undefined, {}]) {
    const { body: _, ...sample } = await makeSample(server, key)
    const answer = await call(server, key, body ? { ...sample, body } : sample)
    expect(answer.status, answer.text).toBe(200)
  }
  const sample = await makeSample(server, key)
  const { headers } = await addSignedIn(server, { person: { is_superuser: true, is_staff: true } })
  const list = await call(server, 'GET admin/appointments/', {
    headers,
    query: { page_size: '500' },
  })
  const row = listedRows<{ id: number }>(list.body).find(({ id }) => id === sample.params?.['id'])
  expect(row).toBeDefined()
  expect((await call(server, key, { ...sample, headers, body: { ...row } })).status).toBe(200)
})

test('a row of the list of appointments is put back, and nothing has changed', async () => {
  const sample = await makeSample(server, 'PUT admin/appointments/{id}/')
  const { headers } = await addSignedIn(server, { person: { is_superuser: true, is_staff: true } })
  const list = await call(server, 'GET admin/appointments/', {
    headers,
    query: { page_size: '500' },
  })
  const row = listedRows<{ id: number }>(list.body).find(({ id }) => id === sample.params?.['id'])
  const read = () => call(server, 'GET admin/appointments/{id}/', reading(sample, headers))
  const before = await read()
  const answer = await call(server, 'PUT admin/appointments/{id}/', {
    ...sample,
    headers,
    body: { ...row },
  })
  expect(answer.status, answer.text).toBe(200)
  expect((await read()).body).toEqual(before.body)
})
