import { describe, expect, test } from 'vitest'
import type { NextAvailable } from '#lib/contract/booking.ts'
import { addCategory, addOpening, addSite, addToCategories, addType } from '../clinic-factory.ts'
import { KEY, runKeyedServer, START, visitor, week } from '../keyed-server.ts'
import { listedIds, listedRows } from '../send.ts'

const server = await runKeyedServer()
const db = server.database.db
const scene = await setScene()

/** An open and a hidden site, an open, a hidden and a disabled type, each to be had at both sites. */
async function setScene() {
  const open = await addType(db, { duration: 30 })
  const hidden = await addType(db, { duration: 30, hidden: true })
  const disabled = await addType(db, { duration: 30, disabled: true })
  const site = await addSite(db)
  const hiddenSite = await addSite(db, { hidden: true })
  for (const { room } of [site, hiddenSite]) {
    await addOpening(db, { room, types: [open, hidden, disabled] }, [START, '2027-06-09T10:00:00Z'])
  }
  const shown = await addCategory(db)
  const secret = await addCategory(db, { hidden: true })
  const closed = await addCategory(db, { disabled: true })
  await addToCategories(db, open.id, [shown.id, secret.id, closed.id])
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

const withKey = (key: string | null) => visitor(server, key)

const slugs = (body: Record<string, unknown>) =>
  listedRows<{ slug: string }>(body).map(({ slug }) => slug)

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
        '/api/public/next-available/',
      ]) {
        const [wrong, none] = [await withKey(key).get(path), await withKey(null).get(path)]
        expect(`${wrong.status} ${wrong.text}`).toBe(`${none.status} ${none.text}`)
      }
      for (const [type, site] of [
        [scene.hidden, scene.site],
        [scene.open, scene.hiddenSite],
      ] as const) {
        expect((await withKey(key).hold(type, site)).text).toBe(
          (await withKey(null).hold(type, site)).text,
        )
        expect((await withKey(key).book(type, site)).text).toBe(
          (await withKey(null).book(type, site)).text,
        )
      }
    },
  )

  test('a type is listed, and has times, with the key alone', async () => {
    const listed = async (key: string | null) =>
      slugs((await withKey(key).get('/api/public/appointmenttypes/')).body)
    expect(await listed(null)).toEqual([scene.open.slug, scene.disabled.slug])
    expect(await listed(KEY)).toEqual([scene.open.slug, scene.hidden.slug, scene.disabled.slug])
    expect((await withKey(null).get(week(scene.hidden.slug))).outcome).toBe('404 not_found')
    expect((await withKey(KEY).get(week(scene.hidden.slug))).status).toBe(200)
  })

  test('asking for hidden types by filter does not show them', async () => {
    const { body } = await withKey(null).get('/api/public/appointmenttypes/?hidden=true')
    expect(body).toEqual({ count: 0, results: [] })
  })

  test('a type that does not exist and one that is hidden answer alike', async () => {
    const [hidden, absent] = [
      await withKey(null).get(week(scene.hidden.slug)),
      await withKey(null).get(week('absent')),
    ]
    expect(hidden.text).toBe(absent.text)
    expect((await withKey(null).hold(scene.hidden, scene.site)).text).toBe(
      (await withKey(null).hold({ id: 999_999 }, scene.site)).text,
    )
  })

  test('a category is listed, and named by its types, with the key alone', async () => {
    const named = async (key: string | null) => {
      const categories = await withKey(key).get('/api/public/appointmentcategories/')
      const types = await withKey(key).get(`/api/public/appointmenttypes/?slug=${scene.open.slug}`)
      const [type] = listedRows<{ categories: string[] }>(types.body)
      return {
        listed: listedIds(categories.body),
        ofType: type?.categories.map((url) => Number(url.match(/(\d+)\/(\?|$)/)?.[1])),
      }
    }
    expect((await named(null)).listed).toEqual([scene.shown.id])
    expect((await named(KEY)).listed).toEqual([scene.shown.id, scene.secret.id])
    expect((await named(null)).ofType).toEqual([scene.shown.id])
    expect((await named(KEY)).ofType).toEqual([scene.shown.id, scene.secret.id])
    expect(
      (await withKey(KEY).get(`/api/public/appointmentcategories/${scene.secret.id}/`)).status,
    ).toBe(200)
    const closed = await withKey(KEY).get(`/api/public/appointmentcategories/${scene.closed.id}/`)
    expect(closed.outcome).toBe('404 not_found')
  })

  test('a site’s times are listed and taken with the key alone', async () => {
    const { site, hiddenSite, open } = scene
    expect(sites((await withKey(null).get(week(open.slug))).body)).toEqual([site.slug])
    expect(sites((await withKey(KEY).get(week(open.slug))).body)).toEqual([
      site.slug,
      hiddenSite.slug,
    ])
    expect((await withKey(null).hold(open, hiddenSite)).outcome).toBe('409 slot_taken')
    expect((await withKey(null).book(open, hiddenSite)).outcome).toBe('409 slot_taken')
    expect((await withKey(KEY).book(open, hiddenSite)).status).toBe(201)
  })

  test('the next times of hidden types and at hidden sites are shown with the key alone', async () => {
    const pairs = async (key: string | null) =>
      (
        (await withKey(key).get('/api/public/next-available/')).body as unknown as NextAvailable
      ).results.map(({ appointment_type, site }) => `${appointment_type.slug} ${site.slug}`)
    const { open, hidden, site, hiddenSite } = scene
    expect(await pairs(null)).toEqual([`${open.slug} ${site.slug}`])
    expect(await pairs(KEY)).toEqual([
      `${open.slug} ${site.slug}`,
      `${hidden.slug} ${site.slug}`,
      `${open.slug} ${hiddenSite.slug}`,
      `${hidden.slug} ${hiddenSite.slug}`,
    ])
  })

  test('a hidden type is held and booked with the key alone', async () => {
    const { site, hidden } = scene
    expect((await withKey(null).hold(hidden, site)).outcome).toBe('404 not_found')
    expect((await withKey(null).book(hidden, site)).outcome).toBe('404 not_found')
    expect((await withKey(KEY).book(hidden, site)).status).toBe(201)
  })
})

test('a disabled type says what it is, and has no times that anyone can hold or book', async () => {
  const { disabled, site } = scene
  for (const key of [null, KEY]) {
    const { status, body } = await withKey(key).get(week(disabled.slug))
    expect(status).toBe(200)
    expect(body).toMatchObject({ appointment_type: { slug: disabled.slug }, next_available: null })
    expect(sites(body)).toEqual([])
    expect((await withKey(key).hold(disabled, site)).outcome).toBe('409 conflict')
    expect((await withKey(key).book(disabled, site)).outcome).toBe('409 conflict')
  }
})
