import { expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addSite } from '../clinic-factory.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database

const findAll: Permission[] = [
  'clinic.view_site',
  'clinic.change_site',
  'clinic.delete_site',
  'clinic.view_room',
]

async function somebody(permissions: Permission[]) {
  const { ask } = await addStaffUser(server, permissions)
  return (method: string, path: string, body?: unknown) => ask(method, `/api/admin/${path}`, body)
}

test('a hidden site and its rooms are there for whoever may see hidden sites, for nobody else', async () => {
  const { site, room } = await addSite(db, { hidden: true })
  const insider = await somebody([...findAll, 'clinic.view_hidden_sites'])
  const outsider = await somebody(findAll)
  expect((await insider('GET', `sites/${site.id}/`)).body).toMatchObject({ hidden: true })
  expect((await insider('GET', `rooms/?search=${room.name}`)).body['count']).toBe(1)
  const body = { name: 'Mine now', version: 1 }
  for (const answer of [
    await outsider('GET', `sites/${site.id}/`),
    await outsider('PUT', `sites/${site.id}/`, body),
    await outsider('DELETE', `sites/${site.id}/`, { version: 1 }),
    await outsider('GET', `sites/${site.id}/uses/`),
  ]) {
    expect(answer.outcome).toBe('404 not_found')
  }
  expect((await outsider('GET', `sites/?search=${site.name}`)).body['count']).toBe(0)
  expect((await outsider('GET', `rooms/?search=${room.name}`)).body['count']).toBe(0)
  expect((await outsider('GET', 'sites/export/')).text).not.toContain(site.name)
})

test('a site is hidden only by somebody who will still see it', async () => {
  const { site } = await addSite(db)
  const body = { name: site.name, slug: site.slug, hidden: true, version: 1 }
  const outsider = await somebody(findAll)
  expect((await outsider('PUT', `sites/${site.id}/`, body)).body).toEqual({
    hidden: ['You may not see hidden sites, so you cannot hide one'],
  })
  const insider = await somebody([...findAll, 'clinic.view_hidden_sites'])
  expect((await insider('PUT', `sites/${site.id}/`, body)).body).toMatchObject({ hidden: true })
})
