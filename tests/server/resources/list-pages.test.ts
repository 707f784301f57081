import { expect, test } from 'vitest'
import { addRoom, addSite } from '../clinic-factory.ts'
import { listedRows, send } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const staff = await addStaffUser(server, ['clinic.view_room', 'clinic.view_user'])

async function readList(path: string, query: Record<string, string> = {}) {
  const { body } = await send(
    server,
    'GET',
    `/api/admin/${path}/?${new URLSearchParams(query)}`,
    staff,
  )
  const results = listedRows<Record<string, unknown>>(body)
  return { count: body['count'], names: results.map(({ name }) => name), results }
}

test('each page has its own rows of what was filtered and searched, and the count of all', async () => {
  const { db } = server.database
  const { site, room } = await addSite(db)
  await addSite(db)
  const rooms = [room, await addRoom(db, site.id), await addRoom(db, site.id)]
  const names = rooms.map(({ name }) => name).toSorted()
  const here = { site_id: String(site.id) }

  for (const [place, name] of names.entries()) {
    const page = await readList('rooms', { ...here, page: String(place + 1), page_size: '1' })
    expect(page).toMatchObject({ count: 3, names: [name] })
  }
  expect(await readList('rooms', { ...here, page: '5', page_size: '1' })).toMatchObject({
    count: 3,
    names: [],
  })
  expect(await readList('rooms', { ...here, page_size: '2', ordering: '-name' })).toMatchObject({
    count: 3,
    names: names.toReversed().slice(0, 2),
  })
  expect(await readList('rooms', { ...here, search: names[1] ?? '' })).toMatchObject({
    count: 1,
    names: [names[1]],
  })
  expect(await readList('rooms', { ...here, search: `${site.name} nothing` })).toMatchObject({
    count: 0,
    names: [],
  })
})

test('no row shows how many there are, or what people are searched by', async () => {
  const [row] = (await readList('users')).results
  expect(row).toHaveProperty('full_name')
  expect(row).not.toHaveProperty('search_text')
  expect(row).not.toHaveProperty('total_count')
})
