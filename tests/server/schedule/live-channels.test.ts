import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { announce } from '#server/schedule/announce.ts'
import { eventually } from '../../eventually.ts'
import { addGuest, openMorning, toSlot } from '../clinic-factory.ts'
import { insertRow, oneRow, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addClinicianUser, addSignedIn, addStaffUser, sessionHeaders } from '../signed-in.ts'
import { startTestServer } from '../test-server.ts'
import { startTwoInstances } from '../two-instances.ts'
import { type LiveSocket, openLive } from './live-socket.ts'

/* Two instances on one database: what happens at one is heard at both. */

/** Looks every half second whether everybody is still there. */
const instances = await startTwoInstances([6, 4])
const { database, one, other } = instances
const asking = await startTestServer({ database, pingMs: 500 })
const clinician = await addClinicianUser(one, [
  'clinic.view_appointment',
  'clinic.view_other_appointments',
])
// From here on both hear each other: what is told when they begin is out of the way.
for (const [at, from] of [
  [one, other],
  [other, one],
] as const) {
  const live = await openLive(at, clinician.headers)
  await eventually(() => {
    announce(from.services, {
      staff_id: 1,
      room_id: 1,
      starts_at: new Date(0),
      ends_at: new Date(1),
    })
    expect(live.messages).toContainEqual(expect.objectContaining({ staff_ids: [1] }))
  })
  live.socket.terminate()
}
afterAll(async () => {
  await asking.stop()
  await instances.stop()
})

const sockets: LiveSocket[] = []
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.terminate()
})
const open = async (...given: Parameters<typeof openLive>) => {
  const live = await openLive(...given)
  sockets.push(live)
  return live
}

type Clinic = Awaited<ReturnType<typeof openMorning>>
const firstStaffId = (clinic: Clinic) => clinic.staff[0]?.id ?? 0

describe('another person’s change arrives', () => {
  test('held, given back, booked and cancelled, at either instance, without a personal word', async () => {
    const clinic = await openMorning(database.db)
    const here = await open(one, clinician.headers)
    const there = await open(other, clinician.headers)
    const heard = async () => {
      for (const live of [here, there]) {
        await live.hears(firstStaffId(clinic), clinic.day)
        live.messages.length = 0
      }
    }
    const body = toSlot(clinic)
    const hold = await send(one, 'POST', '/api/public/slot-holds/', { body })
    await heard()
    const headers = { 'Slot-Hold-Token': String(hold.body['token']) }
    await send(one, 'DELETE', `/api/public/slot-holds/${hold.body['id']}/`, { headers })
    await heard()
    const guest = { 'Guest-User-Access-Token': (await addGuest(database.db)).token }
    const booked = await send(other, 'POST', '/api/public/appointments/', { body, headers: guest })
    await eventually(() => expect(here.messages.length).toBeGreaterThan(0))
    expect(here.messages).toEqual([
      {
        type: 'schedule.changed',
        dates: [clinic.day],
        staff_ids: [firstStaffId(clinic)],
        room_ids: [expect.any(Number)],
      },
    ])
    await heard()
    await send(other, 'DELETE', `/api/public/appointments/${booked.body['id']}/`, {
      body: { cancellation_notes: '' },
      headers: guest,
    })
    await heard()
  })

  test('a crowd’s changes are a few messages', async () => {
    const live = await open(other, clinician.headers)
    const start = new Date('2030-03-01T09:00:00Z')
    const ends_at = new Date('2030-03-02T09:00:00Z')
    for (let staff_id = 1; staff_id <= 200; staff_id += 1) {
      announce(one.services, { staff_id, room_id: 1, starts_at: start, ends_at })
    }
    await live.hears(200, '2030-03-02')
    expect(live.messages).toHaveLength(1)
    for (let staff_id = 1; staff_id <= 2_000; staff_id += 1) {
      announce(one.services, { staff_id, room_id: 2, starts_at: start, ends_at })
    }
    await eventually(() => expect(live.messages.at(-1)?.staff_ids).toEqual([]))
    expect(live.messages.at(-1)?.dates).toEqual(['2030-03-01', '2030-03-02'])
  })

  test('after the database broke off: everybody is told to look, and messages go on', async () => {
    const clinic = await openMorning(database.db)
    const live = await open(other, clinician.headers)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'carelane schedule_changed'`.execute(
      database.db,
    )
    await eventually(() =>
      expect(live.messages).toContainEqual({
        type: 'schedule.changed',
        dates: [],
        staff_ids: [],
        room_ids: [],
      }),
    )
    live.messages.length = 0
    await send(one, 'POST', '/api/public/slot-holds/', { body: toSlot(clinic) })
    await eventually(() => expect(live.messages).not.toEqual([]))
  })
})

describe('whoever sees only their own schedule', () => {
  const at = (staff_id: number, room_id: number, day: string) => ({
    staff_id,
    room_id,
    starts_at: new Date(`${day}T09:00:00Z`),
    ends_at: new Date(`${day}T10:00:00Z`),
  })
  const told = (dates: string[], staff_ids: number[], room_ids: number[]) => ({
    type: 'schedule.changed',
    dates,
    staff_ids,
    room_ids,
  })
  type Watched = { live: LiveSocket; staffId: number | null }
  /** What they hear of what is told at once, until they hear of a day of their own, or of anything. */
  async function hears({ live, staffId }: Watched, ...changed: Parameters<typeof at>[]) {
    const watcher = await open(one, clinician.headers)
    live.messages.length = 0
    announce(one.services, ...changed.map((each) => at(...each)))
    const [last, , day] = changed.at(-1) ?? [0, 0, '']
    await watcher.hears(last, day)
    const mark = staffId === null ? told([], [], []) : told(['2000-01-01'], [staffId], [1])
    one.services.live.announce({
      dates: mark.dates,
      staffIds: mark.staff_ids,
      roomIds: mark.room_ids,
    })
    await eventually(() => expect(live.messages).toContainEqual(mark))
    watcher.socket.terminate()
    return live.messages.slice(0, -1)
  }
  const watched = async (permissions: Permission[], instance = other) => {
    const person = await addClinicianUser(one, permissions)
    return { ...person, live: await open(instance, person.headers) }
  }
  const colleague = 900_001

  test('hears of that alone: no other clinician, room or day', async () => {
    const me = await watched(['clinic.view_appointment'])
    const own = me.staffId ?? 0
    expect(await hears(me, [colleague, 5, '2031-03-01'])).toEqual([])
    expect(await hears(me, [own, 6, '2031-03-02'])).toEqual([told(['2031-03-02'], [own], [6])])
    // Gathered with somebody else's, it only says that something has changed.
    const gathered = await hears(me, [colleague, 5, '2031-03-03'], [own, 6, '2031-03-04'])
    expect(gathered).toEqual([told([], [], [])])
    const reception = await addStaffUser(one, ['clinic.view_appointment'])
    const desk = { staffId: null, live: await open(other, reception.headers) }
    expect(await hears(desk, [own, 6, '2031-03-05'])).toEqual([])
  })

  test('from when the permission for others’ is gone, until it is given again', async () => {
    const others = 'clinic.view_other_appointments'
    const me = await watched(['clinic.view_appointment', others], asking)
    const ofColleague = [{ staff_ids: [colleague] }]
    expect(await hears(me, [colleague, 5, '2031-04-01'])).toMatchObject(ofColleague)
    const permission = await oneRow(database.db, 'permission', { name: others })
    const held = { person_id: me.id, permission_id: permission.id }
    await database.db
      .deleteFrom('person_permission')
      .where('person_id', '=', me.id)
      .where('permission_id', '=', permission.id)
      .execute()
    await eventually(async () => expect(await hears(me, [colleague, 5, '2031-04-02'])).toEqual([]))
    await insertRow(database.db, 'person_permission', held)
    await eventually(async () =>
      expect(await hears(me, [colleague, 5, '2031-04-03'])).toMatchObject(ofColleague),
    )
    expect(me.live.socket.readyState).toBe(me.live.socket.OPEN)
  })
})

describe('who may listen', () => {
  const refusal = (...given: Parameters<typeof openLive>) =>
    open(...given).then(
      () => 'let in',
      (error: Error) => error.message.match(/\d{3}/)?.[0],
    )

  test('nobody without a session, a patient, or staff who may not see appointments', async () => {
    const patient = await addSignedIn(one, { permissions: ['clinic.view_appointment'] })
    const staff = await addSignedIn(one, { clinician: true })
    const madeUp = { Cookie: 'carelane-session=made-up' }
    // Opened and closed: a page is not told why it was refused, and would try again for ever.
    for (const headers of [{}, madeUp, patient.headers, staff.headers]) {
      const live = await open(one, headers)
      announce(one.services, {
        staff_id: 1,
        room_id: 1,
        starts_at: new Date(0),
        ends_at: new Date(1),
      })
      expect(await live.closed).toBe(4401)
      expect(live.messages).toEqual([])
    }
  })

  test('a caller who is refused and does not close the connection loses it', async () => {
    const { hostname, port } = new URL(one.url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    socket.on('error', () => undefined)
    const lines = ['GET /ws/clinic/ HTTP/1.1', `Host: ${hostname}`, 'Connection: Upgrade']
    socket.write(`${[...lines, 'Upgrade: websocket'].join('\r\n')}\r\n\r\n`)
    await once(socket.resume(), 'end')
    // Nobody takes anything there any more.
    await eventually(() => {
      socket.write('x')
      expect(socket.destroyed).toBe(true)
    })
  })

  test('a caller who is turned away, answers nothing and breaks the rules is cut off', async () => {
    const live = await open(one, {})
    // A frame that no client may send: it is not masked.
    const { _socket } = live.socket as unknown as { _socket: Duplex }
    _socket.write(Buffer.from([0x81, 0x01, 0x78]))
    _socket.pause()
    const other = await open(one, clinician.headers)
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    _socket.resume()
    expect([1006, 4401]).toContain(await live.closed)
  })

  test('no other site’s page, and none that does not say where it is from', async () => {
    expect(await refusal(one, clinician.headers, 'https://elsewhere.example')).toBe('403')
    expect(await refusal(one, clinician.headers, null)).toBe('403')
    expect(await refusal(one, clinician.headers, 'null')).toBe('403')
    for (const site of ['cross-site', 'same-site']) {
      const elsewhere = { ...clinician.headers, 'Sec-Fetch-Site': site }
      expect(await refusal(one, elsewhere)).toBe('403')
    }
  })

  test('a session has twenty at most', async () => {
    const busy = { headers: await sessionHeaders(one, clinician.accountId) }
    for (let count = 0; count < 20; count += 1) await open(one, busy.headers)
    expect(await refusal(one, busy.headers)).toBe('429')
    expect(await refusal(one, clinician.headers)).toBe('let in')
  })

  test('another address with an Upgrade header is answered as ever', async () => {
    const status = await new Promise((resolve, reject) => {
      get(
        `${one.url}/api/public/gpsurgeries/`,
        { headers: { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c' } },
        (response) => resolve(response.resume().statusCode),
      ).on('error', reject)
    })
    expect(status).toBe(200)
  })
})

describe('an open channel ends', () => {
  test('with the permission', async () => {
    const reader = await addClinicianUser(one, ['clinic.view_appointment'])
    const live = await open(asking, reader.headers)
    await database.db.deleteFrom('person_permission').where('person_id', '=', reader.id).execute()
    expect(await live.closed).toBe(4401)
  })

  test('when the other side is gone without a word, or talks', async () => {
    const gone = await open(asking, clinician.headers)
    // No answer to a ping: as from a machine that was unplugged.
    gone.socket.pong = () => undefined
    Object.assign(gone.socket, { _autoPong: false })
    expect(await gone.closed).toBe(1006)
    const talking = await open(one, clinician.headers)
    talking.socket.send('{"type":"hello"}')
    expect(await talking.closed).toBe(1008)
  })

  test('when the server stops', async () => {
    const third = await startTestServer({ database })
    const live = await open(third, clinician.headers)
    await third.stop()
    expect(await live.closed).toBe(1001)
  })
})

test('a session is not kept alive by a schedule that is merely open', async () => {
  const reader = await addClinicianUser(one, ['clinic.view_appointment'])
  const live = await open(asking, reader.headers)
  await updateRows(
    database.db,
    'session',
    { account_id: reader.accountId },
    { last_seen: sql<Date>`now() - interval '2 hours'` },
  )
  expect(await live.closed).toBe(4401)
})
