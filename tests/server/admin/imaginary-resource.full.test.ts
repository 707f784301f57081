import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import { treatments } from '../../imaginary/treatments.ts'
import { parseCsv } from '../resources/parse-csv.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'
import { importFile } from './import-file.ts'
import { testPromises } from './resource-promises.ts'
import type { ResourceSample } from './resource-samples.ts'

/*
 * What another kind of record costs: a definition that is put on the list, a migration, and a
 * description of its screen (`tests/imaginary`; the screen is tested among the islands). Nothing else
 * of the product knows of treatments.
 */

let number = 0
const another = (what: string) => {
  number += 1
  return `${what} ${number}`
}
const sample: ResourceSample = {
  required: async () => ({ name: another('Massage'), minutes: 30 }),
  changed: async () => ({
    name: another('Wound care'),
    description: 'Dressings, and stitches out.',
    given_by: 'nurse',
    minutes: 20,
    price: '12.50',
    is_offered: false,
    offered_from: '2027-01-31',
  }),
  wrong: {
    name: ' ',
    description: 'x'.repeat(2_001),
    given_by: 'nobody',
    minutes: 4,
    price: '12.5',
    is_offered: 'yes',
    offered_from: '31/01/2027',
  },
  unique: ['name'],
  use: null,
}

/** The modules of the server as they are with the imaginary resource on the list. */
let policy: typeof import('#lib/policy/screen-access.ts')
let server: TestServer
beforeAll(async () => {
  vi.resetModules()
  const { adminResources } = await import('#lib/contract/admin/admin-resources.ts')
  ;(adminResources as unknown as AnyAdminResource[]).push(treatments)
  policy = await import('#lib/policy/screen-access.ts')
  const { startTestServer } = await import('../test-server.ts')
  server = await startTestServer()
  const migration = join(import.meta.dirname, '../../imaginary/treatments.sql')
  await sql.raw(await readFile(migration, 'utf8')).execute(server.database.db)
})
afterAll(async () => {
  await server.stop()
  // The next file's server has not heard of treatments.
  vi.resetModules()
})

describe('treatments', () => {
  testPromises(treatments, sample, () => ({ server }))
})

test('each call is for whoever holds its permission, and holds nothing else', async () => {
  const of = async (action: 'add' | 'change' | 'delete' | 'view') =>
    (await addStaffUser(server, [`clinic.${action}_treatment`])).headers
  const address = '/api/admin/treatments/'
  const body = await sample.required(server.database.db)
  const made = await send(server, 'POST', address, { headers: await of('add'), body })
  expect(made.status, made.text).toBe(201)
  const one = `${address}${made.body['id']}/`
  expect((await send(server, 'GET', one, { headers: await of('view') })).body).toEqual(made.body)
  const change = { headers: await of('change'), body: { ...body, minutes: 45, version: 1 } }
  expect((await send(server, 'PUT', one, change)).body).toMatchObject({ minutes: 45, version: 2 })
  const deletion = { headers: await of('delete'), body: { version: 2 } }
  expect((await send(server, 'DELETE', one, deletion)).status).toBe(204)
})

test('their own file is taken in again unchanged', async () => {
  const { ask, headers } = await addSignedIn(server, { person: { is_superuser: true } })
  const address = '/api/admin/treatments/'
  const body = {
    ...(await sample.required(server.database.db)),
    ...(await sample.changed(server.database.db)),
  }
  await ask('POST', address, body)
  const { text } = await ask('GET', `${address}export/?ordering=id`)
  const [, ...lines] = parseCsv(text)
  const taken = await importFile(server, 'treatments', text, { headers })
  expect(taken.body, taken.text).toMatchObject({
    count: { created: 0, changed: 0, unchanged: lines.length, wrong: 0 },
  })
})

test('the API describes them, and the menu offers them to whoever may see them', async () => {
  const { body } = await send(server, 'GET', '/api/openapi.json')
  expect(body['paths']).toMatchObject({
    '/admin/treatments/': { get: expect.anything(), post: expect.anything() },
    '/admin/treatments/{id}/': { put: expect.anything(), delete: expect.anything() },
  })
  const viewer = { is_staff: true, permissions: ['clinic.view_treatment'] } as unknown as Viewer
  expect(policy.menuFor(viewer, 'admin')).toEqual([
    { href: '/admin/treatments', text: 'Treatments' },
  ])
  expect(policy.mayOpen({ ...viewer, permissions: [] }, '/admin/treatments')).toBe(false)
})
