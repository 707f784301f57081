import { beforeEach, describe, expect, test } from 'vitest'
import { auditLines, oneRow } from '../rows.ts'
import { runTestServer, setNow } from '../test-server.ts'
import { type Desk, NOW, OWN, openDesk } from './availability-desk.ts'

let desk: Desk
const server = await runTestServer()
beforeEach(async () => {
  server.services.now = () => NOW
  desk = await openDesk(server)
})

/** Days go by. */
const itIs = (instant: string) => {
  setNow(server, instant)
}

describe('a new availability', () => {
  test('is tomorrow from nine to half past five, once, unless somebody says otherwise', async () => {
    const { ask, staffId, room, type } = desk
    const answer = await ask('POST', 'availabilities/', {
      staff: staffId,
      room: room.id,
      appointment_types: [type.id],
    })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      start_date: '02/06/2027',
      start_time: '09:00',
      end_time: '17:30',
      recurring: false,
      recurring_until: '02/06/2028',
      repeat_every: 1,
      freq: 3,
      weekdays: [0, 1, 2, 3, 4],
      start: '2027-06-02T08:00:00.000Z',
      description: 'Wednesday 2\u00a0June 2027, 9am to 5:30pm',
      version: 1,
      may_change: 'yes',
      may_delete: 'yes',
    })
    expect(await desk.hours()).toEqual(['02 08:00-16:30'])
  })

  test.each([
    [{}, ['29', '30', '31', '02'], 'except bank holidays'],
    [
      { except_holiday_dates: false },
      ['25', '26', '29', '30', '31', '01', '02'],
      'except official bank holidays',
    ],
  ])(
    'leaves out Christmas on a Saturday unless only official days are meant: %j',
    async (choice, left, text) => {
      const answer = await desk.ask(
        'POST',
        'availabilities/',
        desk.daily('2027-12-25', '2028-01-02', { except_bank_holidays: true, ...choice }),
      )
      expect(answer.body['description']).toContain(text)
      const days = (await desk.hours()).map((day) => day.slice(0, 2))
      expect(days).toEqual(left)
    },
  )

  test('leaves out bank holidays and days off, and says so', async () => {
    const answer = await desk.ask(
      'POST',
      'availabilities/',
      desk.daily('2027-08-27', '2027-09-01', {
        except_bank_holidays: true,
        exceptions: ['28/08/2027', '05/09/2027'],
      }),
    )
    expect(answer.body['description']).toBe(
      'Every day, 9am to 5pm, until 1\u00a0September 2027, except bank holidays and 1 other day',
    )
    expect(answer.body['exceptions']).toEqual(['28/08/2027'])
    expect((await desk.hours()).map((day) => day.slice(0, 2))).toEqual(['27', '29', '31', '01'])
  })

  test.each([
    [{ start_date: '31/05/2027' }, { start_date: ['Choose today or a later day'] }],
    [
      { start_date: '01/06/2027', end_time: '10:30' },
      { start_date: ['These hours have passed. Choose a later day'] },
    ],
    [{ room: 2_147_483_647 }, { room: ['Choose a room from the list'] }],
    [
      { appointment_types: [2_147_483_647] },
      { appointment_types: ['Choose from the list: one of these no longer exists'] },
    ],
  ])('%j is refused beside the field', async (changes, problem) => {
    const answer = await desk.ask('POST', 'availabilities/', desk.rule('2027-06-10', changes))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(problem)
    expect(await desk.hours()).toEqual([])
  })

  test('that would be in two places at once is refused by name, date, times and room', async () => {
    await desk.make(desk.rule('2027-06-10'))
    const { ask, rule, otherRoom, site, room } = desk
    const body = rule('2027-06-10', { room: otherRoom.id, start_time: '16:00', end_time: '18:00' })
    const { full_name } = await oneRow(server.database.db, 'person', desk.clinician.id)
    const texts = (await ask('POST', 'availabilities/', body)).body
    expect(texts).toEqual({
      staff: [
        `${full_name} already works on Thursday 10\u00a0June 2027, 9am to 5pm, in ${room.name}, ${site.name}`,
      ],
    })
    const other = await openDesk(server)
    const inRoom = { ...other.rule('2027-06-10'), room: room.id }
    expect((await other.ask('POST', 'availabilities/', inRoom)).body).toEqual({
      room: [
        `${room.name}, ${site.name} is taken on Thursday 10\u00a0June 2027, 9am to 5pm, by ${full_name}`,
      ],
    })
    expect(await desk.hours()).toEqual(['10 08:00-16:00'])
  })

  test('that two people make at once in one room is made once', async () => {
    const other = await openDesk(server)
    const answers = await Promise.all([
      desk.ask('POST', 'availabilities/', desk.daily('2027-06-10', '2027-08-10')),
      other.ask('POST', 'availabilities/', {
        ...other.daily('2027-06-10', '2027-08-10'),
        room: desk.room.id,
      }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(Object.keys(refused?.body ?? {})).toEqual(['room'])
  })
})

describe('a change', () => {
  const put = (id: number, body: object) => desk.ask('PUT', `availabilities/${id}/`, body)

  test('of all with a past leaves the past, and the rule goes on under another number', async () => {
    const { id } = await desk.make(desk.daily('2027-06-02', '2027-06-05'))
    itIs('2027-06-03T20:00:00Z')
    const later = await desk.book('2027-06-04T09:00:00Z')
    const body = { ...desk.daily('2027-06-02', '2027-06-05', { end_time: '12:00' }), version: 1 }
    const answer = await put(id, body)
    expect(answer.body).toMatchObject({ start_date: '04/06/2027', recurring_until: '05/06/2027' })
    const continues = Number(answer.body['id'])
    expect(continues).not.toBe(id)
    expect(await desk.hours()).toEqual([
      '02 08:00-16:00',
      '03 08:00-16:00',
      '04 08:00-11:00',
      '05 08:00-11:00',
    ])
    const { body: old } = await desk.ask('GET', `availabilities/${id}/`)
    expect(old).toMatchObject({ recurring_until: '03/06/2027', end_time: '17:00', version: 2 })
    expect((await desk.appointment(later)).availability_id).toBe(continues)
    const { split_from } = await oneRow(desk.db, 'availability', continues)
    expect(split_from).toBe(id)
  })

  test('of one day gives that day a time of its own', async () => {
    const { id } = await desk.make(desk.daily('2027-06-03', '2027-06-05'))
    const answer = await put(id, {
      ...desk.rule('2027-06-04', { start_time: '12:00' }),
      version: 1,
      scope: 'one',
      date: '04/06/2027',
    })
    expect(answer.body).toMatchObject({
      recurring: false,
      description: expect.stringContaining('12 noon'),
    })
    expect(await desk.hours()).toEqual(['03 08:00-16:00', '04 11:00-16:00', '05 08:00-16:00'])
    const { body } = await desk.ask('GET', `availabilities/${id}/`)
    expect(body).toMatchObject({ exceptions: ['04/06/2027'], version: 2 })
  })

  test('of one day and those after it splits the rule there', async () => {
    const { id } = await desk.make(
      desk.daily('2027-06-03', '2027-06-07', { exceptions: ['04/06/2027', '06/06/2027'] }),
    )
    const answer = await put(id, {
      ...desk.daily('2027-06-03', '2027-06-07'),
      start_time: '10:00',
      version: 1,
      scope: 'following',
      date: '05/06/2027',
    })
    expect(answer.body).toMatchObject({ start_date: '05/06/2027', exceptions: ['06/06/2027'] })
    expect(await desk.hours()).toEqual(['03 08:00-16:00', '05 09:00-16:00', '07 09:00-16:00'])
  })

  test('that clashes changes nothing', async () => {
    await desk.make(
      desk.rule('2027-06-04', { room: desk.otherRoom.id, start_time: '18:00', end_time: '20:00' }),
    )
    const { id } = await desk.make(desk.daily('2027-06-03', '2027-06-05'))
    const before = await desk.hours()
    const answer = await put(id, {
      ...desk.daily('2027-06-03', '2027-06-05', { end_time: '19:00' }),
      version: 1,
    })
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['staff']])
    expect(await desk.hours()).toEqual(before)
  })

  test('made twice of one version is made once; the second is told to look again', async () => {
    const { id } = await desk.make(desk.rule('2027-06-03'))
    const change = (end_time: string) =>
      put(id, { ...desk.rule('2027-06-03', { end_time }), version: 1 })
    const answers = await Promise.all([change('12:00'), change('13:00')])
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['200', '409 stale'])
  })

  test('that sends a rule back as it was read leaves it whole, also once it has begun', async () => {
    const { id } = await desk.make(desk.daily('2027-06-03', '2027-06-06'))
    itIs('2027-06-04T20:00:00Z')
    const { body } = await desk.ask('GET', `availabilities/${id}/`)
    const answer = await put(id, body)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual(body)
    expect(await desk.hours()).toHaveLength(4)
  })
})

describe('deleting', () => {
  const remove = (id: number, body: object) => desk.ask('DELETE', `availabilities/${id}/`, body)

  test('one day makes it a day off', async () => {
    const { id } = await desk.make(desk.daily('2027-06-03', '2027-06-05'))
    const answer = await remove(id, { version: 1, scope: 'one', date: '04/06/2027' })
    expect(answer.status).toBe(204)
    expect(await desk.hours()).toEqual(['03 08:00-16:00', '05 08:00-16:00'])
  })

  test('this and following ends the rule; all of it is gone, or leaves what is over', async () => {
    const { id } = await desk.make(desk.daily('2027-06-03', '2027-06-06'))
    await remove(id, { version: 1, scope: 'following', date: '05/06/2027' })
    expect(await desk.hours()).toEqual(['03 08:00-16:00', '04 08:00-16:00'])
    itIs('2027-06-03T20:00:00Z')
    expect((await remove(id, { version: 2 })).status).toBe(204)
    expect(await desk.hours()).toEqual(['03 08:00-16:00'])
    expect((await desk.ask('GET', `availabilities/${id}/`)).body).toMatchObject({
      recurring_until: '03/06/2027',
    })
    const fresh = await desk.make(desk.rule('2027-06-20'))
    await remove(fresh.id, { version: 1 })
    expect((await desk.ask('GET', `availabilities/${fresh.id}/`)).status).toBe(404)
  })

  test('is on the trail, as making and changing are, without a PIN', async () => {
    const { id } = await desk.make(desk.daily('2027-06-03', '2027-06-05'))
    await desk.ask('PUT', `availabilities/${id}/`, {
      ...desk.daily('2027-06-03', '2027-06-05', { end_time: '18:00' }),
      version: 1,
    })
    await remove(id, { version: 2, scope: 'one', date: '04/06/2027' })
    const trail = await auditLines(desk.db, ['action', 'actor_id', 'change'], {
      subject_type: 'availability',
      subject_id: id,
    })
    expect(trail).toEqual([
      {
        action: 'availability.created',
        actor_id: desk.clinician.id,
        change: { staff_id: desk.staffId },
      },
      { action: 'availability.changed', actor_id: desk.clinician.id, change: { scope: 'all' } },
      {
        action: 'availability.deleted',
        actor_id: desk.clinician.id,
        change: { scope: 'one', date: '2027-06-04' },
      },
    ])
  })
})

describe('the preview', () => {
  const preview = (body: object) => desk.ask('POST', 'availabilities/preview/', body)

  test('tells the rule in words and its next days, also before a type is chosen', async () => {
    const answer = await preview({
      rule: desk.daily('2027-06-03', '2027-06-20', { appointment_types: [], weekdays: [0] }),
    })
    expect(answer.body).toEqual({
      description: 'Every day, Monday only, 9am to 5pm, until 20\u00a0June 2027',
      next: [
        { date: '2027-06-07', start: '2027-06-07T08:00:00.000Z', end: '2027-06-07T16:00:00.000Z' },
        { date: '2027-06-14', start: '2027-06-14T08:00:00.000Z', end: '2027-06-14T16:00:00.000Z' },
      ],
      count: 2,
      clashes: [],
      orphaned: [],
    })
    expect(await desk.hours()).toEqual([])
  })

  test('tells what is in the way, but not the hours that it would itself change', async () => {
    const { id } = await desk.make(desk.daily('2027-06-03', '2027-06-05'))
    const rule = desk.daily('2027-06-03', '2027-06-05', { end_time: '18:00' })
    expect((await preview({ rule, availability_id: id })).body['clashes']).toEqual([])
    expect((await preview({ rule })).body['clashes']).toHaveLength(3)
  })

  test('names no appointments to who may not see those', async () => {
    const permissions = OWN.filter((name) => name !== 'clinic.view_appointment')
    for (const [who, count] of [
      [await openDesk(server), 1],
      [await openDesk(server, permissions), 0],
    ] as const) {
      const { id } = await who.make(who.daily('2027-06-03', '2027-06-05'))
      await who.book('2027-06-04T09:00:00.000Z')
      const answer = await who.ask('POST', 'availabilities/preview/', {
        availability_id: id,
        scope: 'all',
      })
      expect(answer.body['orphaned'], answer.text).toHaveLength(count)
    }
  })

  test('refuses what the write would refuse', async () => {
    const answer = await preview({ rule: desk.rule('2027-05-01') })
    expect(answer.body).toEqual({ start_date: ['Choose today or a later day'] })
    expect((await preview({})).status).toBe(400)
  })
})
