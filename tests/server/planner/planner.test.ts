import { describe, expect, test } from 'vitest'
import {
  addAppointment,
  addCategory,
  addClinician,
  addGuest,
  addOpening,
  addPerson,
  addRoom,
  addSite,
  addToCategories,
  addType,
  openMorning,
} from '../clinic-factory.ts'
import { addStaffCompetency } from '../people/staff-competency.ts'
import { oneRow, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer, setNow, testSettings } from '../test-server.ts'
import { addPlanner, ask } from './planner-calls.ts'

const server = await runTestServer()
const { db } = server.database
const desk = await addPlanner(server)

/** Opens a type of 30 minutes at a site with one clinician for each list of hours, in UTC. */
async function open(...clinicians: [start: string, end: string][][]) {
  const { site } = await addSite(db)
  const type = await addType(db, { duration: 30 })
  const staff = []
  for (const hours of clinicians) {
    const clinician = await addClinician(db)
    const room = await addRoom(db, site.id)
    staff.push({ ...clinician, room })
    for (const [start, end] of hours) {
      await addOpening(db, { staff: clinician, room, types: [type] }, [start, end])
    }
  }
  return { site, type, staff }
}

async function book(
  { type, site }: { type: { id: number }; site: { id: number } },
  start: string,
  more: Record<string, unknown> = {},
) {
  const guest = await addGuest(db)
  return await send(server, 'POST', '/api/public/appointments/', {
    body: { appointment_type_id: type.id, start, site_id: site.id, ...more },
    headers: { 'Guest-User-Access-Token': guest.token },
  })
}

describe('the dates', () => {
  test('are those with openings, each with how many and the first', async () => {
    setNow(server, '2027-06-01T08:00:00Z')
    const clinic = await open(
      [
        ['2027-06-02T09:00Z', '2027-06-02T10:00Z'],
        ['2027-08-20T09:00Z', '2027-08-20T10:00Z'],
      ],
      [
        ['2027-06-02T09:15Z', '2027-06-02T10:15Z'],
        ['2027-06-04T09:00Z', '2027-06-04T09:30Z'],
      ],
    )
    expect((await book(clinic, '2027-06-04T09:00:00Z')).status).toBe(201)
    const { plan } = await ask(server, desk.headers, { appointment_type_id: clinic.type.id })
    expect(plan).toMatchObject({ from: '2027-06-01', to: '2027-08-29', time_zone: 'Europe/London' })
    expect(plan.dates).toEqual([
      { date: '2027-06-02', places: 4, first: '2027-06-02T09:00:00.000Z' },
      { date: '2027-08-20', places: 2, first: '2027-08-20T09:00:00.000Z' },
    ])
    expect(plan.times).toEqual([])
  })

  test("are the clinic's, also on the day that the clock changes and past midnight", async () => {
    setNow(server, '2027-03-01T08:00:00Z')
    const clinic = await open([['2027-03-27T23:00Z', '2027-03-28T23:30Z']])
    const { plan } = await ask(server, desk.headers, { appointment_type_id: clinic.type.id })
    expect(plan.dates.map(({ date, places }) => [date, places])).toEqual([
      ['2027-03-27', 2],
      // Twenty-three hours long.
      ['2027-03-28', 46],
      ['2027-03-29', 1],
    ])
  })

  test("are not bound by the visitors' notice and horizon, but lie ahead", async () => {
    server.services.settings = testSettings({
      BOOKING_NOTICE_MINUTES: '2880',
      BOOKING_HORIZON_DAYS: '10',
    })
    setNow(server, '2027-06-01T08:00:00Z')
    const clinic = await open([
      ['2027-06-01T07:00Z', '2027-06-01T09:00Z'],
      ['2027-06-11T09:00Z', '2027-06-11T10:00Z'],
      ['2027-06-12T09:00Z', '2027-06-12T10:00Z'],
    ])
    const { plan } = await ask(server, desk.headers, { appointment_type_id: clinic.type.id })
    expect(plan.dates).toEqual([
      { date: '2027-06-01', places: 2, first: '2027-06-01T08:00:00.000Z' },
      { date: '2027-06-11', places: 2, first: '2027-06-11T09:00:00.000Z' },
      { date: '2027-06-12', places: 2, first: '2027-06-12T09:00:00.000Z' },
    ])
  })

  test('are of one site or one clinician when the query names them', async () => {
    setNow(server, '2027-06-01T08:00:00Z')
    const clinic = await open(
      [['2027-06-02T09:00Z', '2027-06-02T10:00Z']],
      [['2027-06-03T09:00Z', '2027-06-03T10:00Z']],
    )
    const elsewhere = await addSite(db)
    const readDates = async (query: Record<string, number>) => {
      const { plan } = await ask(server, desk.headers, {
        appointment_type_id: clinic.type.id,
        ...query,
      })
      return plan.dates.map(({ date }) => date)
    }
    const [first, second] = clinic.staff
    expect(await readDates({ site_id: clinic.site.id })).toEqual(['2027-06-02', '2027-06-03'])
    expect(await readDates({ site_id: elsewhere.site.id })).toEqual([])
    expect(await readDates({ staff_id: first?.id ?? 0 })).toEqual(['2027-06-02'])
    expect(await readDates({ staff_id: second?.id ?? 0 })).toEqual(['2027-06-03'])
  })

  test.each([
    [{ from: '2027-06-02', to: '2027-06-01' }, 'to'],
    [{ from: '2027-06-01', to: '2027-12-02' }, 'to'],
    [{ from: '2027-06-01', date: '2027-05-31' }, 'date'],
    [{ from: '2027-06-01', to: '2027-06-30', date: '2027-07-01' }, 'date'],
    [{ duration: 7 }, 'duration'],
  ])('of %j are refused by the name of what cannot be', async (query, field) => {
    const clinic = await open()
    const { status, body } = await ask(server, desk.headers, {
      appointment_type_id: clinic.type.id,
      ...query,
    })
    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual([field])
  })

  test('of the longest period are listed', async () => {
    const clinic = await open()
    const { plan } = await ask(server, desk.headers, {
      appointment_type_id: clinic.type.id,
      from: '2027-06-01',
      to: '2027-12-01',
    })
    expect(plan.dates).toEqual([])
  })
})

describe('the times of a date', () => {
  test('say who could take each, the least busy first, and where', async () => {
    setNow(server, '2027-06-01T08:00:00Z')
    const clinic = await open(
      [['2027-06-02T09:00Z', '2027-06-02T10:30Z']],
      [['2027-06-02T09:00Z', '2027-06-02T10:30Z']],
    )
    const [busy, free] = clinic.staff
    const availability = await oneRow(db, 'availability', {
      staff_id: busy?.id ?? 0,
    })
    await book(clinic, '2027-06-02T09:30:00Z', { availability_id: availability.id })
    const { plan } = await ask(server, desk.headers, {
      appointment_type_id: clinic.type.id,
      date: '2027-06-02',
    })
    const { id, slug, name, display_order } = clinic.site
    const site = { id, slug, name, display_order }
    expect(plan.times.map((time) => [time.start.slice(11, 16), time.site])).toEqual([
      ['09:00', site],
      ['09:30', site],
      ['10:00', site],
    ])
    expect(plan.times.map(({ clinicians }) => clinicians.map(({ staff_id }) => staff_id))).toEqual([
      [free?.id, busy?.id],
      [free?.id],
      [free?.id, busy?.id],
    ])
    expect(plan.times[0]?.clinicians[1]).toMatchObject({
      room_id: busy?.room.id,
      room_name: busy?.room.name,
      availability_id: availability.id,
    })
    expect(plan.times[0]?.clinicians[1]?.full_name).toMatch(/^Person Number\d+$/)
  })

  test('leave out who does not hold what the type requires on that day', async () => {
    setNow(server, '2027-06-01T08:00:00Z')
    const hours: [string, string][] = [
      ['2027-06-02T09:00Z', '2027-06-02T09:30Z'],
      ['2027-06-03T09:00Z', '2027-06-03T09:30Z'],
    ]
    const clinic = await open(hours, hours)
    const [able, unable] = clinic.staff
    await addStaffCompetency(db, able?.id ?? 0, { to: '2027-06-02', neededBy: clinic.type.id })
    const { plan } = await ask(server, desk.headers, {
      appointment_type_id: clinic.type.id,
      date: '2027-06-02',
    })
    expect(plan.dates.map(({ date }) => date)).toEqual(['2027-06-02'])
    const taking = plan.times.flatMap(({ clinicians }) =>
      clinicians.map(({ staff_id }) => staff_id),
    )
    expect(taking).toEqual([able?.id])
    expect(taking).not.toContain(unable?.id)
  })
})

test('a patient is offered no time at which they have something else', async () => {
  const { type, staff } = await open([['2027-06-07T08:00:00Z', '2027-06-07T10:00:00Z']])
  const patient = await addPerson(db)
  const starts_at = new Date('2027-06-07T08:15:00Z')
  const other = await addAppointment(db, { patient_id: patient.id, starts_at, duration: 30 })
  await addAppointment(db, {
    patient_id: patient.id,
    starts_at: new Date('2027-06-07T09:00:00Z'),
    duration: 60,
    status: 'cancelled',
  })
  setNow(server, '2027-06-01T10:00:00Z')
  const day = { from: '2027-06-07', to: '2027-06-07', date: '2027-06-07' }
  const timesFor = async (whom: Record<string, number>) => {
    const { plan } = await ask(server, desk.headers, {
      appointment_type_id: type.id,
      ...day,
      ...whom,
    })
    return plan.times.map(({ start }) => start.slice(11, 16))
  }
  expect(staff).toHaveLength(1)
  expect(await timesFor({})).toEqual(['08:00', '08:30', '09:00', '09:30'])
  expect(await timesFor({ patient_id: patient.id })).toEqual(['08:45', '09:15'])
  // Whoever moves it knows whose it is; it does not stand in its own way.
  expect(await timesFor({ appointment_id: other.id })).toHaveLength(4)
  const third = await addAppointment(db, {
    patient_id: patient.id,
    starts_at: new Date('2027-06-07T12:00:00Z'),
  })
  expect(await timesFor({ appointment_id: third.id })).toEqual(['08:45', '09:15'])
})

describe('who plans', () => {
  test('sees their own calendar alone without the permission for others', async () => {
    const clinic = await openMorning(db, 2)
    const [me, colleague] = clinic.staff
    const { headers } = await addSignedIn(server, {
      personId: me?.person_id ?? 0,
      permissions: ['clinic.view_appointment'],
    })
    const query = { appointment_type_id: clinic.type.id, date: clinic.day }
    const { plan } = await ask(server, headers, query)
    expect(
      new Set(plan.times.flatMap(({ clinicians }) => clinicians.map((c) => c.staff_id))),
    ).toEqual(new Set([me?.id]))
    const others = await ask(server, headers, { ...query, staff_id: colleague?.id ?? 0 })
    expect(others.outcome).toBe('403 not_allowed')
    const choices = await send(server, 'GET', '/api/admin/appointment-planner/choices/', {
      headers,
    })
    expect(choices.body['clinicians']).toMatchObject([{ staff_id: me?.id }])
  })

  test('and is no clinician sees nothing without that permission', async () => {
    const clinic = await openMorning(db)
    const { headers } = await addStaffUser(server, ['clinic.view_appointment'])
    const answer = await ask(server, headers, { appointment_type_id: clinic.type.id })
    expect(answer.outcome).toBe('403 not_allowed')
  })

  test('asks for another duration only with its permission', async () => {
    const clinic = await openMorning(db)
    const query = { appointment_type_id: clinic.type.id, date: clinic.day, duration: 90 }
    expect((await ask(server, desk.headers, query)).outcome).toBe('403 not_allowed')
    const usual = await ask(server, desk.headers, { ...query, duration: 15 })
    expect(usual.plan.times).toHaveLength(12)
    const overriding = await addPlanner(server, ['clinic.override_appointment_duration'])
    const { plan } = await ask(server, overriding.headers, query)
    expect(plan.times.map(({ start, end }) => [start.slice(11, 16), end.slice(11, 16)])).toEqual([
      ['09:00', '10:30'],
      ['10:30', '12:00'],
    ])
    expect(plan.appointment_type.duration).toBe(15)
  })

  test.each([
    ['types', 'clinic.view_hidden_appointment_types'],
    ['categories', 'clinic.view_hidden_appointment_categories'],
    ['sites', 'clinic.view_hidden_sites'],
  ] as const)('finds hidden %s with the permission %s alone', async (what, permission) => {
    const clinic = await openMorning(db)
    if (what === 'types') {
      await updateRows(db, 'appointment_type', clinic.type.id, { hidden: true })
    } else if (what === 'sites') {
      await updateRows(db, 'site', clinic.site.id, { hidden: true })
    } else {
      const category = await addCategory(db, { hidden: true })
      await addToCategories(db, clinic.type.id, [category.id])
    }
    const query = { appointment_type_id: clinic.type.id }
    const without = await ask(server, desk.headers, query)
    if (what === 'sites') expect(without.plan.dates).toEqual([])
    else expect(without.outcome).toBe('404 not_found')
    const seeing = await addPlanner(server, [permission])
    const { plan } = await ask(server, seeing.headers, query)
    expect(plan.dates.map(({ date }) => date)).toEqual([clinic.day])

    const offered = async ({ headers }: { headers: Record<string, string> }) => {
      const { body } = await send(server, 'GET', '/api/admin/appointment-planner/choices/', {
        headers,
      })
      const { appointment_types: types, sites } = body as Record<string, { id: number }[]>
      return (what === 'sites' ? sites : types)?.some(
        ({ id }) => id === (what === 'sites' ? clinic.site.id : clinic.type.id),
      )
    }
    expect([await offered(desk), await offered(seeing)]).toEqual([false, true])
  })

  test('is told of a type that is disabled, which has no dates and is no choice', async () => {
    const clinic = await openMorning(db)
    await updateRows(db, 'appointment_type', clinic.type.id, { disabled: true })
    const { plan } = await ask(server, desk.headers, { appointment_type_id: clinic.type.id })
    expect(plan).toMatchObject({ appointment_type: { disabled: true }, dates: [] })
    const { text } = await send(server, 'GET', '/api/admin/appointment-planner/choices/', desk)
    expect(text).not.toContain(`${clinic.type.name}"`)
  })
})
