import { afterAll, expect, test } from 'vitest'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { vaccineProducts } from '#lib/contract/admin/vaccine-products.ts'
import { period } from '#lib/contract/fields.ts'
import { createStore } from '#server/admin/create-store.ts'
import { requestedRows } from '#server/admin/routes.ts'
import type { SignedInCall } from '#server/http/implement.ts'
import { createTestDatabase } from '../test-database.ts'

/*
 * A list that is narrowed by days where its records have instants: days of the clinic, whose clock
 * changes. No screen has such a filter yet.
 */

/** Vaccine products by when they were added. */
const byCreated = {
  ...vaccineProducts,
  filters: period('created'),
} as unknown as AnyAdminResource

const edges = {
  // Of 24 hours, in winter and in summer.
  '2026-01-14': {
    before: '2026-01-13T23:59:59.999Z',
    first: '2026-01-14T00:00:00.000Z',
    last: '2026-01-14T23:59:59.999Z',
    after: '2026-01-15T00:00:00.000Z',
  },
  '2026-07-15': {
    before: '2026-07-14T22:59:59.999Z',
    first: '2026-07-14T23:00:00.000Z',
    last: '2026-07-15T22:59:59.999Z',
    after: '2026-07-15T23:00:00.000Z',
  },
  // Of 23 hours: the clocks go forward.
  '2026-03-29': {
    before: '2026-03-28T23:59:59.999Z',
    first: '2026-03-29T00:00:00.000Z',
    last: '2026-03-29T22:59:59.999Z',
    after: '2026-03-29T23:00:00.000Z',
  },
  // Of 25 hours: they go back.
  '2026-10-25': {
    before: '2026-10-24T22:59:59.999Z',
    first: '2026-10-24T23:00:00.000Z',
    last: '2026-10-25T23:59:59.999Z',
    after: '2026-10-26T00:00:00.000Z',
  },
}

const database = await createTestDatabase()
await database.db
  .insertInto('vaccine_product')
  .values(
    Object.values(edges).flatMap(({ before, first, last, after }) =>
      [before, first, last, after].map((at) => ({ name: at, created: new Date(at) })),
    ),
  )
  .execute()
afterAll(() => database.drop())

async function found(query: Record<string, string>): Promise<string[]> {
  const settings = { CLINIC_TIME_ZONE: 'Europe/London' }
  const services = { db: database.db, settings, now: Date.now }
  const viewer = { permissions: new Set(), staffId: null }
  const call = { services, viewer } as unknown as SignedInCall
  const { rows } = await requestedRows(byCreated, createStore(byCreated), call, query as never)
  const all = (await rows.execute()) as { name: string }[]
  return all.map(({ name }) => name).toSorted()
}

test.each(Object.entries(edges))(
  'the day %s has its first moment and its last',
  async (day, at) => {
    expect(await found({ created_from: day, created_to: day })).toEqual([at.first, at.last])
  },
)

test.each(Object.entries(edges))('from %s on, and until it, is with that day', async (day, at) => {
  const from = await found({ created_from: day })
  expect([from.includes(at.before), from.includes(at.first)]).toEqual([false, true])
  const until = await found({ created_to: day })
  expect([until.includes(at.last), until.includes(at.after)]).toEqual([true, false])
})

test('days the wrong way round have nothing between them', async () => {
  expect(await found({ created_from: '2026-10-25', created_to: '2026-03-29' })).toEqual([])
})
