import { beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addCategory, addToCategories, addType } from '../clinic-factory.ts'
import { updateRows } from '../rows.ts'
import { listedRows, send } from '../send.ts'
import { addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/** Who keeps categories, and may not see hidden ones. */
const server = await runTestServer()
const manager = await addSignedIn(server, {
  person: { is_superuser: true, first_name: 'Ada', last_name: 'Byron' },
})
const keeper = await addStaffUser(
  server,
  ['add', 'change', 'delete', 'view'].map(
    (action) => `clinic.${action}_appointmentcategory` as Permission,
  ),
)

type Category = { id: number; version: number; name: string; path: string; parent: number | null }

const ask = async (who: SignedInPerson, method: string, path: string, body?: object) =>
  await who.ask(method, `/api/admin/appointmentcategories/${path}`, body)

async function make(name: string, parent: Category | null = null, given = {}): Promise<Category> {
  const body = { name, parent: parent?.id ?? null, ...given }
  return (await ask(manager, 'POST', '', body)).body as Category
}

const paths = async (who = manager, query = '') =>
  listedRows<Category>((await ask(who, 'GET', query)).body).map(({ path }) => path)

const move = (
  who: SignedInPerson,
  { id, version }: Category,
  parent: Category | null,
  before: Category | null = null,
) =>
  ask(who, 'POST', `${id}/move/`, {
    version,
    parent: parent?.id ?? null,
    before: before?.id ?? null,
  })

let health: Category
let flu: Category
let travel: Category
let rabies: Category
beforeEach(async () => {
  await server.database.db.deleteFrom('appointment_type').execute()
  await server.database.db.deleteFrom('appointment_category').execute()
  health = await make('Health')
  flu = await make('Flu', health)
  travel = await make('Travel', health)
  rabies = await make('Rabies', travel)
})

describe('the tree', () => {
  test('is listed as it is read, each with the names above it; found by its own name', async () => {
    await make('Ears')
    expect(await paths()).toEqual([
      'Health',
      'Health › Flu',
      'Health › Travel',
      'Health › Travel › Rabies',
      'Ears',
    ])
    expect(await paths(manager, '?search=travel')).toEqual(['Health › Travel'])
    const open = await send(server, 'GET', '/api/public/appointmentcategories/')
    expect(listedRows<Category>(open.body).map(({ name }) => name)).toEqual([
      ...['Health', 'Flu', 'Travel', 'Rabies', 'Ears'],
    ])
  })

  test('a category moves with all that is below it, before another one or to the end', async () => {
    const ears = await make('Ears')
    const moved = await move(manager, travel, null, ears)
    expect(moved.body).toMatchObject({ level: 0, tree_id: 2, lft: 1, rght: 4, version: 2 })
    expect(await paths()).toEqual(['Health', 'Health › Flu', 'Travel', 'Travel › Rabies', 'Ears'])
    await move(manager, health, null)
    expect(await paths()).toEqual(['Travel', 'Travel › Rabies', 'Ears', 'Health', 'Health › Flu'])
  })

  test('where it is already it stays, as it was', async () => {
    expect((await move(manager, flu, health, travel)).body).toMatchObject({ version: 1 })
    expect((await move(manager, travel, health)).body).toMatchObject({ version: 1 })
  })

  test('a move changes what has moved and nothing of its neighbours', async () => {
    await move(manager, travel, health, flu)
    expect((await ask(manager, 'GET', `${flu.id}/`)).body).toMatchObject({ version: 1, lft: 6 })
    const answer = await ask(manager, 'PUT', `${travel.id}/`, { name: 'Trips', version: 1 })
    expect(answer.outcome).toBe('409 stale')
    expect(answer.body['detail']).toContain('Ada Byron changed place at')
  })

  test('a new parent by the form puts it last; another name leaves it where it is', async () => {
    const body = { name: 'Flu jabs', parent: travel.id, version: 1 }
    expect((await ask(manager, 'PUT', `${flu.id}/`, body)).status).toBe(200)
    const last = await ask(manager, 'PUT', `${rabies.id}/`, {
      name: 'Rabies jabs',
      parent: travel.id,
      version: 1,
    })
    expect(last.body).toMatchObject({ version: 2, path: 'Health › Travel › Rabies jabs' })
    expect(await paths()).toEqual([
      ...['Health', 'Health › Travel', 'Health › Travel › Rabies jabs'],
      'Health › Travel › Flu jabs',
    ])
  })

  test('nothing comes under itself, under what is below it, or under what is gone', async () => {
    for (const [parent, text] of [
      [health, /under itself/],
      [rabies, /under a category below it/],
      [{ ...flu, id: 2_147_483_647 }, /no longer exists/],
    ] as const) {
      const answers = [
        await move(manager, health, parent),
        await ask(manager, 'PUT', `${health.id}/`, { name: 'H', version: 1, parent: parent.id }),
      ]
      for (const { status, body } of answers) {
        expect(status).toBe(400)
        expect(body).toEqual({ parent: [expect.stringMatching(text)] })
      }
    }
    expect((await move(manager, flu, health, flu)).body).toHaveProperty('before')
  })

  test('of a neighbour that has moved away since, whoever moves is told', async () => {
    await move(manager, travel, null)
    expect((await move(manager, flu, health, travel)).outcome).toBe('409 stale')
    expect((await move(manager, { ...travel, version: 1 }, health)).outcome).toBe('409 stale')
  })

  test('what has categories below it or types in it is not deleted, and says which', async () => {
    const type = await addType(server.database.db, { name: 'Rabies dose' })
    await addToCategories(server.database.db, type.id, [travel.id])
    expect((await ask(manager, 'GET', `${travel.id}/uses/`)).body).toEqual({
      results: [
        { what: 'category below it', count: 1, names: ['Rabies'] },
        { what: 'appointment type', count: 1, names: ['Rabies dose'] },
      ],
    })
    const answer = await ask(manager, 'DELETE', `${travel.id}/`, { version: 1 })
    expect(answer.body['detail']).toBe(
      'This appointment category is still used by 1 category below it and 1 appointment type.',
    )
  })
})

describe('whoever may not see hidden categories', () => {
  test('sees none, nor what is below one, and puts nothing there', async () => {
    const secret = await make('Secret', health, { hidden: true })
    const below = await make('Deep', secret)
    expect(await paths(keeper)).toEqual([
      ...['Health', 'Health › Flu', 'Health › Travel', 'Health › Travel › Rabies'],
    ])
    expect((await move(keeper, below, null)).outcome).toBe('404 not_found')
    for (const parent of [secret, below]) {
      expect((await move(keeper, flu, parent)).body).toEqual({
        parent: ['Choose from the list: this no longer exists'],
      })
    }
    const uses = (await ask(keeper, 'GET', `${health.id}/uses/`)).text
    expect(uses).toContain('a hidden one')
    expect(uses).not.toContain('Secret')
  })

  test('hides none', async () => {
    const answer = await ask(keeper, 'PUT', `${flu.id}/`, {
      name: 'Flu',
      parent: health.id,
      hidden: true,
      version: 1,
    })
    expect(answer.body).toEqual({
      hidden: ['You may not see hidden categories, so you cannot hide one'],
    })
  })
})

test('the database refuses a category that is not within its parent', async () => {
  const { db } = server.database
  const { tree_id } = await addCategory(db, { rght: 4 })
  const within = { tree_id, parent_id: health.id, level: 1, lft: 2, rght: 3 }
  await expect(addCategory(db, within)).rejects.toThrow(/not where its parent says/)
  const half = addCategory(db, { tree_id, lft: 3, rght: 6 })
  await expect(half).rejects.toThrow(/not where its parent says/)
  const away = updateRows(db, 'appointment_category', health.id, { lft: 100, rght: 105 })
  await expect(away).rejects.toThrow(/not where its parent says/)
})
