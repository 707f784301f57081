import { expect, test } from 'vitest'
import { addRoom, addSite, openMorning } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const headers = (await addSignedIn(server, { person: { is_superuser: true } })).headers

const move = (id: number, site_id: number) =>
  send(server, 'PUT', `/api/admin/rooms/${id}/`, {
    headers,
    body: { name: 'Consulting room', site_id, version: 1 },
  })

test('a room goes to another site only while nobody works in it: patients were told where it is', async () => {
  const { db } = server.database
  const { site } = await openMorning(db)
  const other = await addSite(db)
  const used = await db
    .selectFrom('room')
    .select('id')
    .where('site_id', '=', site.id)
    .where((row) =>
      row.exists(row.selectFrom('availability').select('id').whereRef('room_id', '=', 'room.id')),
    )
    .executeTakeFirstOrThrow()
  expect((await move(used.id, other.site.id)).body).toEqual({
    site_id: [expect.stringContaining('move them there')],
  })
  const empty = await addRoom(db, site.id)
  expect((await move(empty.id, other.site.id)).body).toMatchObject({ site_id: other.site.id })
})
