import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addPerson } from '../clinic-factory.ts'
import { tally } from '../send.ts'
import { addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addGroup, permissionId, putInGroup } from './permission-group.ts'

/* Who may give what by a group; that nobody, and least of all everybody, is locked out by one. */

const KEYS: readonly Permission[] = [
  ...(['auth.add_group', 'auth.change_group', 'auth.delete_group', 'auth.view_group'] as const),
  ...(['clinic.user_admin', 'clinic.change_user', 'clinic.view_user'] as const),
]

let administrator: SignedInPerson
const server = await runTestServer()
const db = server.database.db
beforeEach(async () => {
  administrator = await staff(...KEYS, 'clinic.view_site')
})

const staff = (...permissions: Permission[]) => addStaffUser(server, permissions)
const ask = (by: SignedInPerson, method: string, path: string, body?: object) =>
  by.ask(method, `/api/admin/groups/${path}`, body)
const urls = (...names: Permission[]) =>
  Promise.all(
    names.map(
      async (name) =>
        `http://localhost:4321/api/admin/permissions/${await permissionId(db, name)}/`,
    ),
  )
let sequence = 0
const named = () => {
  sequence += 1
  return `Team ${sequence}`
}
const write = async (...names: Permission[]) => ({
  name: named(),
  permissions: await urls(...names),
})
const replace = async (by: SignedInPerson, id: number, ...names: Permission[]) =>
  await ask(by, 'PUT', `${id}/`, { ...(await write(...names)), version: 1 })
const heldBy = async (id: number) =>
  (
    (await ask(administrator, 'GET', `${id}/`)).body['selected_permissions'] as { name: string }[]
  ).map(({ name }) => name)

test('a group gives what its maker holds, at once, to everybody in it', async () => {
  const made = await ask(administrator, 'POST', '', await write('clinic.view_site'))
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({
    permissions: await urls('clinic.view_site'),
    selected_permissions: [{ name: 'clinic.view_site' }],
    people: 0,
    losing: 0,
  })
  const id = Number(made.body['id'])
  const member = await staff()
  await putInGroup(db, member.id, id)
  const sees = () => member.ask('GET', '/api/admin/sites/')
  expect((await sees()).status).toBe(200)
  expect((await replace(administrator, id)).status).toBe(200)
  expect((await sees()).outcome).toBe('403 not_allowed')
})

test('nobody gives what they do not hold; what is there already they keep or take away', async () => {
  const beyond = await ask(
    administrator,
    'POST',
    '',
    await write('clinic.view_room', 'auth.view_group'),
  )
  expect(beyond.status).toBe(400)
  expect(beyond.body).toEqual({
    permissions: ['You can only grant permissions you have. You do not have “View rooms”'],
  })
  const id = await addGroup(db, { held: ['clinic.view_room', 'admin.view_logentry'] })
  const more = await replace(administrator, id, 'clinic.view_room', 'clinic.delete_room')
  expect(more.body).toEqual({ permissions: [expect.stringContaining('“Delete rooms”')] })
  expect(await heldBy(id)).toEqual(['clinic.view_room', 'admin.view_logentry'])
  const kept = await replace(administrator, id, 'clinic.view_site', 'admin.view_logentry')
  expect(kept.status, kept.text).toBe(200)
  expect(await heldBy(id)).toEqual(['clinic.view_site', 'admin.view_logentry'])
  const superuser = await addSignedIn(server, { person: { is_superuser: true } })
  expect((await ask(superuser, 'POST', '', await write('sites.delete_site'))).status).toBe(201)
})

test.each(['POST', 'PUT', 'DELETE'])(
  '%s takes the right to change access besides',
  async (method) => {
    const id = await addGroup(db, { held: [] })
    const clerk = await staff('auth.add_group', 'auth.change_group', 'auth.delete_group')
    const { [method]: body } = {
      POST: await write(),
      PUT: { ...(await write()), version: 1 },
      DELETE: { version: 1 },
    } as Record<string, object>
    const answer = await ask(clerk, method, method === 'POST' ? '' : `${id}/`, body)
    expect(answer.outcome).toBe('403 not_allowed')
    expect(answer.body['detail']).toBe('You do not have permission to change access.')
  },
)

test('nobody takes the keys out of a group from which they have them', async () => {
  const id = await addGroup(db, { held: KEYS })
  const me = await staff()
  await putInGroup(db, me.id, id)
  for (const left of KEYS.filter((key) => !/_(add|delete)_|\.(add|delete)_/.test(key))) {
    const answer = await replace(me, id, ...KEYS.filter((key) => key !== left))
    expect(answer.status, left).toBe(400)
    expect(answer.body).toEqual({
      permissions: [
        expect.stringMatching(/^You are in this group\. .* Ask another administrator$/),
      ],
    })
  }
  expect((await heldBy(id)).toSorted()).toEqual(KEYS.toSorted())
  // Held from elsewhere, too, it is theirs to take out.
  await db
    .insertInto('person_permission')
    .values(
      await Promise.all(
        KEYS.map(async (key) => ({ person_id: me.id, permission_id: await permissionId(db, key) })),
      ),
    )
    .execute()
  expect((await replace(me, id)).status).toBe(200)
})

test('of two administrators who take each other’s keys away at once, one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await staff(), await staff()]
    const [ofOne, ofOther] = [
      await addGroup(db, { held: KEYS }),
      await addGroup(db, { held: KEYS }),
    ]
    await putInGroup(db, one.id, ofOne)
    await putInGroup(db, other.id, ofOther)
    const answers = await Promise.all([replace(one, ofOther), replace(other, ofOne)])
    expect(tally(answers)).toEqual({ '200': 1, '403 not_allowed': 1 })
  }
})

test('a group says how many are in it, how many would lose something, and stays while anybody is', async () => {
  const id = await addGroup(db, { held: ['clinic.view_site', 'clinic.view_room'] })
  const other = await addGroup(db, { held: ['clinic.view_site', 'clinic.view_room'] })
  const [alone, both, superuser] = [
    await addPerson(db),
    await addPerson(db),
    await addPerson(db, { is_superuser: true }),
  ]
  for (const person of [alone, both, superuser]) await putInGroup(db, person.id, id)
  await putInGroup(db, both.id, other)
  const counts = async () => (await ask(administrator, 'GET', `${id}/`)).body
  expect(await counts()).toMatchObject({ people: 3, losing: 1 })
  const refused = await ask(administrator, 'DELETE', `${id}/`, { version: 1 })
  expect(refused.outcome).toBe('409 conflict')
  expect(refused.body['detail']).toBe('This group is still used by 3 people.')
  await db.deleteFrom('person_permission_group').where('permission_group_id', '=', id).execute()
  expect(await counts()).toMatchObject({ people: 0, losing: 0 })
  expect((await ask(administrator, 'DELETE', `${id}/`, { version: 1 })).status).toBe(204)
})

test.each([
  [
    'https://elsewhere.example/1/',
    'Send addresses such as http://localhost:4321/api/admin/permissions/1/.',
  ],
  [
    'http://localhost:4321/api/admin/permissions/999999999/',
    'Choose from the list: one of these no longer exists',
  ],
])('%s is no permission', async (url, problem) => {
  const answer = await ask(administrator, 'POST', '', { name: named(), permissions: [url] })
  expect(answer.body).toEqual({ permissions: [problem] })
})
