import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { deleteExpiredHolds } from '#server/booking/hold-lifetime.ts'
import { startHousekeeping } from '#server/housekeeping.ts'
import { isTimeFreed, noteAllTimes, offerFreeTimes } from '#server/waiting-list/offer-free-times.ts'
import { some } from '../../amount.ts'
import { eventually } from '../../eventually.ts'
import { addReception, bookOnline, type ClinicDay, openClinicDay } from '../booking/clinic-day.ts'
import {
  addAppointment,
  addCategory,
  addGuest,
  addGuests,
  addOpening,
  addPerson,
  addRoom,
  addSite,
  addToCategories,
  type Guest,
} from '../clinic-factory.ts'
import { mergeRecords } from '../merging/likely-pair.ts'
import { runMailbox, sendWaiting } from '../messages/mailbox.ts'
import { insertRow, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer, setNow } from '../test-server.ts'

/* Time that becomes free is offered to those who wait (docs/decisions/0082). */

const server = await runTestServer()
const { db } = server.database
const { taken } = await runMailbox(server)

let day: ClinicDay
beforeEach(async () => {
  await db.deleteFrom('waiting_list_entry').execute()
  await db.deleteFrom('freed_time').execute()
  await db.deleteFrom('appointment').where('status', '=', 'held').execute()
  await db
    .updateTable('appointment')
    .set({ status: 'cancelled', cancelled_on: new Date() })
    .where('status', '=', 'booked')
    .execute()
  await db.deleteFrom('message').execute()
  await db.deleteFrom('message_template').execute()
  taken.length = 0
  setNow(server, `${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
  day = await openClinicDay(server)
})

const offer = () => offerFreeTimes(server.services)
const asGuest = ({ token }: Pick<Guest, 'token'>) => ({ 'Guest-User-Access-Token': token })

async function addPatient(email = 'ada@example.test'): Promise<Guest> {
  const guest = await addGuest(db)
  await updateRows(db, 'person', guest.id, { email, mobile: '' })
  return guest
}

/** The whole morning of both clinicians: a quarter of an hour each, and at last one that takes all of the second's. */
async function fill(): Promise<Answer[]> {
  const guests = await addGuests(db, 13)
  const begin = Date.parse(day.at('09:00'))
  const booked = await db
    .insertInto('appointment')
    .values(
      guests.map(({ id }, index) => {
        const { staff, room, availability } = index < 12 ? day.first : day.second
        return {
          reference: `FULL-${id}`,
          status: 'booked' as const,
          patient_id: id,
          appointment_type_id: day.usual.id,
          staff_id: staff.id,
          room_id: room.id,
          site_id: day.site.id,
          availability_id: availability.id,
          starts_at: new Date(begin + (index % 12) * 900_000),
          duration: index < 12 ? 15 : 180,
        }
      }),
    )
    .returning(['id', 'patient_id'])
    .execute()
  const tokens = new Map(guests.map(({ id, token }) => [id, token]))
  return booked.map(
    ({ id, patient_id }) =>
      ({
        status: 201,
        body: { id, access_token: tokens.get(Number(patient_id)) },
      }) as unknown as Answer,
  )
}

const cancel = async (answer: Answer) => {
  const headers = { 'Guest-User-Access-Token': String(answer.body['access_token']) }
  const cancelled = await send(server, 'DELETE', `/api/public/appointments/${answer.body['id']}/`, {
    headers,
    body: {},
  })
  expect(cancelled.status, cancelled.text).toBe(200)
  // The database notes it at its own time of day.
  const noted = new Date(server.services.now())
  await db.updateTable('freed_time').set({ noted }).execute()
}

/** As if nothing was free at that moment: who can have a time does not wait. */
async function whileFull(work: () => Promise<Answer>): Promise<Answer> {
  const { settings } = server.services
  server.services.settings = { ...settings, BOOKING_HORIZON_DAYS: 0 }
  return await work().finally(() => Object.assign(server.services, { settings }))
}

const joining = (guest: Pick<Guest, 'token'>, preference: Record<string, unknown>) =>
  send(server, 'POST', '/api/public/waiting-list/', {
    headers: asGuest(guest),
    body: {
      ...(!('appointment_id' in preference) && { appointment_type_id: day.usual.id }),
      until: day.day,
      ...preference,
    },
  })
const join = (guest: Pick<Guest, 'token'>, preference: Record<string, unknown> = {}) =>
  whileFull(() => joining(guest, preference))

type Listed = { id: number; state: string; offer: { id: number; start: string } | null }
const readEntries = async (guest: Pick<Guest, 'token'>): Promise<Listed[]> => {
  const { body } = await send(server, 'GET', '/api/public/waiting-list/', {
    headers: asGuest(guest),
  })
  return body['results'] as Listed[]
}
const offeredTo = async (guest: Pick<Guest, 'token'>) =>
  (await readEntries(guest))[0]?.offer ?? null
const answer = async (
  guest: Pick<Guest, 'token'>,
  how: 'accept' | 'decline',
  { id, offer: of }: Listed,
) =>
  await send(server, 'POST', `/api/public/waiting-list/${id}/offers/${of?.id}/${how}/`, {
    headers: asGuest(guest),
  })
const statusesAt = async (time: string) =>
  (await rowsWhere(db, 'appointment', { starts_at: new Date(day.at(time)) }))
    .map(({ status }) => status)
    .toSorted()
const expireOffers = () =>
  db
    .updateTable('appointment')
    .set({ hold_expires_at: new Date(Date.now() - 1_000) })
    .where('status', '=', 'held')
    .execute()
    .then(() =>
      db
        .updateTable('waiting_list_offer')
        .set({ expires: new Date(Date.now() - 1_000) })
        .where('state', '=', 'open')
        .execute(),
    )

/** Fills the morning, frees its end, and offers that to somebody who waits. */
async function offered() {
  const full = await fill()
  const patient = await addPatient()
  await join(patient)
  await cancel(full[11] as Answer)
  await offer()
  const [entry] = await readEntries(patient)
  expect(entry?.offer).toMatchObject({ start: day.at('11:45') })
  return { patient, entry: entry as Listed }
}

/** The offer has ended, its time is free, and the patient is told. */
async function expectTakenAway() {
  await expectWithdrawn()
  await sendWaiting(server)
  expect(taken.map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^We can no longer keep .+ at 11:45am for you$/),
  )
}

async function expectWithdrawn() {
  expect(await rowsWhere(db, 'appointment', { status: 'held' })).toEqual([])
  expect(await rowsWhere(db, 'waiting_list_offer', {})).toMatchObject([{ state: 'withdrawn' }])
}

describe('from a full day to a booking', () => {
  test('what is cancelled is held for who waits, told by a message whose link takes it', async () => {
    const booked = await fill()
    const patient = await addPatient()
    const joined = await join(patient)
    expect(joined.status, joined.text).toBe(201)
    await offer()
    expect(await offeredTo(patient)).toBeNull()
    await cancel(booked[3] as Answer)
    await offer()
    expect(await offeredTo(patient)).toMatchObject({ start: day.at('09:45') })
    // Nobody else can take it.
    expect((await bookOnline(server, day, '09:45')).body['code']).toBe('slot_taken')
    await sendWaiting(server)
    const letter = taken.find(({ subject }) => subject?.startsWith('A time for you'))
    expect(letter?.text).toContain('9:45am')
    const [, token = ''] = /waiting-list#access=([\w-]+)/.exec(letter?.text ?? '') ?? []
    const [entry] = await readEntries({ token })
    const accepted = await answer({ token }, 'accept', entry as Listed)
    expect(accepted.body).toMatchObject({ state: 'booked', offer: null })
    expect(await statusesAt('09:45')).toEqual(['booked', 'cancelled'])
    // Again, as after a lost answer.
    expect((await answer({ token }, 'accept', entry as Listed)).body).toEqual(accepted.body)
    expect(await rowsWhere(db, 'appointment', { patient_id: patient.id })).toHaveLength(1)
    await sendWaiting(server)
    expect(taken.at(-1)?.subject).toMatch(/^Your appointment|booked/i)
  })

  test('a link opens its own entry alone, and no other record', async () => {
    const [one, other] = [await addPatient(), await addPatient('bo@example.test')]
    const token = String((await join(one)).body['access_token'])
    const theirs = await join(other)
    expect(await readEntries({ token })).toMatchObject([{ state: 'waiting' }])
    const path = `/api/public/waiting-list/${theirs.body['id']}/`
    expect((await send(server, 'DELETE', path, { headers: asGuest({ token }) })).status).toBe(404)
    const record = await send(server, 'GET', '/api/public/check-guest-user/', {
      headers: asGuest({ token }),
    })
    expect(record.status).toBe(401)
  })

  test('who signs in finds the offer with their appointments', async () => {
    const me = await addSignedIn(server)
    await whileFull(() =>
      me.ask('POST', '/api/private/waiting-list/', {
        appointment_type_id: day.usual.id,
        until: day.day,
      }),
    )
    await updateRows(db, 'person', me.id, { email: 'me@example.test' })
    await offer()
    await sendWaiting(server)
    expect(taken[0]?.text).toMatch(/\/waiting-list\n/)
    const { body } = await me.ask('GET', '/api/private/waiting-list/')
    const [entry] = body['results'] as Listed[]
    const path = `/api/private/waiting-list/${entry?.id}/offers/${entry?.offer?.id}/accept/`
    const accepted = await me.ask('POST', path)
    expect(accepted.body, accepted.text).toMatchObject({
      state: 'booked',
      appointment: { start: day.at('09:00') },
    })
  })
})

describe('an earlier time than an appointment', () => {
  /** A full morning, and the patient of one of its appointments, who waits for an earlier time. */
  async function waitForEarlier(place: number) {
    const booked = await fill()
    const own = booked[place] as Answer
    const id = Number(own.body['id'])
    const token = String(own.body['access_token'])
    const patientId = Number((await oneRow(db, 'appointment', id)).patient_id)
    await updateRows(db, 'person', patientId, { email: 'own@example.test' })
    const joined = await join({ token }, { appointment_id: id })
    expect(joined.status, joined.text).toBe(201)
    return { booked, own, id, token, patientId, link: String(joined.body['access_token']) }
  }

  test('moves it there in one step, and gives its own time to the next', async () => {
    const { booked, id, patientId, link } = await waitForEarlier(11)
    const next = await addPatient()
    await join(next)
    await cancel(booked[0] as Answer)
    await offer()
    const [entry] = await readEntries({ token: link })
    expect(entry?.offer).toMatchObject({ start: day.at('09:00') })
    const accepted = await answer({ token: link }, 'accept', entry as Listed)
    expect(accepted.body, accepted.text).toMatchObject({
      state: 'booked',
      appointment: { id, start: day.at('09:00') },
    })
    expect(await rowsWhere(db, 'appointment', { patient_id: patientId })).toHaveLength(1)
    await offer()
    expect(await offeredTo(next)).toMatchObject({ start: day.at('11:45') })
  })

  test('is never a later one, and ends with the appointment', async () => {
    const { booked, own } = await waitForEarlier(2)
    await cancel(booked[7] as Answer)
    await offer()
    expect(await rowsWhere(db, 'waiting_list_offer', {})).toEqual([])
    await cancel(own)
    expect(await rowsWhere(db, 'waiting_list_entry', {})).toMatchObject([{ state: 'left' }])
  })

  test('that is offered goes to the next once the appointment is earlier by itself', async () => {
    const { booked, own, id, token, link } = await waitForEarlier(11)
    await cancel(booked[6] as Answer)
    await offer()
    expect(await offeredTo({ token: link })).toMatchObject({ start: day.at('10:30') })
    await cancel(booked[1] as Answer)
    // Nobody else waits, and they have an offer: it is for everybody.
    await offer()
    const moved = await send(server, 'PUT', `/api/public/appointments/${id}/`, {
      headers: asGuest({ token }),
      body: { version: own.body['version'], start: day.at('09:15'), site_id: day.site.id },
    })
    expect(moved.status, moved.text).toBe(200)
    expect(await readEntries({ token: link })).toMatchObject([{ state: 'waiting', offer: null }])
    expect(await rowsWhere(db, 'waiting_list_offer', {})).toMatchObject([{ state: 'withdrawn' }])
  })
})

describe('a patient who books the same service while a time is offered', () => {
  const bookFor = (patient: number) =>
    addAppointment(db, {
      patient_id: patient,
      appointment_type_id: day.usual.id,
      starts_at: new Date(day.at('08:00')),
    })

  test('keeps what they booked: the offer is withdrawn, and an earlier time is waited for', async () => {
    const { patient, entry } = await offered()
    const { id } = await bookFor(patient.id)
    expect(await offeredTo(patient)).toBeNull()
    expect((await answer(patient, 'accept', entry)).outcome).toBe('409 conflict')
    expect(await oneRow(db, 'appointment', id)).toMatchObject({
      status: 'booked',
      starts_at: new Date(day.at('08:00')),
    })
    expect(await rowsWhere(db, 'waiting_list_offer', {})).toMatchObject([{ state: 'withdrawn' }])
    expect(await rowsWhere(db, 'waiting_list_entry', {})).toMatchObject([
      { state: 'waiting', appointment_id: id },
    ])
  })

  test('keeps it when a merge brings both together, and is not asked again', async () => {
    const { patient, entry } = await offered()
    const same = { first_name: 'Rosa', last_name: 'Bothways', dob: '1983-02-11' }
    await updateRows(db, 'person', patient.id, same)
    const kept = await addPerson(db, { ...same, email: 'kept@example.test' })
    const { id } = await bookFor(kept.id)
    await mergeRecords(server, kept.id, patient.id)
    expect(await rowsWhere(db, 'waiting_list_offer', {})).toMatchObject([{ state: 'withdrawn' }])
    await noteAllTimes(server.services)
    await offer()
    expect(await rowsWhere(db, 'waiting_list_offer', { state: 'open' })).toEqual([])
    expect(await oneRow(db, 'appointment', id)).toMatchObject({ status: 'booked' })
    expect(entry.state).toBe('waiting')
  })

  test('is told when an earlier time would replace it', async () => {
    const patient = await addPatient()
    const full = await fill()
    const late = await addAppointment(db, {
      patient_id: patient.id,
      appointment_type_id: day.usual.id,
      starts_at: new Date(day.at('16:00')),
    })
    await join(patient, { appointment_id: late.id })
    await cancel(full[4] as Answer)
    await offer()
    await sendWaiting(server)
    const told = taken.find(({ subject }) => subject?.startsWith('A time for you'))
    expect(told?.text).toContain('it replaces your appointment at 4pm on')
  })
})

describe('a service that is switched off while a time is offered', () => {
  test.each(some([{ disabled: true }, { hidden: true }], 1))(
    '%j: the time is free, and the patient is told',
    async (off) => {
      await offered()
      await sendWaiting(server)
      await updateRows(db, 'appointment_type', day.usual.id, off)
      await expectTakenAway()
    },
  )
})

describe('a category of a service that is switched off while a time is offered', () => {
  afterEach(async () => {
    await db.deleteFrom('appointment_type_category').execute()
  })

  test.each(some([{ disabled: true }, { hidden: true }], 1))(
    '%j: the offer ends with the last of its categories, and the patient is told',
    async (off) => {
      const above = await addCategory(db, { rght: 4 })
      const { tree_id } = above
      const below = await addCategory(db, {
        tree_id,
        parent_id: above.id,
        level: 1,
        lft: 2,
        rght: 3,
      })
      const other = await addCategory(db)
      await addToCategories(db, day.usual.id, [below.id, other.id])
      await offered()
      await sendWaiting(server)
      await updateRows(db, 'appointment_category', other.id, off)
      expect(await rowsWhere(db, 'waiting_list_offer', {})).toMatchObject([{ state: 'open' }])
      await updateRows(db, 'appointment_category', above.id, off)
      await expectTakenAway()
    },
  )
})

describe('an offer that nobody can take any more', () => {
  const ofFirst = () => ({ availability_id: day.first.availability.id })
  const losses: [string, () => Promise<unknown>][] = [
    [
      'hours',
      () => updateRows(db, 'availability_occurrence', ofFirst(), { ends_at: day.at('11:00') }),
    ],
    [
      'room',
      async () => {
        const { id } = await addRoom(db, day.site.id)
        await updateRows(db, 'availability', day.first.availability.id, { room_id: id })
      },
    ],
    [
      'service',
      () =>
        db
          .deleteFrom('availability_appointment_type')
          .where('availability_id', '=', day.first.availability.id)
          .execute(),
    ],
    [
      'competency',
      async () => {
        const { id } = await insertRow(db, 'competency', { name: `Late ${day.usual.id}` })
        const needed = { appointment_type_id: day.usual.id, competency_id: id }
        await insertRow(db, 'appointment_type_competency', needed)
      },
    ],
  ]
  test.each(some(losses, 1))(
    'for want of its %s is withdrawn, and the patient told',
    async (what, lose) => {
      await offered()
      await sendWaiting(server)
      expect(await isTimeFreed(server.services)).toBe(false)
      await lose()
      // A competency is found when all times are looked at.
      expect(await isTimeFreed(server.services)).toBe(what !== 'competency')
      await offer()
      await expectTakenAway()
    },
  )
})

test.each([{ is_deceased: true }, { is_active: false }])(
  'a time that is offered is free again when nobody can book for the patient: %j',
  async (person) => {
    const { patient } = await offered()
    await updateRows(db, 'person', patient.id, person)
    await expectWithdrawn()
  },
)

describe('who comes first', () => {
  test.each([
    ['let pass', 'This time is no longer kept for you. You are still on the waiting list.'],
    ['declined', 'You have declined this time. We will tell you about the next one.'],
  ])('an offer that was %s cannot be taken, and says so', async (how, detail) => {
    const patient = await addPatient()
    await join(patient)
    await offer()
    const [entry] = await readEntries(patient)
    await (how === 'declined' ? answer(patient, 'decline', entry as Listed) : expireOffers())
    const refused = await answer(patient, 'accept', entry as Listed)
    expect(refused.body).toMatchObject({ code: 'conflict', detail })
  })

  test.each([
    ['has another branch in mind', async () => ({ site_ids: [(await addSite(db)).site.id] })],
    ['comes in the afternoon', async () => ({ from_time: '14:00' })],
    [
      'comes on other days',
      async () => ({
        days: [1, 2, 3, 4, 5, 6, 7].filter((each) => each !== (new Date(day.day).getUTCDay() || 7)),
      }),
    ],
    [
      'cannot wait so long',
      async () => ({
        until: new Date(Date.parse(day.day) - 86_400_000).toISOString().slice(0, 10),
      }),
    ],
  ])('who %s is passed over', async (_, preference) => {
    const [first, second] = [await addPatient(), await addPatient('bo@example.test')]
    await join(first, await preference())
    await join(second)
    await offer()
    expect(await offeredTo(first)).toBeNull()
    expect(await offeredTo(second)).toMatchObject({ start: day.at('09:00') })
  })

  test('who cannot be told is left to staff, and the deceased are not asked', async () => {
    const patients = [await addPatient(''), await addPatient('bo@example.test')]
    for (const patient of patients) await join(patient)
    await updateRows(db, 'person', patients[1]?.id ?? 0, { is_deceased: true })
    await offer()
    expect(await rowsWhere(db, 'waiting_list_offer', {})).toEqual([])
  })

  test.each([
    ['a mobile number where no text service is set', { email: '', mobile: '07700 900 123' }],
    ['a landline', { email: '', mobile: '01632 960 100' }],
    ['the message switched off', { email: 'ada@example.test' }],
  ])('%s: no time is held, and the list says that they cannot be told', async (reason, person) => {
    const full = await fill()
    const first = await addPatient()
    await updateRows(db, 'person', first.id, person)
    const second = await addPatient('bob@example.test')
    await join(first)
    await join(second)
    if (reason === 'the message switched off') {
      await insertRow(db, 'message_template', {
        name: 'Offers',
        event: 'offer',
        channel: 'email',
        is_sent: false,
      })
    }
    await cancel(full[0] as Answer)
    await offer()
    const list = async () => {
      const { body } = await (await addReception(server, ['clinic.view_waiting_list'])).ask(
        'GET',
        '/api/admin/clinic/waiting-list/',
      )
      return (body['results'] as { can_be_told: boolean }[]).map(({ can_be_told }) => can_be_told)
    }
    const isOff = reason === 'the message switched off'
    expect(await list()).toEqual([false, !isOff])
    expect(await offeredTo(first)).toBeNull()
    expect((await offeredTo(second)) === null).toBe(isOff)
  })

  test('nobody is asked at night: in the morning instead', async () => {
    const patient = await addPatient()
    await join(patient)
    setNow(server, `${new Date().toISOString().slice(0, 10)}T22:30:00Z`)
    await offer()
    expect(await offeredTo(patient)).toBeNull()
    setNow(server, `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`)
    await offer()
    expect(await offeredTo(patient)).not.toBeNull()
  })

  test('nobody is offered a time at which they have another appointment', async () => {
    const patient = await addPatient()
    const elsewhere = await openClinicDay(server)
    await bookOnline(server, elsewhere, '09:00', { guest: patient })
    await join(patient)
    await offer()
    expect(await offeredTo(patient)).toMatchObject({ start: day.at('09:15') })
  })
})

describe('time that became free and that somebody waits for', () => {
  const listedFor = async () => {
    const path = `/api/public/weekly-availability/?appointment_type_slug=${day.usual.slug}&week=${day.day}`
    const { body } = await send(server, 'GET', path)
    return (body['days'] as { slots: { start: string }[] }[]).flatMap(({ slots }) =>
      slots.map(({ start }) => start),
    )
  }
  const holdAt = (time: string) =>
    send(server, 'POST', '/api/public/slot-holds/', { body: day.slot(time) })

  test('is not for visitors until the list has looked; staff may book it', async () => {
    const full = await fill()
    const patient = await addPatient()
    await join(patient, { from_time: '10:00' })
    await cancel(full[3] as Answer)
    await cancel(full[11] as Answer)
    // Nobody waits for the first.
    expect(await listedFor()).toEqual([day.at('09:45')])
    expect((await holdAt('11:45')).outcome).toBe('409 slot_taken')
    expect((await bookOnline(server, day, '11:45')).outcome).toBe('409 slot_taken')
    await offer()
    expect(await offeredTo(patient)).toMatchObject({ start: day.at('11:45') })
    await answer(patient, 'decline', (await readEntries(patient))[0] as Listed)
    await offer()
    expect(await listedFor()).toEqual([day.at('09:45'), day.at('11:45')])
    expect((await holdAt('11:45')).status).toBe(201)
  })

  const noteNow = () =>
    db
      .updateTable('freed_time')
      .set({ noted: new Date(server.services.now()) })
      .execute()

  test('is not what a visitor held, which was free before', async () => {
    const full = await fill()
    await cancel(full[11] as Answer)
    await join(await addPatient())
    const { body } = await holdAt('11:45')
    await send(server, 'DELETE', `/api/public/slot-holds/${body['id']}/`, {
      headers: { 'Slot-Hold-Token': String(body['token']) },
    })
    await noteNow()
    expect(await listedFor()).toContain(day.at('11:45'))
    expect((await holdAt('11:45')).status).toBe(201)
  })

  test('is what was offered and given back, for the next person', async () => {
    const full = await fill()
    const [first, next] = [await addPatient(), await addPatient('bea@example.test')]
    await join(first)
    await join(next)
    await cancel(full[11] as Answer)
    await offer()
    await answer(first, 'decline', (await readEntries(first))[0] as Listed)
    await noteNow()
    expect(await listedFor()).toEqual([])
    await offer()
    expect(await offeredTo(next)).toMatchObject({ start: day.at('11:45') })
    await expireOffers()
    await deleteExpiredHolds(db).execute()
    await noteNow()
    expect(await listedFor()).toEqual([])
  })

  test('is for everybody after some minutes, where the queue is down', async () => {
    const full = await fill()
    await join(await addPatient())
    await cancel(full[11] as Answer)
    expect(await listedFor()).toEqual([])
    const noon = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
    setNow(server, new Date(noon).toISOString())
    await db
      .updateTable('freed_time')
      .set({ noted: new Date(noon - 120_000) })
      .execute()
    expect(await listedFor()).toEqual([])
    await db
      .updateTable('freed_time')
      .set({ noted: new Date(noon - 240_000) })
      .execute()
    expect(await listedFor()).toEqual([day.at('11:45')])
  })

  test('at night is for everybody some minutes after the morning begins', async () => {
    const full = await fill()
    await join(await addPatient())
    await cancel(full[11] as Answer)
    const at = (time: string, back: number) =>
      new Date(Date.parse(day.at(time)) - back * 86_400_000)
    for (const [now, noted, times] of [
      ['22:00', at('21:58', 2), []],
      ['03:00', at('21:00', 3), []],
      ['08:02', at('21:00', 3), []],
      ['08:04', at('21:00', 3), ['11:45']],
    ] as const) {
      setNow(server, at(now, 2).toISOString())
      await db.updateTable('freed_time').set({ noted }).execute()
      expect(await listedFor(), `at ${now}`).toEqual(times.map((time) => day.at(time)))
    }
  })
})

describe('time becomes free', () => {
  const waiting = async () => {
    const booked = await fill()
    const patient = await addPatient()
    await join(patient)
    await offer()
    expect(await offeredTo(patient)).toBeNull()
    return { booked, patient }
  }

  test('by new hours', async () => {
    const { patient } = await waiting()
    await addOpening(db, { ...day.first, types: [day.usual] }, [day.at('13:00'), day.at('14:00')])
    await offer()
    expect(await offeredTo(patient)).toMatchObject({ start: day.at('13:00') })
  })

  test('by a move', async () => {
    const { booked, patient } = await waiting()
    await cancel(booked[10] as Answer)
    await updateRows(db, 'appointment', Number(booked[0]?.body['id']), {
      starts_at: new Date(day.at('11:30')),
    })
    await offer()
    expect(await offeredTo(patient)).toMatchObject({ start: day.at('09:00') })
  })

  test('by a hold that is given back', async () => {
    const { booked, patient } = await waiting()
    await cancel(booked[4] as Answer)
    // As if the list had looked, and nobody had waited yet.
    await db.deleteFrom('freed_time').execute()
    const held = await send(server, 'POST', '/api/public/slot-holds/', {
      body: day.slot('10:00'),
    })
    await offer()
    expect(await offeredTo(patient)).toBeNull()
    await send(server, 'DELETE', `/api/public/slot-holds/${held.body['id']}/`, {
      headers: { 'Slot-Hold-Token': String(held.body['token']) },
    })
    await offer()
    expect(await offeredTo(patient)).toMatchObject({ start: day.at('10:00') })
  })

  test('and nothing is noted while nobody waits', async () => {
    const [first] = await fill()
    await cancel(first as Answer)
    expect(await rowsWhere(db, 'freed_time', {})).toEqual([])
  })

  test('and what is offered passes on when its patient leaves', async () => {
    const { booked, patient } = await waiting()
    const next = await addPatient('bo@example.test')
    await join(next)
    await cancel(booked[6] as Answer)
    await offer()
    const [entry] = await readEntries(patient)
    const left = await send(server, 'DELETE', `/api/public/waiting-list/${entry?.id}/`, {
      headers: asGuest(patient),
    })
    expect(left.status).toBe(204)
    expect(await readEntries(patient)).toEqual([])
    await offer()
    expect(await offeredTo(next)).toMatchObject({ start: day.at('10:30') })
  })

  test('and an offer whose hours are lost is withdrawn when it is taken', async () => {
    const patient = await addPatient()
    await join(patient)
    await offer()
    const [entry] = await readEntries(patient)
    await db
      .deleteFrom('availability_occurrence')
      .where('availability_id', 'in', [day.first.availability.id, day.second.availability.id])
      .execute()
    expect((await answer(patient, 'accept', entry as Listed)).body['code']).toBe('slot_taken')
    expect(await rowsWhere(db, 'waiting_list_offer', {})).toMatchObject([{ state: 'withdrawn' }])
    expect(await readEntries(patient)).toMatchObject([{ state: 'waiting', offer: null }])
  })
})

describe('joining', () => {
  test('twice changes what is waited for and keeps the place', async () => {
    const patient = await addPatient()
    const first = await join(patient)
    const second = await join(patient, {
      from_time: '10:00',
      days: [1, 3],
      site_ids: [day.site.id],
    })
    expect(second.body).toMatchObject({
      id: first.body['id'],
      joined: first.body['joined'],
      from_time: '10:00',
      days: [1, 3],
      sites: [{ id: day.site.id }],
      access_token: first.body['access_token'],
    })
    expect(await rowsWhere(db, 'waiting_list_entry', {})).toHaveLength(1)
  })

  test('is refused for a sixth service, a day that is over, an unknown branch or a hidden service', async () => {
    const patient = await addPatient()
    for (let number = 0; number < 5; number += 1) {
      const { usual } = await openClinicDay(server)
      expect((await join(patient, { appointment_type_id: usual.id })).status).toBe(201)
    }
    expect((await join(patient)).body['code']).toBe('conflict')
    const other = await addPatient()
    expect((await join(other, { until: '2020-01-01' })).body).toHaveProperty('until')
    expect((await join(other, { until: '2150-01-01' })).body).toHaveProperty('until')
    expect((await join(other, { site_ids: [999_999] })).body).toHaveProperty('site_ids')
    expect((await join(other, { days: [] })).body).toHaveProperty('days')
    expect((await join(other, { from_time: '12:00', to_time: '11:00' })).status).toBe(400)
    expect((await join(other, { from_time: '12:21', to_time: '12:22' })).body).toEqual({
      to_time: ['Choose at least an hour'],
    })
    await updateRows(db, 'appointment_type', day.usual.id, { hidden: true })
    expect((await join(other)).status).toBe(404)
  })

  test('is refused while a time is free that fits, and names it', async () => {
    await fill()
    const patient = await addPatient()
    const [booked] = await rowsWhere(db, 'appointment', {
      starts_at: new Date(day.at('10:30')),
      status: 'booked',
    })
    await updateRows(db, 'appointment', booked?.id ?? 0, {
      status: 'cancelled',
      cancelled_on: new Date(),
    })
    const refused = await joining(patient, {})
    expect(refused.outcome).toBe('409 conflict')
    expect(refused.body['detail']).toMatch(/^You do not need to wait: 10:30am on .+ is free\./)
    expect(refused.body['free_times']).toEqual([
      { start: day.at('10:30'), site: expect.objectContaining({ slug: expect.any(String) }) },
    ])
    expect((await joining(patient, { to_time: '10:00' })).status).toBe(201)
    expect(await rowsWhere(db, 'appointment', { status: 'held' })).toEqual([])
  })

  test('is limited for one address and one network, whoever is named', async () => {
    await fill()
    const tried = await Promise.all(
      Array.from(
        { length: 12 },
        async (_, number) =>
          (await joining(await addPatient(`one+${number}@example.test`), {})).status,
      ),
    )
    expect(tried.filter((status) => status === 201)).toHaveLength(10)
    const others = await Promise.all(
      Array.from(
        { length: 14 },
        async (_, number) =>
          (await joining(await addPatient(`n${number}@example.test`), {})).status,
      ),
    )
    expect(others.filter((status) => status === 201)).toHaveLength(10)
  })

  test.each([
    ['two for one address', (index: number) => `one+${index}@example.test`, 2],
    ['five for one network', (index: number) => `n${index}@example.test`, 5],
  ])('has so many offers open at once: %s', async (_name, emailOf, most) => {
    for (let index = 0; index < most + 2; index += 1) await join(await addPatient(emailOf(index)))
    await offer()
    await offer()
    expect(await rowsWhere(db, 'waiting_list_offer', { state: 'open' })).toHaveLength(most)
    expect(await rowsWhere(db, 'waiting_list_entry', { state: 'waiting' })).toHaveLength(most + 2)
  })

  test('counts neighbours of one IPv6 line as one network', async () => {
    const { settings } = server.services
    server.services.settings = { ...settings, TRUSTED_PROXIES: 1, BOOKING_HORIZON_DAYS: 0 }
    for (const end of ['1', 'ffff:2']) {
      await send(server, 'POST', '/api/public/waiting-list/', {
        headers: { ...asGuest(await addPatient()), 'X-Forwarded-For': `2001:db8::${end}` },
        body: { appointment_type_id: day.usual.id, until: day.day },
      })
    }
    server.services.settings = settings
    const from = (await rowsWhere(db, 'waiting_list_entry', {})).map((row) => row.joined_from)
    expect(from).toEqual(['2001:db8:0:0::/64', '2001:db8:0:0::/64'])
  })

  test('ends after its last day', async () => {
    const patient = await addPatient()
    const today = new Date().toISOString().slice(0, 10)
    await join(patient, { until: today })
    setNow(server, `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`)
    await offer()
    expect(await rowsWhere(db, 'waiting_list_entry', {})).toMatchObject([{ state: 'expired' }])
  })
})

test('what ended long ago is deleted; the message about it stays', async () => {
  const patient = await addPatient()
  await join(patient)
  await offer()
  const [entry] = await readEntries(patient)
  await answer(patient, 'accept', entry as Listed)
  await join(await addPatient('bo@example.test'))
  const [, other] = await rowsWhere(db, 'waiting_list_entry', {})
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await updateRows(db, 'waiting_list_entry', Number(entry?.id), { ended: daysAgo(91) })
  await updateRows(db, 'waiting_list_entry', Number(other?.id), {
    ended: daysAgo(89),
    state: 'left',
  })

  vi.useFakeTimers({ toFake: ['setInterval'] })
  const stop = startHousekeeping(server.services, null)
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
  })
  await vi.advanceTimersByTimeAsync(60_000)
  await eventually(async () =>
    expect(await rowsWhere(db, 'waiting_list_entry', {})).toMatchObject([{ id: other?.id }]),
  )
  expect(await rowsWhere(db, 'message', { event: 'offer' })).toHaveLength(1)
})

describe('staff', () => {
  const path = '/api/admin/clinic/waiting-list/'
  const staff = () =>
    addReception(server, ['clinic.view_waiting_list', 'clinic.change_waiting_list'])

  test('see who is where and why, and offer by hand', async () => {
    const booked = await fill()
    const [first, second] = [await addPatient(''), await addPatient('bo@example.test')]
    await join(first, { from_time: '11:00' })
    await join(second)
    const { ask } = await staff()
    const listed = await ask('GET', path)
    expect(listed.body, listed.text).toMatchObject({
      count: 2,
      results: [
        { position: 1, can_be_told: false, patient: { id: first.id }, offer: null },
        { position: 2, can_be_told: true, patient: { id: second.id }, declined: 0 },
      ],
    })
    await cancel(booked[1] as Answer)
    const id = (listed.body['results'] as Listed[])[0]?.id
    const times = await ask('GET', `${path}${id}/times/`)
    expect(times.body['results']).toMatchObject([{ start: day.at('09:15'), is_other: true }])
    const offered = await ask('POST', `${path}${id}/offers/`, {
      start: day.at('09:15'),
      site_id: day.site.id,
    })
    expect(offered.body, offered.text).toMatchObject({ offer: { start: day.at('09:15') } })
    const again = await ask('POST', `${path}${id}/offers/`, {
      start: day.at('09:15'),
      site_id: day.site.id,
    })
    expect(again.body['code']).toBe('conflict')
    expect((await ask('GET', `${path}?offered=yes`)).body['results']).toHaveLength(1)
    const taking = `${path}${id}/offers/${(offered.body['offer'] as { id: number }).id}/`
    expect((await ask('DELETE', taking)).status).toBe(204)
    expect((await ask('DELETE', taking)).body['code']).toBe('conflict')
    await offer()
    expect(await offeredTo(second)).toMatchObject({ start: day.at('09:15') })
    expect((await ask('DELETE', `${path}${id}/`)).status).toBe(204)
    expect((await ask('GET', path)).body['count']).toBe(1)
  })

  test('answer for a patient whom no message reaches', async () => {
    await fill()
    const patient = await addPatient('')
    await join(patient)
    const { ask, id: staffPersonId } = await staff()
    const [{ id } = { id: 0 }] = await readEntries(patient)
    const offerAt = async (start: string) => {
      await db.deleteFrom('appointment').where('starts_at', '=', new Date(start)).execute()
      const { body, text } = await ask('POST', `${path}${id}/offers/`, {
        start,
        site_id: day.site.id,
      })
      expect(body, text).toMatchObject({ offer: { start } })
      return `${path}${id}/offers/${(body['offer'] as { id: number }).id}/`
    }
    const declined = await offerAt(day.at('09:15'))
    expect((await ask('POST', `${declined}decline/`)).body).toMatchObject({
      state: 'waiting',
      offer: null,
    })
    const taken = await offerAt(day.at('09:30'))
    for (const _time of ['once', 'again']) {
      const { body, text } = await ask('POST', `${taken}accept/`)
      expect(body, text).toMatchObject({
        state: 'booked',
        appointment: { start: day.at('09:30') },
      })
    }
    expect(await rowsWhere(db, 'appointment', { patient_id: patient.id })).toMatchObject([
      { status: 'booked', starts_at: new Date(day.at('09:30')) },
    ])
    expect(
      (await rowsWhere(db, 'audit_event', { patient_id: patient.id, actor_id: staffPersonId })).map(
        ({ action }) => action,
      ),
    ).toEqual(
      expect.arrayContaining([
        'waiting_list.declined',
        'waiting_list.accepted',
        'appointment.booked',
      ]),
    )
  })

  test('are told why a patient cannot take what is offered', async () => {
    const [booked] = await fill()
    const patient = await addPatient()
    await join(patient)
    await cancel(booked as Answer)
    await offer()
    const [entry] = await readEntries(patient)
    await addAppointment(db, {
      patient_id: patient.id,
      starts_at: new Date(day.at('09:00')),
    })
    const { ask } = await staff()
    const refused = await ask('POST', `${path}${entry?.id}/offers/${entry?.offer?.id}/accept/`)
    expect(refused.body).toMatchObject({ code: 'conflict' })
    expect(refused.body['detail']).toMatch(/another appointment/)
  })

  test('put a patient on the list, who keeps the place and can answer by a link', async () => {
    const booked = await fill()
    const patient = await addPatient()
    const { ask } = await staff()
    const add = (body: Record<string, unknown> = {}) =>
      ask('POST', path, {
        patient_id: patient.id,
        appointment_type_id: day.usual.id,
        until: day.day,
        ...body,
      })
    const added = await add({ from_time: '11:00' })
    expect(added.status, added.text).toBe(201)
    expect(added.body).toMatchObject({ patient: { id: patient.id }, position: 1, offer: null })
    const again = await add()
    expect(again.body).toMatchObject({ id: added.body['id'], from_time: '00:00' })
    await cancel(booked[2] as Answer)
    await offer()
    await sendWaiting(server)
    const text = taken.find(({ subject }) => subject?.startsWith('A time for you'))?.text ?? ''
    const [, token = ''] = /waiting-list#access=([\w-]+)/.exec(text) ?? []
    const [entry] = await readEntries({ token })
    expect((await answer({ token }, 'accept', entry as Listed)).body).toMatchObject({
      state: 'booked',
    })
    await updateRows(db, 'person', patient.id, { is_deceased: true })
    expect((await add()).body).toEqual({
      patient_id: [expect.stringMatching(/another patient/)],
    })
  })
})

describe('a merge', () => {
  test('takes the place along; the link answers for its entry and tells nothing of the other', async () => {
    const same = { first_name: 'Rosa', last_name: 'Waitfield', dob: '1983-02-11' }
    const guest = await addPatient('rosa@example.test')
    await updateRows(db, 'person', guest.id, same)
    const kept = await addPerson(db, { ...same, email: 'r.waitfield@example.test' })
    const joined = await join(guest)
    const link = { token: String(joined.body['access_token']) }
    const { undo } = await mergeRecords(server, kept.id, guest.id)
    expect(await rowsWhere(db, 'waiting_list_entry', {})).toMatchObject([
      { patient_id: kept.id, state: 'waiting' },
    ])
    await offer()
    const [entry] = await readEntries(link)
    const accepted = await answer(link, 'accept', entry as Listed)
    expect(accepted.body).toMatchObject({ state: 'booked' })
    expect(accepted.text).not.toContain('waitfield@')
    const [appointment] = await rowsWhere(db, 'appointment', { patient_id: kept.id })
    expect(await rowsWhere(db, 'appointment_access', { issued_to: kept.id })).toEqual([])
    const opened = await send(server, 'GET', `/api/public/appointments/${appointment?.id}/`, {
      headers: asGuest(link),
    })
    expect(opened.status).toBe(401)
    await undo()
    expect(await rowsWhere(db, 'waiting_list_access', { issued_to: guest.id })).toHaveLength(1)
  })

  /** A guest who waits, merged into another record; and how to undo it. */
  async function mergedWaiting(preference: Record<string, unknown> = {}, guest?: Guest) {
    const same = {
      first_name: 'Rosa',
      last_name: `W${Math.random()}`.replace('0.', ''),
      dob: '1983-02-11',
    }
    const waiting = guest ?? (await addPatient('rosa@example.test'))
    await updateRows(db, 'person', waiting.id, same)
    const me = await addSignedIn(server, { person: { ...same, email: 'kept@example.test' } })
    const joined = guest ? null : await join(waiting, preference)
    return {
      guest: waiting,
      me,
      link: { token: String(joined?.body['access_token']) },
      ...(await mergeRecords(server, me.id, waiting.id)),
    }
  }

  test('gives the link nothing of what the other person books, and can be undone after that', async () => {
    const { guest, me, link, undo } = await mergedWaiting()
    const own = await me.ask('POST', '/api/private/appointments/', day.slot('11:45'))
    expect(own.status, own.text).toBe(201)
    expect(await rowsWhere(db, 'waiting_list_entry', {})).toMatchObject([
      { patient_id: me.id, appointment_id: own.body['id'] },
    ])
    await offer()
    const [open] = await rowsWhere(db, 'waiting_list_offer', { state: 'open' })
    const [entry] = await readEntries(link)
    expect(entry).toMatchObject({ state: 'waiting', appointment: null, offer: null })
    for (const how of ['accept', 'decline'] as const) {
      const withheld = { ...(entry as Listed), offer: { id: open?.id ?? 0, start: '' } }
      expect((await answer(link, how, withheld)).body['code']).toBe('conflict')
    }
    expect((await oneRow(db, 'appointment', Number(own.body['id']))).starts_at).toEqual(
      new Date(day.at('11:45')),
    )
    await undo()
    expect(await rowsWhere(db, 'waiting_list_entry', {})).toMatchObject([
      { patient_id: guest.id, appointment_id: null, state: 'waiting' },
    ])
  })

  test('lets a link to an appointment join for that one, and take over no other place', async () => {
    const guest = await addPatient('rosa@example.test')
    const booked = await bookOnline(server, day, '11:30', { guest })
    const { me } = await mergedWaiting({}, guest)
    const theirs = await whileFull(() =>
      me.ask('POST', '/api/private/waiting-list/', {
        appointment_type_id: day.usual.id,
        until: day.day,
        from_time: '10:00',
      }),
    )
    const joined = await join(
      { token: String(booked.body['access_token']) },
      { appointment_id: Number(booked.body['id']) },
    )
    expect(joined.status, joined.text).toBe(201)
    expect(joined.body['id']).not.toBe(theirs.body['id'])
    expect(await oneRow(db, 'waiting_list_entry', Number(theirs.body['id']))).toMatchObject({
      from_time: '10:00:00',
      state: 'waiting',
    })
  })
})

test.each(['books', 'moves'])(
  'who %s is told that their own other appointment is in the way',
  async (what) => {
    const guest = await addPatient()
    const preference: Record<string, unknown> = {}
    if (what === 'moves') {
      const booked = await bookOnline(server, day, '11:45', { guest })
      preference['appointment_id'] = Number(booked.body['id'])
    }
    const link = { token: String((await join(guest, preference)).body['access_token']) }
    await offer()
    const [entry] = await readEntries(link)
    expect(entry?.offer?.start).toBe(day.at('09:00'))
    await addAppointment(db, { starts_at: new Date(day.at('09:00')), patient_id: guest.id })
    const accepted = await answer(link, 'accept', entry as Listed)
    expect(accepted.body).toMatchObject({
      code: 'conflict',
      detail: 'You already have an appointment at this time.',
    })
    expect(await offeredTo(link)).toEqual(entry?.offer)
  },
)

test('the clinician who was offered is the one of the moved appointment', async () => {
  const booked = await bookOnline(server, day, '11:45')
  const id = Number(booked.body['id'])
  const token = String(booked.body['access_token'])
  const { patient_id } = await oneRow(db, 'appointment', id)
  await updateRows(db, 'person', Number(patient_id), { email: 'late@example.test' })
  // The first clinician, whom the patient knows, is taken at nine until after the offer.
  const other = await bookOnline(server, day, '09:00')
  const link = {
    token: String(
      (await join({ token }, { appointment_id: id, to_time: '09:00' })).body['access_token'],
    ),
  }
  await offer()
  await cancel(other)
  const [entry] = await readEntries(link)
  expect((await answer(link, 'accept', entry as Listed)).status).toBe(200)
  expect((await oneRow(db, 'appointment', id)).staff_id).toBe(day.second.staff.id)
})
