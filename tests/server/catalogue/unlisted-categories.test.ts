import { describe, expect, test } from 'vitest'
import { addCategory, addOpening, addSite, addToCategories, addType } from '../clinic-factory.ts'
import { KEY, runKeyedServer, START, visitor, week } from '../keyed-server.ts'
import { listedRows } from '../send.ts'

/* What lies in hidden or disabled parts of the catalogue alone. */

const server = await runKeyedServer()
const db = server.database.db
const scene = await setScene()

type Flags = { hidden?: boolean; disabled?: boolean }

/** A root and one category below it, by their ids. */
async function addTree(name: string, ofRoot: Flags, ofChild: Flags = {}) {
  const root = await addCategory(db, { name, rght: 4, ...ofRoot })
  const below = { tree_id: root.tree_id, parent_id: root.id, level: 1, lft: 2, rght: 3 }
  const child = await addCategory(db, { name: `${name} child`, ...below, ...ofChild })
  return { root: root.id, child: child.id }
}

async function setScene() {
  const trees = {
    open: await addTree('Open', {}, { hidden: true }),
    hidden: await addTree('Hidden', { hidden: true }),
    disabled: await addTree('Disabled', { disabled: true }),
  }
  const typeIn = async (name: string, ...categories: number[]) => {
    const type = await addType(db, { name, duration: 30 })
    await addToCategories(db, type.id, categories)
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
  await addOpening(db, { room, types: Object.values(types) }, [START, '2027-06-09T12:00:00Z'])
  return { trees, types, site }
}

type Named = keyof Awaited<ReturnType<typeof setScene>>['types']
const WITHOUT_KEY: Named[] = ['alone', 'open', 'both']
const WITH_KEY: Named[] = [...WITHOUT_KEY, 'hiddenLeaf', 'underHidden']
const ALL: Named[] = [...WITH_KEY, 'underDisabled']

describe.each([
  ['without the key', null, WITHOUT_KEY],
  ['with the key', KEY, WITH_KEY],
] as const)('%s', (_, key, visible) => {
  const ask = () => visitor(server, key)
  const names = (body: Record<string, unknown>) =>
    listedRows<{ name: string }>(body)
      .map(({ name }) => name)
      .toSorted()
  const expected = () => visible.map((which) => scene.types[which].name).toSorted()

  test('the list, and the search, have the types of listed categories', async () => {
    for (const path of [
      '/api/public/appointmenttypes/',
      '/api/public/appointmenttypes/?search=quest',
    ]) {
      const { body } = await ask().get(path)
      expect(names(body)).toEqual(expected())
      expect(body['count']).toBe(expected().length)
    }
  })

  test.each(ALL)(
    'a type (%s) is found by its slug, has times and is booked only if listed',
    async (which) => {
      const type = scene.types[which]
      const isVisible = visible.some((listed) => listed === which)
      const bySlug = await ask().get(`/api/public/appointmenttypes/?slug=${type.slug}`)
      expect(bySlug.body['count']).toBe(isVisible ? 1 : 0)

      expect((await ask().get(week(type.slug))).outcome).toBe(isVisible ? '200' : '404 not_found')

      const held = await ask().hold(type, scene.site)
      expect(held.outcome).toBe(isVisible ? '201' : '404 not_found')
      const booked = await ask().book(type, scene.site, held)
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
    const { body } = await ask().get('/api/public/appointmentcategories/')
    const results = listedRows<{ id: number; parent: number | null }>(body)
    expect(results.map(({ id }) => id)).toEqual(listed)
    for (const { parent } of results) if (parent !== null) expect(listed).toContain(parent)
    for (const id of Object.values(trees).flatMap(({ root, child }) => [root, child])) {
      const { outcome } = await ask().get(`/api/public/appointmentcategories/${id}/`)
      expect(outcome).toBe(listed.includes(id) ? '200' : '404 not_found')
    }
  })

  test('a type names none of its categories that is not listed', async () => {
    const { trees, types } = scene
    const { body } = await ask().get(`/api/public/appointmenttypes/?slug=${types.both.slug}`)
    const [type] = listedRows<{ categories: string[] }>(body)
    const ids = type?.categories.map((url) => Number(/(\d+)\/(\?|$)/.exec(url)?.[1]))
    expect(ids).toEqual(key === null ? [trees.open.root] : [trees.open.root, trees.hidden.child])
  })
})
