import { describe, expect, test } from 'vitest'
import { WeeklyAvailability } from '#lib/contract/booking.ts'
import {
  addClinician,
  addGuest,
  addOpening,
  addRoom,
  addSite,
  addType,
  type Guest,
} from '../clinic-factory.ts'
import { type Answer, send } from '../send.ts'
import { runTestServer, setNow, testSettings } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database

type Clinic = Awaited<ReturnType<typeof clinicOpen>>

/** A site with one clinician who offers one type at these times, given as pairs of UTC instants. */
async function clinicOpen(duration: number, ...hours: [string, string][]) {
  const { site, room } = await addSite(db)
  const type = await addType(db, { duration })
  const clinician = await addClinician(db)
  const guest = await addGuest(db)
  for (const [start, end] of hours) {
    await addOpening(db, { staff: clinician, room, types: [type] }, [start, end])
  }
  return { site, type, clinician, guest }
}

async function week(clinic: Clinic, date?: string, more = '') {
  const { status, body } = await send(
    server,
    'GET',
    `/api/public/weekly-availability/?appointment_type_slug=${clinic.type.slug}${date ? `&week=${date}` : ''}${more}`,
  )
  expect(status).toBe(200)
  return body as unknown as {
    week_start: string
    week_end: string
    next_available: string | null
    days: { date: string; slots: { start: string; site: { slug: string } }[] }[]
  }
}

/** The starts of each day that has any, in UTC. */
const starts = ({ days }: Awaited<ReturnType<typeof week>>) =>
  Object.fromEntries(
    days
      .filter(({ slots }) => slots.length > 0)
      .map(({ date, slots }) => [date, slots.map(({ start }) => start.slice(0, 16))]),
  )

const book = (clinic: Clinic, start: string, guest: Guest = clinic.guest): Promise<Answer> =>
  send(server, 'POST', '/api/public/appointments/', {
    body: { appointment_type_id: clinic.type.id, start, site_id: clinic.site.id },
    headers: { 'Guest-User-Access-Token': guest.token },
  })

describe('the week', () => {
  test('is the one that holds the day asked for, Monday first, and this one when none is asked for', async () => {
    setNow(server, '2027-06-09T12:00:00Z')
    const clinic = await clinicOpen(15)
    const asked = await week(clinic, '2027-06-20')
    expect(asked.days.map(({ date }) => date)).toEqual([
      '2027-06-14',
      '2027-06-15',
      '2027-06-16',
      '2027-06-17',
      '2027-06-18',
      '2027-06-19',
      '2027-06-20',
    ])
    expect(asked).toMatchObject({ week_start: '2027-06-14', week_end: '2027-06-20' })
    expect(await week(clinic)).toMatchObject({ week_start: '2027-06-07', week_end: '2027-06-13' })
  })
})

describe('when the clocks change', () => {
  test('London, autumn: the 25-hour day has 25 hours, the repeated one twice', async () => {
    setNow(server, '2027-10-20T12:00:00Z')
    const clinic = await clinicOpen(60, ['2027-10-30T23:00Z', '2027-11-01T00:00Z'])
    const listed = starts(await week(clinic, '2027-10-31'))
    expect(Object.keys(listed)).toEqual(['2027-10-31'])
    expect(listed['2027-10-31']).toHaveLength(25)
    const guests = [await addGuest(db), await addGuest(db)]
    // 01:00 British Summer Time and, an hour later, 01:00 Greenwich Mean Time.
    for (const [index, offset] of ['+01:00', '+00:00'].entries()) {
      const answer = await book(clinic, `2027-10-31T01:00:00${offset}`, guests[index])
      expect(answer.status).toBe(201)
    }
    expect(starts(await week(clinic, '2027-10-31'))['2027-10-31']).toHaveLength(23)
  })

  test('Lord Howe: the half hour that comes back belongs to the Sunday', async () => {
    server.services.settings = testSettings({ CLINIC_TIME_ZONE: 'Australia/Lord_Howe' })
    setNow(server, '2027-03-30T00:00:00Z')
    const clinic = await clinicOpen(
      30,
      ['2027-04-03T12:30Z', '2027-04-03T13:00Z'],
      ['2027-04-03T13:00Z', '2027-04-04T13:30Z'],
      ['2027-04-04T13:30Z', '2027-04-04T14:00Z'],
    )
    const listed = starts(await week(clinic, '2027-04-04'))
    expect(listed['2027-04-03']).toEqual(['2027-04-03T12:30'])
    expect(listed['2027-04-04']).toHaveLength(49)
    expect(starts(await week(clinic, '2027-04-05'))).toEqual({ '2027-04-05': ['2027-04-04T13:30'] })
  })
})

describe('the next available day', () => {
  test('is found past an empty week, and past more than 28 empty days', async () => {
    setNow(server, '2027-06-01T08:00:00Z')
    const clinic = await clinicOpen(15, ['2027-08-20T09:00Z', '2027-08-20T10:00Z'])
    for (const asked of [undefined, '2027-06-14', '2027-07-28', '2027-08-20', '2020-01-01']) {
      expect((await week(clinic, asked)).next_available).toBe('2027-08-20')
    }
    expect((await week(clinic, '2027-08-23')).next_available).toBeNull()
  })

  test('is told by the clinic’s day: just after midnight in summer it is the later date', async () => {
    setNow(server, '2027-06-01T08:00:00Z')
    const clinic = await clinicOpen(15, ['2027-06-15T23:15Z', '2027-06-15T23:45Z'])
    expect((await week(clinic)).next_available).toBe('2027-06-16')
  })

  test('is nobody’s when all times are taken', async () => {
    setNow(server, '2027-06-01T08:00:00Z')
    const clinic = await clinicOpen(60, ['2027-06-10T09:00Z', '2027-06-10T10:00Z'])
    expect((await week(clinic)).next_available).toBe('2027-06-10')
    await book(clinic, '2027-06-10T09:00:00Z')
    expect((await week(clinic)).next_available).toBeNull()
  })
})

describe('how soon and how late', () => {
  test('the last day of the horizon can be booked, the next one neither shows nor is taken', async () => {
    server.services.settings = testSettings({ BOOKING_HORIZON_DAYS: '10' })
    setNow(server, '2027-06-01T22:30:00Z')
    const clinic = await clinicOpen(
      15,
      ['2027-06-11T22:30Z', '2027-06-11T23:00Z'],
      ['2027-06-11T23:00Z', '2027-06-11T23:30Z'],
    )
    expect(starts(await week(clinic, '2027-06-11'))).toEqual({
      '2027-06-11': ['2027-06-11T22:30', '2027-06-11T22:45'],
    })
    expect((await book(clinic, '2027-06-11T23:00:00Z')).body).toEqual({
      code: 'slot_taken',
      detail: 'Appointments can be booked at most 10 days ahead.',
    })
    expect((await book(clinic, '2027-06-11T22:45:00Z')).status).toBe(201)
  })

  test('what is nearer than the notice neither shows nor is taken', async () => {
    server.services.settings = testSettings({ BOOKING_NOTICE_MINUTES: '120' })
    setNow(server, '2027-06-09T08:50:00Z')
    const clinic = await clinicOpen(30, ['2027-06-09T09:00Z', '2027-06-09T12:00Z'])
    expect(starts(await week(clinic))).toEqual({
      '2027-06-09': ['2027-06-09T11:00', '2027-06-09T11:30'],
    })
    expect((await book(clinic, '2027-06-09T10:45:00Z')).outcome).toBe('409 slot_taken')
    expect((await book(clinic, '2027-06-09T11:00:00Z')).status).toBe(201)
  })

  test('what has begun neither shows nor is taken, also by whoever held it', async () => {
    setNow(server, '2027-06-09T09:07:00Z')
    const clinic = await clinicOpen(15, ['2027-06-09T09:00Z', '2027-06-09T10:00Z'])
    expect(starts(await week(clinic))['2027-06-09']?.[0]).toBe('2027-06-09T09:15')
    expect((await book(clinic, '2027-06-09T09:05:00Z')).outcome).toBe('409 slot_taken')

    const body = {
      appointment_type_id: clinic.type.id,
      start: '2027-06-09T09:15:00Z',
      site_id: clinic.site.id,
    }
    const hold = await send(server, 'POST', '/api/public/slot-holds/', { body })
    setNow(server, '2027-06-09T09:16:00Z')
    const late = await send(server, 'POST', '/api/public/appointments/', {
      body,
      headers: {
        'Guest-User-Access-Token': clinic.guest.token,
        'Slot-Hold-Token': String(hold.body['token']),
      },
    })
    expect(late.body).toEqual({ code: 'slot_taken', detail: 'That time has passed.' })
  })

  test('a start off the five-minute marks is a fault of the field', async () => {
    setNow(server, '2027-06-01T00:00:00Z')
    const clinic = await clinicOpen(15, ['2027-06-09T09:00Z', '2027-06-09T10:00Z'])
    for (const start of ['2027-06-09T09:01:00Z', '2027-06-09T09:05:00.001Z']) {
      const answer = await book(clinic, start)
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ start: ['Appointments start on a 5-minute mark.'] })
    }
    expect((await book(clinic, '2027-06-09T09:05:00.000Z')).status).toBe(201)
  })
})

test('one site’s times are shown when it is asked for; a site that does not exist has none', async () => {
  setNow(server, '2027-06-01T00:00:00Z')
  const clinic = await clinicOpen(30, ['2027-06-09T09:00Z', '2027-06-09T10:00Z'])
  const elsewhere = await addSite(db)
  await addRoom(db, elsewhere.site.id)
  await addOpening(db, { room: elsewhere.room, types: [clinic.type] }, [
    '2027-06-09T09:30Z',
    '2027-06-09T10:00Z',
  ])
  const readSites = async (more: string) =>
    (await week(clinic, '2027-06-09', more)).days.flatMap(({ slots }) =>
      slots.map(({ start, site }) => `${start.slice(11, 16)} ${site.slug}`),
    )
  const here = [`09:00 ${clinic.site.slug}`, `09:30 ${clinic.site.slug}`]
  expect(await readSites('')).toEqual([...here, `09:30 ${elsewhere.site.slug}`])
  expect(await readSites(`&site=${clinic.site.slug}`)).toEqual(here)
  expect(await readSites('&site=nowhere')).toEqual([])
  const answer = await send(server, 'POST', '/api/public/appointments/', {
    body: {
      appointment_type_id: clinic.type.id,
      start: '2027-06-09T09:00:00Z',
      site_id: elsewhere.site.id,
    },
    headers: { 'Guest-User-Access-Token': clinic.guest.token },
  })
  expect(answer.outcome).toBe('409 slot_taken')
})

test('weeks are those of two centuries; any other is refused by name', async () => {
  const { type } = await clinicOpen(15)
  const ask = (week: string) =>
    send(
      server,
      'GET',
      `/api/public/weekly-availability/?appointment_type_slug=${type.slug}&week=${week}`,
    )
  for (const week of ['0000-01-01', '0001-01-01', '1999-12-31', '2200-01-01', '9999-12-31']) {
    const { status, body } = await ask(week)
    expect([week, status, Object.keys(body)]).toEqual([week, 400, ['week']])
  }
  for (const week of ['2000-01-01', '2199-12-31']) {
    const { status, body } = await ask(week)
    expect(status).toBe(200)
    expect(WeeklyAvailability.parse(body)).toEqual(body)
  }
})
