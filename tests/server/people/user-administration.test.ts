import { describe, expect, test } from 'vitest'
import { type Permission, permissions } from '#lib/contract/permissions.ts'
import { addPerson } from '../clinic-factory.ts'
import { auditLines, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { listedRows, send, tally } from '../send.ts'
import { addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addGroup, permissionId, putInGroup } from './permission-group.ts'

const server = await runTestServer()
const db = server.database.db

type By = Pick<SignedInPerson, 'headers'>

const change = ({ headers }: By, id: number, body: Record<string, unknown>) =>
  send(server, 'PATCH', `/api/admin/users/${id}/`, { body, headers })

/** Staff who hold these permissions. */
const staff = (...held: Permission[]) => addStaffUser(server, held)
const reception = () => staff('clinic.change_user', 'clinic.view_user')
const manager = ['clinic.change_user', 'clinic.view_user', 'clinic.user_admin'] as const
const administrator = (...more: Permission[]) => staff(...manager, ...more)
const superuser = () => addSignedIn(server, { person: { is_superuser: true } })

const toId = (name: Permission) => permissionId(db, name)
const toGroup = (...held: Permission[]) => addGroup(db, { held })
const put = (personId: number, groupId: number) => putInGroup(db, personId, groupId)

/** Everything there is about somebody that a change could touch. */
async function readState(id: number) {
  const person = await oneRow(db, 'person', id)
  const groups = await rowsWhere(db, 'person_permission_group', { person_id: id })
  const held = await rowsWhere(db, 'person_permission', { person_id: id })
  return { person, groups, held, trail: await readTrail(id) }
}

const readTrail = async (subject_id: number) => {
  const lines = await auditLines(db, ['actor_id', 'actor_role', 'action', 'change'], { subject_id })
  return lines.filter(({ action }) => action !== 'session.started')
}

const isSignedIn = async ({ headers }: By) =>
  (await send(server, 'GET', '/api/private/is-logged-in/', { headers })).status === 200

describe('who may change users', () => {
  test('changes what people tell about themselves, and how they are held', async () => {
    const by = await reception()
    const someone = await addPerson(db)
    const body = {
      city: 'Saltmere',
      email: '',
      dob: '1990-02-28',
      username: 'ada.l@clinic',
      is_deceased: true,
      is_portal_user: true,
      is_active: false,
    }
    const answer = await change(by, someone.id, body)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      ...body,
      id: someone.id,
      url: `http://localhost:4321/api/admin/users/${someone.id}/`,
    })
    expect(await readTrail(someone.id)).toEqual([
      {
        actor_id: by.id,
        actor_role: 'staff',
        action: 'person.updated',
        change: {
          fields: ['dob', 'city', 'is_active', 'is_deceased', 'is_portal_user', 'username'],
          version: 2,
        },
      },
    ])
  })

  test('is on the trail also when nothing came of it: the record was read', async () => {
    const by = await reception()
    const someone = await addPerson(db)
    expect((await change(by, someone.id, {})).body).toMatchObject({ id: someone.id })
    expect((await change(by, someone.id, { is_staff: false, groups: [] })).status).toBe(200)
    await change(by, by.id, {})
    const read = { actor_id: by.id, actor_role: 'staff', action: 'person.read', change: {} }
    expect(await readTrail(someone.id)).toEqual([read, read])
    expect(await readTrail(by.id)).toEqual([])
  })
})

describe('a username', () => {
  test('is one person’s: another who asks for it is told so', async () => {
    const by = await reception()
    const [one, other] = [await addPerson(db), await addPerson(db)]
    expect((await change(by, one.id, { username: 'shelley' })).status).toBe(200)
    const answer = await change(by, other.id, { username: 'shelley' })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ username: ['Somebody else has this username.'] })
  })

  test('may be taken away from many', async () => {
    const by = await reception()
    for (const { id } of [
      await addPerson(db, { username: 'a' }),
      await addPerson(db, { username: 'b' }),
    ]) {
      expect((await change(by, id, { username: '' })).body).toMatchObject({ username: '' })
    }
  })
})

describe('an escalation', () => {
  /** Somebody tries; whom on; with what. Each must be refused and leave everything as it was. */
  type Attempt = () => Promise<{ by: By; on: number; body: Record<string, unknown> }>
  const patient = () => addPerson(db)
  const clinician = () => addSignedIn(server, { clinician: true })
  const onAnother = async (
    by: Promise<SignedInPerson>,
    on: Promise<{ id: number }>,
    body: Record<string, unknown> | Promise<Record<string, unknown>>,
  ) => ({ by: await by, on: (await on).id, body: await body })
  const onOneself = async (by: Promise<SignedInPerson>, body: Record<string, unknown>) => {
    const me = await by
    return { by: me, on: me.id, body }
  }

  const attempts: Record<string, Attempt> = {
    'reception makes somebody staff': () => onAnother(reception(), patient(), { is_staff: true }),
    'reception makes themselves superuser': () => onOneself(reception(), { is_superuser: true }),
    'reception gives themselves an empty group': async () =>
      onOneself(reception(), { groups: [await toGroup()] }),
    'reception gives somebody a permission that it holds': async () =>
      onAnother(reception(), patient(), { user_permissions: [await toId('clinic.change_user')] }),
    'reception gives itself the right to give': async () =>
      onOneself(reception(), {
        user_permissions: [await toId('clinic.change_user'), await toId('clinic.user_admin')],
      }),
    'reception takes a group away': async () => {
      const someone = await patient()
      await put(someone.id, await toGroup())
      return onAnother(reception(), Promise.resolve(someone), { groups: [] })
    },
    'reception closes a clinician’s account': () =>
      onAnother(reception(), clinician(), { is_active: false }),
    'reception closes an administrator’s account': () =>
      onAnother(reception(), administrator(), { is_active: false }),
    'reception opens the closed account of somebody who works here': () =>
      onAnother(reception(), addPerson(db, { is_staff: true, is_active: false }), {
        is_active: true,
      }),
    'reception hides it among what it may change': () =>
      onAnother(reception(), patient(), { city: 'Elsewhere', is_staff: true }),
    'an administrator makes somebody superuser': () =>
      onAnother(administrator(...permissions), patient(), { is_superuser: true }),
    'an administrator makes themselves superuser': () =>
      onOneself(administrator(...permissions), { is_superuser: true }),
    'an administrator changes a superuser': () =>
      onAnother(administrator(...permissions), superuser(), { city: 'Elsewhere' }),
    'an administrator closes a superuser’s account': () =>
      onAnother(administrator(...permissions), superuser(), { is_active: false }),
    'an administrator makes a superuser none': () =>
      onAnother(administrator(...permissions), superuser(), { is_superuser: false }),
    'an administrator reads a superuser by changing nothing': () =>
      onAnother(administrator(...permissions), superuser(), {}),
    'an administrator gives a permission that they do not hold': async () =>
      onAnother(administrator(), patient(), { user_permissions: [await toId('clinic.view_site')] }),
    'an administrator gives it to themselves, beside what they hold': async () =>
      onOneself(administrator(), {
        user_permissions: [
          await toId('clinic.change_user'),
          await toId('clinic.user_admin'),
          await toId('clinic.view_site'),
        ],
      }),
    'an administrator gives a group with a permission that they do not hold': async () =>
      onAnother(administrator('clinic.view_site'), patient(), {
        groups: [await toGroup('clinic.view_site', 'clinic.view_room')],
      }),
    'an administrator gives somebody such a group beside their old one': async () => {
      const someone = await patient()
      const old = await toGroup('clinic.view_room')
      await put(someone.id, old)
      return onAnother(administrator(), Promise.resolve(someone), {
        groups: [old, await toGroup('clinic.view_site')],
      })
    },
    'an administrator makes staff of a patient who holds more than they': async () =>
      onAnother(
        administrator(),
        addSignedIn(server, { permissions: ['eforms.view_other_forms'] }),
        { is_staff: true },
      ),
  }
  for (const field of ['email', 'first_name', 'last_name', 'dob']) {
    const value = field === 'dob' ? '1990-02-28' : field === 'email' ? 'me@example.test' : 'Eve'
    const takesOver = async (
      by: Promise<SignedInPerson>,
      { held, ...values }: { held?: Permission; is_staff: boolean },
    ) => {
      const prepared = await addPerson(db, values)
      if (held) await put(prepared.id, await toGroup(held))
      return onAnother(by, Promise.resolve(prepared), { [field]: value })
    }
    Object.assign(attempts, {
      [`an administrator takes over one who has not signed in yet by their ${field}`]: () =>
        takesOver(administrator(), { is_staff: true, held: 'clinic.delete_site' }),
      [`an administrator takes over one who is to work here later by their ${field}`]: () =>
        takesOver(administrator(), { is_staff: false, held: 'clinic.delete_site' }),
      [`reception takes over a colleague who has not signed in yet by their ${field}`]: () =>
        takesOver(reception(), { is_staff: true, held: 'clinic.change_user' }),
      [`reception takes over one who holds nothing yet by their ${field}`]: () =>
        takesOver(reception(), { is_staff: true }),
      [`reception takes over one who is to work here later by their ${field}`]: () =>
        takesOver(reception(), { is_staff: false, held: 'clinic.change_user' }),
    })
  }

  test.each(Object.entries(attempts))('%s', async (_, attempt) => {
    const { by, on, body } = await attempt()
    const before = await readState(on)
    const answer = await change(by, on, body)
    expect(answer.outcome, answer.text).toBe('403 not_allowed')
    expect(answer.body['detail']).not.toBe('')
    expect(await readState(on)).toEqual(before)
  })
})

describe('whoever may change access', () => {
  test('gives what they hold, and takes away also what they do not', async () => {
    const by = await administrator('clinic.view_site')
    const someone = await addPerson(db)
    const beyond = await toGroup('clinic.delete_site')
    await put(someone.id, beyond)
    const given = await toGroup('clinic.view_site', 'clinic.change_user')
    const answer = await change(by, someone.id, {
      groups: [beyond, given],
      user_permissions: [await toId('clinic.user_admin')],
    })
    expect(answer.status, answer.text).toBe(200)
    expect((answer.body['permissions'] as string[]).toSorted()).toEqual([
      'clinic.change_user',
      'clinic.delete_site',
      'clinic.user_admin',
      'clinic.view_site',
    ])
    const taken = await change(by, someone.id, { groups: [], user_permissions: [] })
    expect(taken.body).toMatchObject({
      groups: [],
      selected_groups: [],
      user_permissions: [],
      permissions: [],
    })
    const updated = { actor_id: by.id, actor_role: 'staff', action: 'person.updated' }
    const fields = ['groups', 'user_permissions']
    expect(await readTrail(someone.id)).toEqual([
      { ...updated, change: { fields, version: 2 } },
      { ...updated, change: { fields, version: 3 } },
    ])
  })

  test('changes the contact details of colleagues who hold more and have signed in', async () => {
    const colleague = await staff('clinic.delete_site')
    const answer = await change(await administrator(), colleague.id, { email: 'new@example.test' })
    expect(answer.body).toMatchObject({ email: 'new@example.test' })
  })

  test('corrects the email of a colleague who has not signed in and holds no more than they', async () => {
    const prepared = await addPerson(db, { is_staff: true })
    await put(prepared.id, await toGroup('clinic.change_user'))
    const answer = await change(await administrator(), prepared.id, { email: 'new@example.test' })
    expect(answer.body).toMatchObject({ email: 'new@example.test' })
  })

  test('makes staff of somebody who holds no more than they do', async () => {
    const someone = await addPerson(db)
    const answer = await change(await administrator(), someone.id, { is_staff: true })
    expect(answer.body).toMatchObject({ is_staff: true })
  })

  test.each([
    ['groups', 'a group that there is not'],
    ['user_permissions', 'a permission that there is not'],
    ['allergies', 'an allergy that there is not'],
  ])('is told by the field %s of %s', async (field) => {
    const someone = await addPerson(db)
    const answer = await change(await superuser(), someone.id, { [field]: [2_147_483_647] })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      [field]: ['Choose from the list: one of these no longer exists.'],
    })
  })
})

test('a superuser may do all of it', async () => {
  const by = await superuser()
  const someone = await superuser()
  const answer = await change(by, someone.id, {
    is_superuser: false,
    is_staff: true,
    user_permissions: [await toId('sites.delete_site')],
    city: 'Elsewhere',
  })
  expect(answer.body).toMatchObject({
    is_superuser: false,
    is_staff: true,
    permissions: ['sites.delete_site'],
    city: 'Elsewhere',
  })
  expect((await change(by, someone.id, { is_superuser: true })).body).toMatchObject({
    is_superuser: true,
    permissions: [...permissions],
  })
})

describe('nobody locks themselves out', () => {
  test.each([
    ['is_active', superuser],
    ['is_active', administrator],
    ['is_superuser', superuser],
    ['is_staff', administrator],
  ])('by %s', async (field, who) => {
    const me = await who()
    const before = await readState(me.id)
    const answer = await change(me, me.id, { [field]: false })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ [field]: [expect.stringMatching(/^You cannot .+\.$/)] })
    expect(await readState(me.id)).toEqual(before)
    expect(await isSignedIn(me)).toBe(true)
  })

  test.each(manager)('by letting go of %s', async (permission) => {
    const me = await administrator()
    const before = await readState(me.id)
    const kept = manager.filter((name) => name !== permission)
    const answer = await change(me, me.id, {
      user_permissions: await Promise.all(kept.map(toId)),
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      user_permissions: ['You would no longer be able to manage users. Ask another administrator.'],
    })
    expect(await readState(me.id)).toEqual(before)
  })

  test('by leaving the group that lets them in; with the same from elsewhere they may', async () => {
    const me = await addStaffUser(server)
    await put(me.id, await toGroup(...manager))
    expect((await change(me, me.id, { groups: [] })).body).toEqual({
      groups: ['You would no longer be able to manage users. Ask another administrator.'],
    })
    const own = await Promise.all(manager.map(toId))
    expect((await change(me, me.id, { groups: [], user_permissions: own })).status).toBe(200)
  })

  test('and two who close each other’s accounts at once do not both succeed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await superuser(), await superuser()]
      const answers = await Promise.all([
        change(one, other.id, { is_active: false }),
        change(other, one.id, { is_active: false }),
      ])
      const outcomes = tally(answers)
      expect(outcomes['200'], JSON.stringify(outcomes)).toBe(1)
      expect([await isSignedIn(one), await isSignedIn(other)].toSorted()).toEqual([false, true])
    }
  })
})

describe('closing an account', () => {
  test('ends the person’s sessions everywhere, in the same transaction, and only theirs', async () => {
    const by = await administrator()
    const someone = await staff()
    expect(await isSignedIn(someone)).toBe(true)
    expect((await change(by, someone.id, { is_active: false })).status).toBe(200)
    expect(await isSignedIn(someone)).toBe(false)
    expect(await rowsWhere(db, 'session', { account_id: someone.accountId })).toEqual([])
    expect(await isSignedIn(by)).toBe(true)
    const common = { actor_id: by.id, actor_role: 'staff' }
    expect(await readTrail(someone.id)).toEqual([
      { ...common, action: 'person.updated', change: { fields: ['is_active'], version: 2 } },
      { ...common, action: 'session.ended', change: { sessions: 1 } },
    ])
  })

  test('and opening it again does not bring old sessions back', async () => {
    const by = await administrator()
    const someone = await staff()
    await updateRows(db, 'person', someone.id, { is_active: false })
    await change(by, someone.id, { is_active: true })
    expect(await isSignedIn(someone)).toBe(false)
  })
})

test('the permissions are listed to whoever may see them', async () => {
  const { ask } = await staff('auth.view_permission')
  const list = await ask('GET', '/api/admin/permissions/?page_size=500')
  const results = listedRows<{ id: number; url: string; name: Permission }>(list.body)
  expect(results.map(({ name }) => name)).toEqual(permissions.toSorted())
  expect(results[0]?.url).toBe(`http://localhost:4321/api/admin/permissions/${results[0]?.id}/`)
  const found = await ask('GET', '/api/admin/permissions/?search=view_site')
  expect(found.body['count']).toBe(2)
})
