import { expect, test } from 'vitest'
import { restoreRecord } from '#islands/admin/resources/restore-record.ts'
import { rooms } from '#lib/contract/admin/rooms.ts'
import { fakeApi, refusal } from '../../fake-api.ts'

const before = {
  id: 4,
  version: 2,
  name: 'Room 1',
  site_id: 1,
  site_name: 'Ashford',
  is_active: true,
}
const saved = { ...before, version: 3, is_active: false }

const READ = ['GET admin/rooms/{id}/']
const WRITE = ['PUT admin/rooms/{id}/']

function restore() {
  const api = fakeApi()
  const done = restoreRecord(api.client, rooms, before, saved)
  return { api, done }
}

test('a record gets back what it was, at the version that was saved', async () => {
  const { api, done } = restore()
  await api.answered(READ, () => saved)
  const { options } = api.sent.at(-1) ?? {}
  expect(options).toMatchObject({ body: { version: 3, is_active: true, name: 'Room 1' } })
  expect(Object.keys((options as { body: object }).body)).not.toContain('site_name')
  await api.answered(WRITE, () => ({ ...before, version: 4 }))
  await done
})

test('what is as it was already is not written again', async () => {
  const { api, done } = restore()
  await api.answered(READ, () => ({ ...before, version: 4 }))
  await done
  expect(api.sent.map(({ key }) => key)).toEqual(READ)
})

test('what somebody has changed since is refused', async () => {
  const { api, done } = restore()
  const refused = expect(done).rejects.toMatchObject({ code: 'stale' })
  await api.answered(READ, () => ({ ...saved, version: 5, name: 'Room 2' }))
  await api.failed(WRITE, refusal('stale'))
  await refused
})
