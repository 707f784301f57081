import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { Claims, findOrCreateAccount } from '#server/identity/accounts.ts'
import { addPerson } from '../clinic-factory.ts'
import { oneRow } from '../rows.ts'
import { createTestDatabase } from '../test-database.ts'

const database = await createTestDatabase(12)
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.deleteFrom('person').execute()
})

const ISSUER = 'https://provider.example'
const call = { source: '127.0.0.1', requestId: 'test' }
const rosa = {
  sub: 'rosa',
  email: 'rosa@example.test',
  email_verified: true,
  given_name: 'Rosa',
  family_name: 'Whitfield',
  birthdate: '1983-02-11',
}
const prepared = {
  first_name: 'Rosa',
  last_name: 'Whitfield',
  email: 'Rosa@Example.test',
  dob: '1983-02-11',
}

const signIn = (claims: Record<string, unknown>, issuer = ISSUER, settings = {}) =>
  database.db
    .transaction()
    .execute((tx) => findOrCreateAccount(tx, call, issuer, Claims.parse(claims), settings))

const person = (id: number) => oneRow(database.db, 'person', id)
const candidates = () => database.db.selectFrom('duplicate_candidate').selectAll().execute()

describe('the first sign-in', () => {
  test('refuses a subject with control characters, which nothing could store', () => {
    for (const sub of ['a\0b', 'a\ud83d', '']) {
      expect(Claims.safeParse({ ...rosa, sub }).success).toBe(false)
    }
  })

  test('of somebody unknown makes a person of them', async () => {
    const { personId } = await signIn(rosa)
    expect(await person(personId)).toMatchObject({
      first_name: 'Rosa',
      last_name: 'Whitfield',
      email: 'rosa@example.test',
      dob: '1983-02-11',
      is_portal_user: true,
      is_staff: false,
      is_superuser: false,
    })
    expect(await candidates()).toEqual([])
  })

  test('of somebody whom an administrator prepared gives them their record', async () => {
    const { id } = await addPerson(database.db, prepared)
    expect((await signIn(rosa)).personId).toBe(id)
    expect(await candidates()).toEqual([])
  })

  test.each([
    ['an address that was not verified', { ...rosa, email_verified: false }],
    ['no word about the address', { ...rosa, email_verified: undefined }],
    ['another name', { ...rosa, given_name: 'Maria' }],
    ['another family name', { ...rosa, family_name: 'Marlow' }],
    ['another birth date', { ...rosa, birthdate: '2011-05-30' }],
    ['no birth date', { ...rosa, birthdate: undefined }],
    ['a birth date that is none', { ...rosa, birthdate: '0000-02-11' }],
    ['another address', { ...rosa, email: 'someone@example.test' }],
  ])('with %s takes nobody’s record over', async (_, claims) => {
    const { id } = await addPerson(database.db, prepared)
    const { personId } = await signIn(claims)
    expect(personId).not.toBe(id)
    expect((await person(id)).last_login).toBeNull()
  })

  test('that nearly fits leaves a note for an administrator', async () => {
    const { id } = await addPerson(database.db, prepared)
    const { personId } = await signIn({ ...rosa, email_verified: false })
    expect(await candidates()).toMatchObject([
      {
        person_id: Math.min(id, personId),
        other_id: Math.max(id, personId),
        reasons: ['same_name', 'same_birth_date', 'same_email'],
      },
    ])
  })

  test('does not take a record that has an account already', async () => {
    const first = await signIn(rosa)
    const second = await signIn({ ...rosa, sub: 'another' })
    expect(second.personId).not.toBe(first.personId)
    expect(await candidates()).toHaveLength(1)
  })

  test('does not choose between two who were prepared', async () => {
    const one = await addPerson(database.db, prepared)
    const two = await addPerson(database.db, prepared)
    const { personId } = await signIn(rosa)
    expect([one.id, two.id]).not.toContain(personId)
    expect(await candidates()).toHaveLength(2)
  })

  test.each([
    ['a guest, who typed their address themselves', { is_guest: true }],
    ['somebody who was closed', { is_active: false }],
  ])('does not take the record of %s', async (_, given) => {
    const { id } = await addPerson(database.db, { ...prepared, ...given })
    expect((await signIn(rosa)).personId).not.toBe(id)
  })

  test('of one newcomer in ten windows at once makes one person', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => signIn(rosa)))
    expect(new Set(accounts.map(({ personId }) => personId)).size).toBe(1)
    expect(await database.db.selectFrom('person').select('id').execute()).toHaveLength(1)
  })
})

describe('an account', () => {
  test('is the same person whatever their address is now', async () => {
    const { personId } = await signIn(rosa)
    const again = await signIn({ sub: 'rosa', email: 'married@example.test' })
    expect(again.personId).toBe(personId)
    expect((await person(personId)).email).toBe('rosa@example.test')
  })

  test('of another provider with the same subject is another', async () => {
    const { personId } = await signIn(rosa)
    const other = await signIn({ sub: 'rosa' }, 'https://other.example')
    expect(other.personId).not.toBe(personId)
  })
})

test.each([
  [{ sub: 'a', name: 'Ana María de la Cruz' }, 'Ana María de la', 'Cruz'],
  [{ sub: 'b', name: 'Cher' }, 'Cher', 'User'],
  [{ sub: 'c' }, 'New', 'User'],
  [{ sub: 'd', given_name: '  ', family_name: 'x'.repeat(400), name: 'Li Wei' }, 'Li', 'Wei'],
  [{ sub: 'e', email: 'not an address', birthdate: 'soon' }, 'New', 'User'],
])('whoever says little of themselves comes in too: %o', async (claims, first, last) => {
  const { personId } = await signIn(claims)
  expect(await person(personId)).toMatchObject({ first_name: first, last_name: last, email: '' })
})

describe('the first administrator', () => {
  const settings = { FIRST_ADMINISTRATOR_EMAIL: 'ROSA@example.test' }

  test('is who signs in with the address of the setting, verified', async () => {
    const { personId } = await signIn(rosa, ISSUER, settings)
    expect(await person(personId)).toMatchObject({ is_superuser: true, is_staff: true })
  })

  test('is nobody whose address was not verified, and nobody else', async () => {
    const unverified = await signIn({ ...rosa, email_verified: false }, ISSUER, settings)
    const other = await signIn({ ...rosa, sub: 'x', email: 'x@example.test' }, ISSUER, settings)
    for (const { personId } of [unverified, other]) {
      expect((await person(personId)).is_superuser).toBe(false)
    }
  })

  test('is made once: where there is a superuser the setting gives nothing', async () => {
    await addPerson(database.db, { is_superuser: true })
    const { personId } = await signIn(rosa, ISSUER, settings)
    expect((await person(personId)).is_superuser).toBe(false)
  })
})
