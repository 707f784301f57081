import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NextAvailable } from '#lib/contract/booking.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { runs } from '../../amount.ts'
import {
  addAppointment,
  addClinician,
  addOpening,
  addPerson,
  addRoom,
  addSite,
  addType,
} from '../clinic-factory.ts'
import { insertRow } from '../rows.ts'
import { send } from '../send.ts'
import { runTestServer, setNow, testSettings } from '../test-server.ts'
import { addWaiting } from '../waiting-list/waiting-rows.ts'

const server = await runTestServer()
const { db } = server.database

type Type = { id: number; slug: string }

async function nextTimes(types: readonly Type[], more = '', headers: Record<string, string> = {}) {
  const slugs = types.map(({ slug }) => slug).join()
  const path = `/api/public/next-available/?types=${slugs}${more}`
  const { status, body, text } = await send(server, 'GET', path, { headers })
  expect(status, text).toBe(200)
  return body as unknown as NextAvailable
}

/** Each pair as its type and site, and its starts in UTC. */
const listed = ({ results }: NextAvailable) =>
  results.map(({ appointment_type, site, times }) => [
    `${appointment_type.slug} ${site.slug}`,
    ...times.map(({ start }) => start.slice(0, 16)),
  ])

const pair = (type: Type, { site }: { site: { slug: string } }) => `${type.slug} ${site.slug}`

/** Walks the weekly list to the horizon, as a person would. */
async function walkWeeks(type: Type, today: string, count: number) {
  const sites = new Map<string, string[]>()
  const last = addDays(today, server.services.settings.BOOKING_HORIZON_DAYS + 7)
  for (let week = today; week <= last; week = addDays(week, 7)) {
    const { days } = await server.api.call('GET public/weekly-availability/', {
      query: { appointment_type_slug: type.slug, week },
    })
    for (const { start, site } of days.flatMap(({ slots }) => slots)) {
      const starts = sites.get(site.slug) ?? []
      sites.set(site.slug, starts)
      if (starts.length < count) starts.push(start.slice(0, 16))
    }
  }
  return [...sites].map(([slug, starts]) => [`${type.slug} ${slug}`, ...starts])
}

test('the next times of each type at each site, the earliest first, then by the order of sites', async () => {
  setNow(server, '2027-06-07T08:00:00Z')
  const [late, early] = [
    await addSite(db, { display_order: 2 }),
    await addSite(db, { display_order: 1 }),
  ]
  const short = await addType(db, { duration: 15 })
  const long = await addType(db, { duration: 30 })
  const nowhere = await addType(db)
  const hours = ['2027-06-08T09:00Z', '2027-06-08T10:00Z'] as const
  await addOpening(db, { room: late.room, types: [short, long] }, hours)
  await addOpening(db, { room: early.room, types: [long] }, hours)
  await addOpening(db, { room: early.room, types: [short] }, [
    '2027-06-08T08:00Z',
    '2027-06-08T08:45Z',
  ])

  expect(await nextTimes([short, long, nowhere])).toEqual({
    time_zone: 'Europe/London',
    results: [
      { type: short, site: early.site, start: '2027-06-08T08:00', end: '2027-06-08T08:15' },
      { type: long, site: early.site, start: '2027-06-08T09:00', end: '2027-06-08T09:30' },
      { type: short, site: late.site, start: '2027-06-08T09:00', end: '2027-06-08T09:15' },
      { type: long, site: late.site, start: '2027-06-08T09:00', end: '2027-06-08T09:30' },
    ].map(({ type, site, start, end }) => ({
      appointment_type: { id: type.id, slug: type.slug, name: expect.any(String) },
      site: { id: site.id, slug: site.slug, name: site.name },
      times: [{ start: `${start}:00.000Z`, end: `${end}:00.000Z` }],
    })),
  })
  const three = listed(await nextTimes([short], `&count=3&site=${early.site.slug}`))
  expect(three).toEqual([
    [pair(short, early), '2027-06-08T08:00', '2027-06-08T08:15', '2027-06-08T08:30'],
  ])
  expect(
    listed(await nextTimes([{ id: 0, slug: 'unknown' }, long], `&site=${late.site.slug}`)),
  ).toEqual([[pair(long, late), '2027-06-08T09:00']])
  expect(listed(await nextTimes([long], '&site=unknown'))).toEqual([])
  const all = await server.api.call('GET public/next-available/', { query: {} })
  expect(listed(all)).toEqual(listed(await nextTimes([short, long])))
})

test('more than a hundred types, or seven times of each, are too many', async () => {
  const types = Array.from({ length: 101 }, (_, index) => `type-${index}`).join()
  for (const [query, field] of [
    [`types=${types}`, 'types'],
    ['count=7', 'count'],
    ['count=0', 'count'],
  ]) {
    const { status, body } = await send(server, 'GET', `/api/public/next-available/?${query}`)
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  }
})

describe('up to the booking horizon', () => {
  test('times are found however far ahead, for each site by itself', async () => {
    setNow(server, '2027-06-01T08:00:00Z')
    const type = await addType(db, { duration: 60 })
    const sites = [await addSite(db), await addSite(db), await addSite(db), await addSite(db)]
    const days = ['2027-06-03', '2027-06-20', '2027-09-20', '2027-11-28']
    for (const [index, { room }] of sites.entries()) {
      const day = days[index]
      await addOpening(db, { room, types: [type] }, [`${day}T09:00Z`, `${day}T10:00Z`])
    }
    const room = await addRoom(db, sites[0]?.site.id ?? 0)
    await addOpening(db, { room, types: [type] }, ['2027-07-15T09:00Z', '2027-07-15T10:00Z'])
    expect(listed(await nextTimes([type], '&count=2')).map(([, ...starts]) => starts)).toEqual([
      ['2027-06-03T09:00', '2027-07-15T09:00'],
      ['2027-06-20T09:00'],
      ['2027-09-20T09:00'],
      ['2027-11-28T09:00'],
    ])
  })

  test('a clinician is counted as long as a competency lasts', async () => {
    setNow(server, '2027-06-01T08:00:00Z')
    const type = await addType(db)
    const { id: competency_id } = await insertRow(db, 'competency', { name: `For ${type.slug}` })
    await insertRow(db, 'appointment_type_competency', {
      appointment_type_id: type.id,
      competency_id,
    })
    const openUntil = async (expires_at: string) => {
      const place = await addSite(db)
      const staff = await addClinician(db)
      await insertRow(db, 'staff_competency', {
        staff_id: staff.id,
        competency_id,
        issued_at: '2020-01-01',
        expires_at,
      })
      await addOpening(db, { staff, room: place.room, types: [type] }, [
        '2027-06-20T09:00Z',
        '2027-06-20T10:00Z',
      ])
      return place
    }
    const lasting = await openUntil('2027-06-20')
    await openUntil('2027-06-19')
    await openUntil('2027-06-02')
    expect(listed(await nextTimes([type]))).toEqual([[pair(type, lasting), '2027-06-20T09:00']])
  })

  test('its last day has times, the day after has none', async () => {
    server.services.settings = testSettings({ BOOKING_HORIZON_DAYS: '10' })
    setNow(server, '2027-06-01T22:30:00Z')
    const [last, after] = [await addSite(db), await addSite(db)]
    const type = await addType(db)
    await addOpening(db, { room: last.room, types: [type] }, [
      '2027-06-11T22:30Z',
      '2027-06-11T23:00Z',
    ])
    await addOpening(db, { room: after.room, types: [type] }, [
      '2027-06-11T23:00Z',
      '2027-06-11T23:30Z',
    ])
    expect(listed(await nextTimes([type]))).toEqual([[pair(type, last), '2027-06-11T22:30']])
  })

  test('a night’s work goes on past the end of the first days that are looked at', async () => {
    setNow(server, '2027-06-01T08:00:00Z')
    const place = await addSite(db)
    const type = await addType(db, { duration: 60 })
    const staff = await addClinician(db)
    await addOpening(db, { staff, room: place.room, types: [type] }, [
      '2027-06-04T21:00Z',
      '2027-06-05T01:00Z',
    ])
    expect(listed(await nextTimes([type], '&count=6'))).toEqual([
      [
        pair(type, place),
        ...['2027-06-04T21:00', '2027-06-04T22:00', '2027-06-04T23:00', '2027-06-05T00:00'],
      ],
    ])
  })
})

describe('what cannot be had', () => {
  const START = '2027-06-09T09:00:00Z'

  async function openHour() {
    setNow(server, '2027-06-08T12:00:00Z')
    const place = await addSite(db)
    const type = await addType(db, { duration: 30 })
    const staff = await addClinician(db)
    await addOpening(db, { staff, room: place.room, types: [type] }, [START, '2027-06-09T10:00Z'])
    return { place, type, staff }
  }

  test('a time that somebody holds is shown to them alone', async () => {
    const { place, type } = await openHour()
    const held = await send(server, 'POST', '/api/public/slot-holds/', {
      body: { appointment_type_id: type.id, start: START, site_id: place.site.id },
    })
    expect(held.status).toBe(201)
    expect(listed(await nextTimes([type]))).toEqual([[pair(type, place), '2027-06-09T09:30']])
    const headers = { 'Slot-Hold-Token': String(held.body['token']) }
    expect(listed(await nextTimes([type], '', headers))).toEqual([
      [pair(type, place), '2027-06-09T09:00'],
    ])
  })

  test('a time that is kept for people who wait is not shown', async () => {
    const { place, type, staff } = await openHour()
    const { id: patient_id } = await addPerson(db)
    await addWaiting(db, { patient_id, appointment_type_id: type.id })
    await insertRow(db, 'freed_time', {
      staff_id: staff.id,
      room_id: place.room.id,
      starts_at: new Date(START),
      ends_at: new Date('2027-06-09T09:30:00Z'),
      noted: new Date('2027-06-08T12:00:00Z'),
    })
    expect(listed(await nextTimes([type]))).toEqual([[pair(type, place), '2027-06-09T09:30']])
  })

  test('a disabled type has no times, and neither has a room out of use', async () => {
    const { place, type } = await openHour()
    await db
      .updateTable('appointment_type')
      .set({ disabled: true })
      .where('id', '=', type.id)
      .execute()
    expect(listed(await nextTimes([type]))).toEqual([])
    await db
      .updateTable('appointment_type')
      .set({ disabled: false })
      .where('id', '=', type.id)
      .execute()
    expect(listed(await nextTimes([type]))).toHaveLength(1)
    await db.updateTable('room').set({ is_active: false }).where('id', '=', place.room.id).execute()
    expect(listed(await nextTimes([type]))).toEqual([])
  })
})

const MINUTE = 60_000
const DAY = 86_400_000
/** Six days before the clocks go back. */
const TODAY = Date.parse('2027-10-25T00:00:00Z')

const calendar = fc.record({
  durations: fc.array(fc.constantFrom(5, 10, 20, 45, 90), { minLength: 2, maxLength: 3 }),
  /** Which types need the competency. */
  required: fc.uniqueArray(fc.nat({ max: 2 })),
  hours: fc.array(
    fc.record({
      site: fc.nat({ max: 1 }),
      types: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1 }),
      expiresDay: fc.option(fc.integer({ min: -2, max: 40 }), { freq: 2 }),
      days: fc.uniqueArray(fc.integer({ min: 0, max: 44 }), { minLength: 1, maxLength: 4 }),
      from: fc.integer({ min: 0, max: 270 }).map((marks) => marks * 5 + 1),
      minutes: fc.integer({ min: 5, max: 400 }),
      busy: fc.option(
        fc.record({ after: fc.nat({ max: 300 }), minutes: fc.constantFrom(5, 30, 90) }),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  count: fc.integer({ min: 1, max: 6 }),
  noticeMinutes: fc.constantFrom(0, 90, 3000),
})
type RandomCalendar = typeof calendar extends fc.Arbitrary<infer Each> ? Each : never

async function makeCalendar({ durations, required, hours }: RandomCalendar) {
  const sites = [await addSite(db), await addSite(db)]
  const types = await Promise.all(durations.map((duration) => addType(db, { duration })))
  const { id: competencyId } = await insertRow(db, 'competency', {
    name: `Competency ${types[0]?.id}`,
  })
  for (const index of required) {
    const type = types[index]
    if (!type) continue
    const needed = { appointment_type_id: type.id, competency_id: competencyId }
    await insertRow(db, 'appointment_type_competency', needed)
  }
  for (const { site, types: offered, expiresDay, days, from, minutes, busy } of hours) {
    const staff = await addClinician(db)
    const room = await addRoom(db, sites[site]?.site.id ?? 0)
    await insertRow(db, 'staff_competency', {
      staff_id: staff.id,
      competency_id: competencyId,
      issued_at: '2020-01-01',
      expires_at: expiresDay === null ? null : addDays('2027-10-25', expiresDay),
    })
    const chosen = offered.flatMap((index) => types[index] ?? [])
    for (const day of days) {
      const start = TODAY + day * DAY + from * MINUTE
      await addOpening(db, { staff, room, types: chosen }, [start, start + minutes * MINUTE])
      if (!busy) continue
      await addAppointment(db, {
        staff_id: staff.id,
        room_id: room.id,
        site_id: room.site_id,
        starts_at: new Date(start + busy.after * MINUTE),
        duration: busy.minutes,
      })
    }
  }
  return types
}

test('of any calendar: the first times that the weekly lists have up to the horizon', async () => {
  await fc.assert(
    fc.asyncProperty(calendar, async (given) => {
      server.services.settings = testSettings({
        BOOKING_HORIZON_DAYS: '40',
        BOOKING_NOTICE_MINUTES: String(given.noticeMinutes),
      })
      setNow(server, '2027-10-25T10:20:00Z')
      const types = await makeCalendar(given)
      const walked = await Promise.all(
        types.map((type) => walkWeeks(type, '2027-10-25', given.count)),
      )
      const found = listed(await nextTimes(types, `&count=${given.count}`))
      expect(found.toSorted()).toEqual(walked.flat().toSorted())
    }),
    { numRuns: runs(8) },
  )
})
