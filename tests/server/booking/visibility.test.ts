import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/connection.ts'
import { addClinician, addGuest, addOpening, addSite, addType } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

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

/** An open and a hidden site, an open, a hidden and a disabled type, each to be had at both sites. */
async function setScene() {
  const open = await addType(db, { duration: 30 })
  const hidden = await addType(db, { duration: 30, hidden: true })
  const disabled = await addType(db, { duration: 30, disabled: true })
  const site = await addSite(db)
  const hiddenSite = await addSite(db, { hidden: true })
  for (const { room } of [site, hiddenSite]) {
    const clinician = await addClinician(db)
    await addOpening(db, {
      staffId: clinician.id,
      roomId: room.id,
      typeIds: [open.id, hidden.id, disabled.id],
      start: new Date(START),
      end: new Date('2027-06-09T10:00:00Z'),
    })
  }
  const shown = await addCategory(1, {})
  const secret = await addCategory(2, { hidden: true })
  const closed = await addCategory(3, { disabled: true })
  await db
    .insertInto('appointment_type_category')
    .values(
      [shown, secret, closed].map(({ id }) => ({
        appointment_type_id: open.id,
        appointment_category_id: id,
      })),
    )
    .execute()
  return {
    open,
    hidden,
    disabled,
    site: site.site,
    hiddenSite: hiddenSite.site,
    shown,
    secret,
    closed,
  }
}

const addCategory = (tree: number, given: { hidden?: boolean; disabled?: boolean }) =>
  db
    .insertInto('appointment_category')
    .values({ name: `Category ${tree}`, tree_id: tree, level: 0, lft: 1, rght: 2, ...given })
    .returningAll()
    .executeTakeFirstOrThrow()

const withKey = (path: string, key: string | null) =>
  key === null ? path : `${path}${path.includes('?') ? '&' : '?'}key=${key}`

const get = (path: string, key: string | null) => send(server, 'GET', withKey(path, key))

const hold = (type: { id: number }, site: { id: number }, key: string | null) =>
  send(server, 'POST', withKey('/api/public/slot-holds/', key), {
    body: { appointment_type_id: type.id, start: START, site_id: site.id },
  })

async function book(type: { id: number }, site: { id: number }, key: string | null) {
  const guest = await addGuest(db)
  return await send(server, 'POST', withKey('/api/public/appointments/', key), {
    body: { appointment_type_id: type.id, start: START, site_id: site.id },
    headers: { 'Guest-User-Access-Token': guest.token },
  })
}

const week = (slug: string) =>
  `/api/public/weekly-availability/?appointment_type_slug=${slug}&week=2027-06-09`

const slugs = (body: Record<string, unknown>) =>
  (body['results'] as { slug: string }[]).map(({ slug }) => slug)

const sites = (body: Record<string, unknown>) => [
  ...new Set(
    (body['days'] as { slots: { site: { slug: string } }[] }[]).flatMap(({ slots }) =>
      slots.map(({ site }) => site.slug),
    ),
  ),
]

describe('what is hidden', () => {
  test.each(['wrong-key-altogether', '', KEY.slice(0, -1), `${KEY}x`, KEY.toUpperCase()])(
    'a wrong key %j is answered like no key, to the letter',
    async (key) => {
      for (const path of [
        '/api/public/appointmenttypes/',
        '/api/public/appointmentcategories/',
        `/api/public/appointmentcategories/${scene.shown.id}/`,
        `/api/public/appointmentcategories/${scene.secret.id}/`,
        week(scene.open.slug),
        week(scene.hidden.slug),
      ]) {
        const [wrong, none] = [await get(path, key), await get(path, null)]
        expect(`${wrong.status} ${wrong.text}`).toBe(`${none.status} ${none.text}`)
      }
      for (const [type, site] of [
        [scene.hidden, scene.site],
        [scene.open, scene.hiddenSite],
      ] as const) {
        expect((await hold(type, site, key)).text).toBe((await hold(type, site, null)).text)
        expect((await book(type, site, key)).text).toBe((await book(type, site, null)).text)
      }
    },
  )

  test('a type is listed, and has times, with the key alone', async () => {
    const listed = async (key: string | null) =>
      slugs((await get('/api/public/appointmenttypes/', key)).body)
    expect(await listed(null)).toEqual([scene.open.slug, scene.disabled.slug])
    expect(await listed(KEY)).toEqual([scene.open.slug, scene.hidden.slug, scene.disabled.slug])
    expect((await get(week(scene.hidden.slug), null)).outcome).toBe('404 not_found')
    expect((await get(week(scene.hidden.slug), KEY)).status).toBe(200)
  })

  test('asking for hidden types by filter does not show them', async () => {
    const { body } = await get('/api/public/appointmenttypes/?hidden=true', null)
    expect(body).toEqual({ count: 0, results: [] })
  })

  test('a type that does not exist and one that is hidden answer alike', async () => {
    const [hidden, absent] = [
      await get(week(scene.hidden.slug), null),
      await get(week('absent'), null),
    ]
    expect(hidden.text).toBe(absent.text)
    expect((await hold(scene.hidden, scene.site, null)).text).toBe(
      (await hold({ id: 999_999 }, scene.site, null)).text,
    )
  })

  test('a category is listed, and named by its types, with the key alone', async () => {
    const named = async (key: string | null) => {
      const categories = await get('/api/public/appointmentcategories/', key)
      const types = await get(`/api/public/appointmenttypes/?slug=${scene.open.slug}`, key)
      const [type] = types.body['results'] as { categories: string[] }[]
      return {
        listed: (categories.body['results'] as { id: number }[]).map(({ id }) => id),
        ofType: type?.categories.map((url) => Number(url.match(/(\d+)\/$/)?.[1])),
      }
    }
    expect((await named(null)).listed).toEqual([scene.shown.id])
    expect((await named(KEY)).listed).toEqual([scene.shown.id, scene.secret.id])
    expect((await named(null)).ofType).toEqual([scene.shown.id])
    expect((await named(KEY)).ofType).toEqual([scene.shown.id, scene.secret.id])
    expect((await get(`/api/public/appointmentcategories/${scene.secret.id}/`, KEY)).status).toBe(
      200,
    )
    const closed = await get(`/api/public/appointmentcategories/${scene.closed.id}/`, KEY)
    expect(closed.outcome).toBe('404 not_found')
  })

  test('a site’s times are listed and taken with the key alone', async () => {
    const { site, hiddenSite, open } = scene
    expect(sites((await get(week(open.slug), null)).body)).toEqual([site.slug])
    expect(sites((await get(week(open.slug), KEY)).body)).toEqual([site.slug, hiddenSite.slug])
    expect((await hold(open, hiddenSite, null)).outcome).toBe('409 slot_taken')
    expect((await book(open, hiddenSite, null)).outcome).toBe('409 slot_taken')
    expect((await book(open, hiddenSite, KEY)).status).toBe(201)
  })

  test('a hidden type is held and booked with the key alone', async () => {
    const { site, hidden } = scene
    expect((await hold(hidden, site, null)).outcome).toBe('404 not_found')
    expect((await book(hidden, site, null)).outcome).toBe('404 not_found')
    expect((await book(hidden, site, KEY)).status).toBe(201)
  })
})

test('a disabled type says what it is, and has no times that anyone can hold or book', async () => {
  const { disabled, site } = scene
  for (const key of [null, KEY]) {
    const { status, body } = await get(week(disabled.slug), key)
    expect(status).toBe(200)
    expect(body).toMatchObject({ appointment_type: { slug: disabled.slug }, next_available: null })
    expect(sites(body)).toEqual([])
    expect((await hold(disabled, site, key)).outcome).toBe('409 conflict')
    expect((await book(disabled, site, key)).outcome).toBe('409 conflict')
  }
})
