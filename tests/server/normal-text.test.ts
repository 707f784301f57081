import { expect, test } from 'vitest'
import { Claims } from '#server/identity/accounts.ts'
import { importFile } from './admin/import-file.ts'
import { guestDetails } from './clinic-factory.ts'
import { listedRows, send } from './send.ts'
import { addSignedIn } from './signed-in.ts'
import { runTestServer } from './test-server.ts'

const server = await runTestServer()
const { ask, headers } = await addSignedIn(server, { person: { is_superuser: true } })

const guest = (more: Record<string, unknown>) =>
  send(server, 'POST', '/api/public/users/', { body: { ...guestDetails(), ...more } })
const surgery = async (name: string) => {
  const body = { ...ADDRESS, name, telephone: '', email: '' }
  return await ask('POST', '/api/admin/gpsurgeries/', body)
}
const ADDRESS = { address1: '', address2: '', city: '', county: '', nation: '', postcode: '' }
const found = async (search: string) => {
  const query = new URLSearchParams({ search })
  const { body } = await send(server, 'GET', `/api/public/gpsurgeries/?${query}`)
  return listedRows<{ name: string }>(body).map(({ name }) => name)
}

test('a name is found however its accents are written, when it is kept and when it is searched for', async () => {
  await surgery('Cafe\u0301 Surgery')
  expect(await found('Caf\u00e9')).toEqual(['Caf\u00e9 Surgery'])
  expect(await found('Cafe\u0301')).toEqual(['Caf\u00e9 Surgery'])
  expect(await found('Ca\u200Bf\u00e9')).toEqual(['Caf\u00e9 Surgery'])
})

test('a text is as long as it is when it is kept', async () => {
  const long = await guest({ first_name: '\u0958'.repeat(100) })
  expect([long.status, long.body]).toEqual([
    400,
    { first_name: ['First name must be 100 characters or fewer'] },
  ])
  expect((await guest({ first_name: '\u0958'.repeat(50) })).status).toBe(201)
  // Decomposed it would be too long.
  const { status, body } = await guest({ first_name: 'e\u0301'.repeat(100) })
  expect([status, body['first_name']]).toEqual([201, '\u00e9'.repeat(100)])
})

test('a name that shows nothing is missing, and one that turns others around does not', async () => {
  const { status, body } = await guest({
    first_name: '\u200B\u2060',
    last_name: '\u202Eeval\u202C',
  })
  expect([status, body]).toEqual([400, { first_name: ['Enter your first name'] }])
  const turned = await guest({ first_name: '\u202Eada', last_name: 'Byron' })
  expect(turned.body).toMatchObject({ first_name: 'ada', full_name: 'ada Byron' })
})

test('a path is read as its query and its body are', async () => {
  const look = async (text: string) =>
    (await send(server, 'GET', `/api/public/addresses/autocomplete/${encodeURIComponent(text)}/`))
      .body
  expect(await look('Mi\u200Bll')).toEqual(await look('Mill'))
})

test('the rows of a file are in the same form', async () => {
  const file = 'name\nMe\u0301decins\u200B\n'
  const { is } = await importFile(server, 'gpsurgeries', file, { headers })
  expect(is.rows).toMatchObject([{ outcome: 'created', name: 'M\u00e9decins' }])
})

test('so is what an identity provider says, but for the subject; what cannot be kept is left out', () => {
  const said = {
    sub: 'a\u0301',
    given_name: 'Zoe\u0308\u200B',
    family_name: 'By\u0000ron',
    name: '',
  }
  expect(Claims.parse({ ...said, email: '\u202Azoe@example.test\u202C' })).toMatchObject({
    sub: 'a\u0301',
    first_name: 'Zo\u00eb',
    last_name: 'User',
    email: 'zoe@example.test',
  })
})
