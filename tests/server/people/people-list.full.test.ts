import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Answer, listedRows, send } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database
const desk = await addStaffUser(server, ['clinic.view_user'])

const namesIn = ({ body }: Answer) =>
  listedRows<{ full_name: string }>(body).map(({ full_name }) => full_name)

test('a long list is counted so far, and every page of it is there', async () => {
  await sql`insert into person (first_name, last_name)
    select 'Many', 'Zz' || lpad(number::text, 5, '0') from generate_series(1, 10030) as number`.execute(
    db,
  )
  const page = async (query: Record<string, string>) =>
    (await send(server, 'GET', `/api/admin/users/?${new URLSearchParams(query)}`, desk)).body
  expect(await page({ search: 'many' })).toMatchObject({ count: 10_000, more: true })
  const last = await page({ search: 'many', page: '201', page_size: '50' })
  expect(last).toMatchObject({ count: 10_030 })
  expect(last).not.toHaveProperty('more')
  expect(namesIn({ body: last } as Answer)).toHaveLength(30)
  expect(namesIn({ body: last } as Answer).at(-1)).toBe('Many Zz10030')
  expect(await page({ search: 'many', page: '202' })).toMatchObject({ count: 10_030, results: [] })
  expect(await page({ search: 'many zz0042' })).toMatchObject({ count: 10 })
})
