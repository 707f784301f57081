import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/connection.ts'
import { addClinician, addGuest, addOpening, addSite, addType } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/* What lies in hidden or disabled parts of the catalogue alone. */

const KEY = 'a-key-for-hidden-things'
const START = '2027-06-09T09:00:00Z'

let server: TestServer
let db: Database
let scene: Awaited<ReturnType<typeof setScene>>
beforeAll(async () => {
  server = await startTestServer({ environment: { SERVICES_KEY: KEY } })
  server.services.now = () => Date.parse('2027-06-01T00:00:00Z')
  db = server.database.db
  scene = await setScene()
})
afterAll(() => server.stop())

type Flags = { hidden?: boolean; disabled?: boolean }

/** A tree of a root and one category below it; ids by name, `<tree>` and `<tree> child`. */
async function addTree(tree: number, name: string, root: Flags, child: Flags = {}) {
  const row = { tree_id: tree, parent_id: null, level: 0, lft: 1, rght: 4, name, ...root }
  const insert = (values: typeof row | (Omit<typeof row, 'parent_id'> & { parent_id: number })) =>
    db.insertInto('appointment_category').values(values).returning('id').executeTakeFirstOrThrow()
  const { id } = await insert(row)
  const below = { ...row, parent_id: id, level: 1, lft: 2, rght: 3, name: `${name} child` }
  const leaf = await insert({ ...below, hidden: false, disabled: false, ...child })
  return { root: id, child: leaf.id }
}

async function setScene() {
  const trees = {
    open: await addTree(1, 'Open', {}, { hidden: true }),
    hidden: await addTree(2, 'Hidden', { hidden: true }),
    disabled: await addTree(3, 'Disabled', { disabled: true }),
  }
  const typeIn = async (name: string, ...categories: number[]) => {
    const type = await addType(db, { name, duration: 30 })
    for (const id of categories) {
      await db
        .insertInto('appointment_type_category')
        .values({ appointment_type_id: type.id, appointment_category_id: id })
        .execute()
    }
    return type
  }
  const types = {
    alone: await typeIn('Quest alone'),
    open: await typeIn('Quest open', trees.open.root),
    hiddenLeaf: await typeIn('Quest hidden leaf', trees.open.child),
    underHidden: await typeIn('Quest under hidden', trees.hidden.child),
    underDisabled: await typeIn('Quest under disabled', trees.disabled.child),
    both: await typeIn('Quest both', trees.disabled.child, trees.hidden.child, trees.open.root),
  }
  const { site, room } = await addSite(db)
  await addOpening(db, {
    staffId: (await addClinician(db)).id,
    roomId: room.id,
    typeIds: Object.values(types).map(({ id }) => id),
    start: new Date(START),
    end: new Date('2027-06-09T12:00:00Z'),
  })
  return { trees, types, site }
}

const get = (path: string, key: string | null) =>
  send(server, 'GET', key === null ? path : `${path}${path.includes('?') ? '&' : '?'}key=${key}`)

type Named = keyof Awaited<ReturnType<typeof setScene>>['types']
const WITHOUT_KEY: Named[] = ['alone', 'open', 'both']
const WITH_KEY: Named[] = [...WITHOUT_KEY, 'hiddenLeaf', 'underHidden']
const ALL: Named[] = [...WITH_KEY, 'underDisabled']

describe.each([
  ['without the key', null, WITHOUT_KEY],
  ['with the key', KEY, WITH_KEY],
] as const)('%s', (_, key, visible) => {
  const names = (body: Record<string, unknown>) =>
    (body['results'] as { name: string }[]).map(({ name }) => name).toSorted()
  const expected = () => visible.map((which) => scene.types[which].name).toSorted()

  test('the list, and the search, have the types of listed categories', async () => {
    for (const path of [
      '/api/public/appointmenttypes/',
      '/api/public/appointmenttypes/?search=quest',
    ]) {
      const { body } = await get(path, key)
      expect(names(body)).toEqual(expected())
      expect(body['count']).toBe(expected().length)
    }
  })

  test.each(ALL)(
    'a type (%s) is found by its slug, has times and is booked only if listed',
    async (which) => {
      const type = scene.types[which]
      const isVisible = visible.some((listed) => listed === which)
      const bySlug = await get(`/api/public/appointmenttypes/?slug=${type.slug}`, key)
      expect(bySlug.body['count']).toBe(isVisible ? 1 : 0)

      const week = `/api/public/weekly-availability/?appointment_type_slug=${type.slug}&week=2027-06-09`
      expect((await get(week, key)).outcome).toBe(isVisible ? '200' : '404 not_found')

      const body = { appointment_type_id: type.id, start: START, site_id: scene.site.id }
      const suffix = key === null ? '' : `?key=${key}`
      const held = await send(server, 'POST', `/api/public/slot-holds/${suffix}`, { body })
      expect(held.outcome).toBe(isVisible ? '201' : '404 not_found')
      const headers = {
        'Guest-User-Access-Token': (await addGuest(db)).token,
        ...(isVisible && { 'Slot-Hold-Token': String(held.body['token']) }),
      }
      const booked = await send(server, 'POST', `/api/public/appointments/${suffix}`, {
        body,
        headers,
      })
      expect(booked.outcome).toBe(isVisible ? '201' : '404 not_found')
      await db.deleteFrom('appointment').execute()
    },
  )

  test('a category is listed and read only if all above it is', async () => {
    const { trees } = scene
    const listed =
      key === null
        ? [trees.open.root]
        : [trees.open.root, trees.open.child, trees.hidden.root, trees.hidden.child]
    const { body } = await get('/api/public/appointmentcategories/', key)
    const results = body['results'] as { id: number; parent: number | null }[]
    expect(results.map(({ id }) => id)).toEqual(listed)
    for (const { parent } of results) if (parent !== null) expect(listed).toContain(parent)
    for (const id of Object.values(trees).flatMap(({ root, child }) => [root, child])) {
      const { outcome } = await get(`/api/public/appointmentcategories/${id}/`, key)
      expect(outcome).toBe(listed.includes(id) ? '200' : '404 not_found')
    }
  })

  test('a type names none of its categories that is not listed', async () => {
    const { trees, types } = scene
    const { body } = await get(`/api/public/appointmenttypes/?slug=${types.both.slug}`, key)
    const [type] = body['results'] as { categories: string[] }[]
    const ids = type?.categories.map((url) => Number(/(\d+)\/$/.exec(url)?.[1]))
    expect(ids).toEqual(key === null ? [trees.open.root] : [trees.open.root, trees.hidden.child])
  })
})
