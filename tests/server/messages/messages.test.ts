import ICAL from 'ical.js'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { moveRecords } from '#server/merging/move-records.ts'
import { createMailTransport } from '#server/messages/mail-transport.ts'
import { planReminders } from '#server/messages/plan-reminders.ts'
import { sendMessages } from '#server/messages/send-messages.ts'
import { eventually } from '../../eventually.ts'
import {
  addReception,
  appointmentPath,
  bookOnline,
  type ClinicDay,
  openClinicDay,
} from '../booking/clinic-day.ts'
import { addAppointment, addGuest, addOpening, addPerson, addType } from '../clinic-factory.ts'
import { insertRow, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { runTestServer, setNow, testSettings } from '../test-server.ts'
import { byDay, runMailbox, sendWaiting } from './mailbox.ts'

const server = await runTestServer()
const { db } = server.database
const { taken, behaviour } = await runMailbox(server)
const reception = await addReception(server)

let day: ClinicDay
let booked: Answer
beforeEach(async () => {
  day = await openClinicDay(server)
})

const act = (method: string, rest: string, body: Record<string, unknown>) =>
  reception.ask(method, appointmentPath(booked, rest), body)
const states = async () => {
  const rows = await db.selectFrom('message').select(['event', 'state']).orderBy('id').execute()
  return rows.map(({ event, state }) => `${event} ${state}`)
}
const subjects = () => taken.map(({ subject }) => subject)

function findEvent(mail: (typeof taken)[number] | undefined) {
  const file = mail?.attachments.find(({ contentType }) => contentType === 'application/ics')
  const calendar = new ICAL.Component(ICAL.parse(String(file?.content)))
  const event = calendar.getFirstSubcomponent('vevent')
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event?.getFirstPropertyValue('uid'),
    sequence: Number(event?.getFirstPropertyValue('sequence')),
    status: event?.getFirstPropertyValue('status'),
    organizer: event?.getFirstPropertyValue('organizer'),
  }
}

/** Also on a machine that is busy with other tests. */

describe('what patients are told', () => {
  test.each([
    ['', 'Harbour Clinic <post@harbour.example>', 'mailto:post@harbour.example'],
    ['', 'post@harbour.example', 'mailto:post@harbour.example'],
    ['', undefined, 'mailto:appointments@localhost'],
    ['branch@harbour.example', 'post@harbour.example', 'mailto:branch@harbour.example'],
  ])(
    'branch “%s”, sender %s: invitation and cancellation come from %s',
    async (email, from, organizer) => {
      await updateRows(db, 'site', day.site.id, { email })
      server.services.settings = testSettings(
        from === undefined ? {} : { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: from },
      )
      booked = await bookOnline(server, day, '09:00')
      await sendWaiting(server)
      await act('DELETE', '', { cancellation_notes: 'The clinician is ill' })
      await sendWaiting(server)
      expect(taken.map(findEvent)).toMatchObject([
        { method: 'REQUEST', organizer },
        { method: 'CANCEL', organizer },
      ])
    },
  )

  test('booked, moved and cancelled: each once, with a calendar entry that follows', async () => {
    booked = await bookOnline(server, day, '09:00')
    await sendWaiting(server)
    await act('PUT', '', { version: 1, start: day.at('10:00') })
    await sendWaiting(server)
    await act('DELETE', '', { cancellation_notes: 'The clinician is ill' })
    await sendWaiting(server)
    expect(subjects()).toEqual([
      expect.stringMatching(/^Your appointment on .+ at 9am$/),
      expect.stringMatching(/^Your appointment is now on .+ at 10am$/),
      expect.stringMatching(/^Your appointment on .+ at 10am is cancelled$/),
    ])
    const [one, two, three] = taken.map(findEvent)
    expect([one?.method, two?.method, three?.method]).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
    expect(new Set([one?.uid, two?.uid, three?.uid]).size).toBe(1)
    expect(two?.sequence).toBeGreaterThan(one?.sequence ?? 0)
    expect(three?.sequence).toBeGreaterThan(two?.sequence ?? 0)
    expect(three?.status).toBe('CANCELLED')
    expect(await states()).toEqual(['booked sent', 'rescheduled sent', 'cancelled sent'])
  })

  test('the confirmation says what it costs and what to bring; later ones what to bring', async () => {
    await updateRows(db, 'appointment_type', day.usual.id, {
      what_to_bring: 'Your NHS number.\nYour medicines.',
      prices: JSON.stringify([
        { label: 'NHS', amount: '0.00', for_whom: 'if you are 65 or over' },
        { label: 'Private', amount: '18.00', for_whom: '' },
      ]),
    })
    booked = await bookOnline(server, day, '09:00')
    await sendWaiting(server)
    await act('PUT', '', { version: 1, start: day.at('10:00') })
    await sendWaiting(server)
    const [confirmation, later] = taken
    const costs = 'What it costs:\nNHS, if you are 65 or over: free\nPrivate: £18\n\n'
    const bring = 'What to bring:\nYour NHS number.\nYour medicines.\n\n'
    expect(confirmation?.text).toContain(costs)
    expect(confirmation?.text).toContain(bring)
    expect(String(confirmation?.html)).toContain('Private: £18</p>')
    expect(String(confirmation?.html)).toContain('What to bring:<br>Your NHS number.<br>')
    expect(later?.text).toContain(bring)
    expect(later?.text).not.toContain('What it costs')
  })

  test('another clinician: told to whoever chose theirs, by name and in the calendar', async () => {
    booked = await bookOnline(server, day, '09:00')
    const id = Number(booked.body['id'])
    await sendWaiting(server)
    const to = ({ staff, room }: ClinicDay['first']) => ({ staff_id: staff.id, room_id: room.id })
    const moved = await act('PUT', '', to(day.second))
    expect(moved.status, moved.text).toBe(200)
    await sendWaiting(server)
    expect(await states()).toEqual(['booked sent', 'rescheduled sent'])
    const name = (moved.body['clinician'] as { full_name: string }).full_name
    expect(taken[1]?.text).toContain(`With ${name}`)
    const [one, two] = taken.map(findEvent)
    expect([two?.method, two?.uid]).toEqual(['REQUEST', one?.uid])
    expect(two?.sequence).toBeGreaterThan(one?.sequence ?? 0)
    await updateRows(db, 'appointment', id, { clinician_chosen: false })
    expect((await act('PUT', '', to(day.first))).status).toBe(200)
    expect(await states()).toEqual(['booked sent', 'rescheduled sent'])
  })

  test('the link opens exactly that appointment, and is in no log or table', async () => {
    booked = await bookOnline(server, day, '09:00')
    await sendWaiting(server)
    const [, token] = /#access=([\w-]+)/.exec(taken[0]?.text ?? '') ?? []
    const headers = { 'Guest-User-Access-Token': token ?? '' }
    const path = `/api/public/appointments/${booked.body['id']}/`
    expect((await send(server, 'GET', path, { headers })).body['id']).toBe(booked.body['id'])
    const other = await addAppointment(db, { starts_at: new Date(day.at('11:00')) })
    const wrong = await send(server, 'GET', `/api/public/appointments/${other.id}/`, { headers })
    expect(wrong.outcome).toBe('404 not_found')
    expect(JSON.stringify(await rowsWhere(db, 'message', {}))).not.toContain(token)
    expect(taken[0]?.html).toContain(`#access=${token}`)
  })

  test('names with markup and line breaks stay text', async () => {
    const patient = await addPerson(db, {
      first_name: '<b>Ada\r\nBcc: all@example.test</b>',
      email: 'ada@example.test',
    })
    const type = await addType(db, { name: 'Tea & <i>talk</i>' })
    await addAppointment(db, {
      patient_id: patient.id,
      appointment_type_id: type.id,
      starts_at: new Date(day.at('09:00')),
    })
    await sendWaiting(server)
    expect(taken[0]?.bcc).toBeUndefined()
    expect(taken[0]?.html).toContain('&lt;b&gt;Ada')
    expect(taken[0]?.html).toContain('Tea &amp; &lt;i&gt;talk&lt;/i&gt;')
    expect(taken[0]?.text).toContain('Tea & <i>talk</i>')
  })

  test('a name that is a web address is no link, in text, HTML, header and calendar', async () => {
    const patient = await addPerson(db, {
      first_name: 'https://evil.example/pay?ref=1',
      last_name: 'www.evil.example',
      email: 'ada@example.test',
    })
    const starts_at = new Date(day.at('09:00'))
    await addAppointment(db, { patient_id: patient.id, starts_at })
    await sendWaiting(server)
    const { text, html, to, attachments } = taken[0] ?? {}
    const calendar = attachments?.map(({ content }) => String(content).replaceAll(/\r\n[ \t]/g, ''))
    const all = JSON.stringify([text, html, to, calendar])
    expect(all).toContain('https: //evil. example')
    expect(all).not.toMatch(/evil\.\S|www\.\S|https:\/\/evil/)
  })

  test('a hidden service is not named', async () => {
    const type = await addType(db, { name: 'Fertility', hidden: true })
    const patient = await addPerson(db, { email: 'ada@example.test' })
    await addAppointment(db, {
      patient_id: patient.id,
      appointment_type_id: type.id,
      starts_at: new Date(day.at('09:00')),
    })
    await sendWaiting(server)
    expect(taken).toHaveLength(1)
    const { subject, text, html, attachments } = taken[0] ?? {}
    const calendar = attachments?.map(({ content }) => String(content))
    expect(JSON.stringify([subject, text, html, calendar])).not.toContain('Fertility')
  })
})

describe('one message about the final state', () => {
  test('of five reschedules in a minute', async () => {
    booked = await bookOnline(server, day, '09:00')
    await sendWaiting(server)
    for (const [index, time] of ['09:15', '09:30', '09:45', '10:00', '10:15'].entries()) {
      await act('PUT', '', { version: index + 1, start: day.at(time) })
    }
    await sendWaiting(server)
    expect(subjects().slice(1)).toEqual([expect.stringMatching(/ at 10:15am$/)])
  })

  test('none where it is back where it was, or booked and cancelled before anything was sent', async () => {
    booked = await bookOnline(server, day, '09:00')
    await sendWaiting(server)
    await act('PUT', '', { version: 1, start: day.at('10:00') })
    await act('PUT', '', { version: 2, start: day.at('09:00') })
    await sendWaiting(server)
    expect(await states()).toEqual(['booked sent', 'rescheduled dropped'])
    await act('DELETE', '', { cancellation_notes: '' })
    const { version } = await oneRow(db, 'appointment', Number(booked.body['id']))
    await act('PUT', 'reinstate_appointment/', { version })
    await sendWaiting(server)
    expect(await states()).toEqual(['booked sent', 'rescheduled dropped'])
  })

  test('a move before the confirmation was sent is told with it', async () => {
    booked = await bookOnline(server, day, '09:00')
    await act('PUT', '', { version: 1, start: day.at('10:00') })
    await sendWaiting(server)
    expect(subjects()).toEqual([expect.stringMatching(/^Your appointment on .+ at 10am$/)])
  })
})

describe('what staff decide', () => {
  const version = async () => (await oneRow(db, 'appointment', Number(booked.body['id']))).version
  const booksNine = async () => {
    const guest = await addGuest(db)
    await updateRows(db, 'person', guest.id, { email: 'ada@example.test' })
    booked = await bookOnline(server, day, '09:00', { guest })
    await sendWaiting(server)
    taken.length = 0
    return guest
  }

  test('a change that the patient is not told: the trail says so, and undoing it says nothing', async () => {
    await booksNine()
    const untold = { tell_patient: false }
    await act('PUT', '', { version: await version(), start: day.at('10:00'), ...untold })
    await act('PUT', '', { version: await version(), start: day.at('09:00') })
    await act('DELETE', '', { cancellation_notes: '', ...untold })
    await act('PUT', 'reinstate_appointment/', { version: await version() })
    await sendWaiting(server)
    expect(subjects()).toEqual([])
    expect(await states()).toEqual([
      'booked sent',
      'rescheduled dropped',
      'rescheduled dropped',
      'cancelled dropped',
    ])
    const subject_id = Number(booked.body['id'])
    const trail = await rowsWhere(db, 'audit_event', { subject_type: 'appointment', subject_id })
    expect(
      trail
        .filter(({ change }) => (change as { patient_told?: boolean }).patient_told === false)
        .map(({ action }) => action),
    ).toEqual(['appointment.moved', 'appointment.cancelled'])
  })

  test('another move after one that was not told is told from where the patient knows it', async () => {
    await booksNine()
    await act('PUT', '', { version: await version(), start: day.at('10:00'), tell_patient: false })
    await act('PUT', '', { version: await version(), start: day.at('11:00') })
    await sendWaiting(server)
    expect(subjects()).toEqual([expect.stringMatching(/ at 11am$/)])
  })

  test('a sentence of theirs stands in the message, in that of an earlier change where it waits', async () => {
    await booksNine()
    await act('PUT', '', { version: 1, start: day.at('10:00'), message: 'Amara is ill.' })
    await act('PUT', '', { version: 2, start: day.at('11:00'), message: 'Amara is ill.' })
    await act('PUT', '', { version: 3, start: day.at('10:00'), message: 'Sorry\n<b>twice</b>.' })
    await act('PUT', '', { version: 4, start: day.at('11:00'), message: 'twice</b>.' })
    await sendWaiting(server)
    expect(subjects()).toHaveLength(1)
    expect(taken[0]?.text).toContain('\n\nAmara is ill.\n\nSorry\n<b>twice</b>.\n\ntwice</b>.\n\n')
    expect(taken[0]?.html).toContain('&lt;b&gt;twice')
    expect(taken[0]?.text?.match(/Amara is ill/g)).toHaveLength(1)
    await act('DELETE', '', { cancellation_notes: '', message: 'Please ring us.' })
    await sendWaiting(server)
    expect(taken[1]?.text).toContain('Please ring us.')
  })

  test('a sentence that nothing would carry is refused, and nothing is changed', async () => {
    await booksNine()
    const id = Number(booked.body['id'])
    await updateRows(db, 'appointment', id, { clinician_chosen: false })
    const before = await version()
    const message = 'Hello'
    const refused = await Promise.all([
      act('PUT', '', { version: before, staff_id: day.second.staff.id, message }),
      act('PUT', '', { version: before, notes: 'Other notes', message }),
      act('DELETE', '', { tell_patient: false, message }),
      act('DELETE', '', { message: 'Bell \u0007' }),
      act('DELETE', '', { message: 'x'.repeat(501) }),
    ])
    for (const { status, body } of refused) {
      expect([status, Object.keys(body)]).toEqual([400, ['message']])
    }
    expect(await version()).toBe(before)
  })

  test('a sentence joins no message that does not say it', async () => {
    await booksNine()
    const { id, patient_id, starts_at } = await oneRow(db, 'appointment', Number(booked.body['id']))
    await insertRow(db, 'message', {
      event: 'forms_due',
      appointment_id: id,
      patient_id: Number(patient_id),
      starts_at,
    })
    const refused = await act('PUT', '', { version: 1, notes: 'Other notes', message: 'Hello' })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['message']])
    expect(await oneRow(db, 'message', { event: 'forms_due' })).toMatchObject({ sentence: '' })
  })

  test('a series is booked untold, or with a sentence in each of its messages', async () => {
    const guest = await booksNine()
    const start = new Date(Date.parse(day.at('10:00')) + 7 * 86_400_000)
    await addOpening(db, { ...day.first, types: [day.usual] }, [start, start.getTime() + 7_200_000])
    const series = async (time: string, more: object) =>
      await reception.ask('POST', '/api/admin/appointments/series/', {
        appointment_type_id: day.usual.id,
        start: day.at(time),
        site_id: day.site.id,
        patient_id: guest.id,
        every_weeks: 1,
        times: 2,
        ...more,
      })
    expect((await series('10:00', { tell_patient: false })).status).toBe(201)
    expect((await series('10:30', { message: 'Bring your card.' })).status).toBe(201)
    await sendWaiting(server)
    expect(taken.map(({ text }) => text?.includes('Bring your card.'))).toEqual([true, true])
  })

  test('a missed appointment that is corrected in time leaves nothing, nor one that is not told', async () => {
    await booksNine()
    setNow(server, day.at('09:30'))
    await act('PATCH', 'mark_as_did_not_attend/', { version: await version() })
    await act('PUT', 'reinstate_appointment/', { version: await version() })
    expect(await states()).toEqual(['booked sent'])
    const untold = { version: await version(), tell_patient: false }
    await act('PATCH', 'mark_as_did_not_attend/', untold)
    await sendWaiting(server)
    expect(subjects()).toEqual([])
  })
})

describe('nobody is written to in vain', () => {
  test.each([
    ['has no address', { email: '' }],
    ['is deceased', { is_deceased: true }],
    ['has a closed record', { is_active: false }],
  ])('who %s', async (_, given) => {
    const patient = await addPerson(db, { email: 'ada@example.test', ...given })
    await addAppointment(db, { patient_id: patient.id, starts_at: new Date(day.at('09:00')) })
    await sendWaiting(server)
    expect(taken).toEqual([])
    expect(await states()).toEqual(['booked dropped'])
  })

  test('at the address of a record that has been merged: the message goes to the kept one', async () => {
    const gone = await addPerson(db, { email: 'old@example.test' })
    const kept = await addPerson(db, { email: 'ada@example.test' })
    await addAppointment(db, { patient_id: gone.id, starts_at: new Date(day.at('09:00')) })
    await db.transaction().execute((tx) => moveRecords(tx, gone.id, kept.id, { withAccess: false }))
    await sendWaiting(server)
    expect(taken.map(({ to }) => [to].flat()[0]?.text)).toEqual([
      expect.stringContaining('ada@example.test'),
    ])
  })

  test('without a mail server', async () => {
    server.services.mail = null
    booked = await bookOnline(server, day, '09:00')
    await sendWaiting(server)
    expect(await rowsWhere(db, 'message', {})).toMatchObject([
      { state: 'dropped', note: 'No mail server is set.' },
    ])
  })
})

describe('a mail server in trouble', () => {
  test('one bad address blocks nobody, and is not tried again', async () => {
    const starts_at = new Date(day.at('09:00'))
    for (const email of ['bad@example.test', 'good@example.test']) {
      const patient = await addPerson(db, { email })
      await addAppointment(db, { patient_id: patient.id, starts_at })
    }
    behaviour.recipient = (address) =>
      address.startsWith('bad') ? { code: 550, text: 'No such person' } : null
    await sendWaiting(server)
    expect(await states()).toEqual(['booked failed', 'booked sent'])
    const [failed] = await rowsWhere(db, 'message', { state: 'failed' })
    expect(failed?.note).toContain('No such person')
  })

  test('busy for a while: it is tried later, and sent once', async () => {
    booked = await bookOnline(server, day, '09:00')
    behaviour.recipient = () => ({ code: 451, text: 'Try again later' })
    await sendWaiting(server)
    const [waiting] = await rowsWhere(db, 'message', {})
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(waiting?.due.getTime()).toBeGreaterThan(Date.now() + 30_000)
    behaviour.recipient = () => null
    await sendWaiting(server)
    expect(subjects()).toHaveLength(1)
    expect(await states()).toEqual(['booked sent'])
  })

  test('slow with one address: the others do not wait for it', async () => {
    const starts_at = new Date(day.at('09:00'))
    for (const email of [
      'slow@example.test',
      ...Array.from('abcdefgh', (one) => `${one}@a.test`),
    ]) {
      const patient = await addPerson(db, { email })
      await addAppointment(db, { patient_id: patient.id, starts_at })
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    behaviour.silence = async (address) => {
      if (address.startsWith('slow')) await promise
    }
    const sending = sendWaiting(server)
    await expect.poll(() => taken.length).toBe(8)
    await expect
      .poll(async () => (await states()).filter((state) => state === 'booked sending'))
      .toHaveLength(1)
    resolve()
    await sending
    expect(taken).toHaveLength(9)
  })

  test('away for an hour: nothing is lost, and it is sent once it is back', async () => {
    const away = createMailTransport(
      testSettings({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'post@harbour.example' }),
    )
    const present = server.services.mail
    booked = await bookOnline(server, day, '09:00')
    server.services.mail = away
    const minutes: number[] = []
    for (let tries = 0; tries < 4; tries += 1) {
      await sendWaiting(server)
      const [waiting] = await rowsWhere(db, 'message', { state: 'waiting' })
      minutes.push(Math.round(((waiting?.due.getTime() ?? 0) - Date.now()) / 60_000))
    }
    // The fourth try is 21 minutes after the first, the fifth an hour later.
    expect(minutes).toEqual([1, 5, 15, 60])
    server.services.mail = present
    await sendWaiting(server)
    expect(await states()).toEqual(['booked sent'])
    expect(taken).toHaveLength(1)
  })

  test('after the last try staff are asked', async () => {
    booked = await bookOnline(server, day, '09:00')
    behaviour.recipient = () => ({ code: 451, text: 'Try again later' })
    for (let tries = 0; tries < 8; tries += 1) await sendWaiting(server)
    expect(await states()).toEqual(['booked failed'])
  })

  test('it took the message and then failed: the next has the same Message-ID', async () => {
    booked = await bookOnline(server, day, '09:00')
    behaviour.afterwards = () => ({ code: 451, text: 'Lost it' })
    await sendWaiting(server)
    behaviour.afterwards = () => null
    await sendWaiting(server)
    const ids = taken.map(({ messageId }) => messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('a confirmation does not wait for the reminders that are due before it', async () => {
    for (let number = 0; number < 10; number += 1) {
      const patient = await addPerson(db, { email: `late${number}@example.test` })
      const starts_at = new Date(day.at('09:00'))
      const { id } = await addAppointment(db, { patient_id: patient.id, starts_at })
      await insertRow(db, 'message', {
        event: 'reminder',
        appointment_id: id,
        patient_id: patient.id,
        starts_at,
        lead_minutes: 120,
        due: new Date(Date.now() - 3_600_000),
      })
    }
    await db.deleteFrom('message').where('event', '=', 'booked').execute()
    await bookOnline(server, day, '09:00')
    await sendMessages(byDay(server.services), new AbortController().signal)
    expect(taken).toHaveLength(11)
    const place = taken.findIndex(({ to }) => ![to].flat()[0]?.text.includes('late'))
    // Five are sent at once.
    expect(place).toBeGreaterThanOrEqual(0)
    expect(place).toBeLessThan(5)
  })

  test('reminders give way to the requests of people, and confirmations do not', async () => {
    const starts_at = new Date(day.at('09:00'))
    for (let number = 0; number < 3; number += 1) {
      const patient = await addPerson(db, { email: `late${number}@example.test` })
      const { id } = await addAppointment(db, { patient_id: patient.id, starts_at })
      const due = new Date(Date.now() - 3_600_000)
      const about = { appointment_id: id, patient_id: patient.id, starts_at }
      await insertRow(db, 'message', { event: 'reminder', ...about, lead_minutes: 120, due })
    }
    const { requests } = server.services
    const { promise: quiet, resolve: end } = Promise.withResolvers<void>()
    server.services.requests = { ...requests, none: () => quiet }
    const sending = sendMessages(byDay(server.services), new AbortController().signal)
    // Three confirmations, and the first reminder.
    await expect.poll(() => taken.length).toBe(4)
    expect(await states()).toEqual(
      expect.arrayContaining(['booked sent', 'reminder waiting', 'reminder waiting']),
    )
    end()
    await sending.finally(() => Object.assign(server.services, { requests }))
    expect(taken).toHaveLength(6)
  })

  test('two processes send each message once', async () => {
    const starts_at = new Date(day.at('09:00'))
    for (let number = 0; number < 20; number += 1) {
      const patient = await addPerson(db, { email: `one${number}@example.test` })
      await addAppointment(db, { patient_id: patient.id, starts_at })
    }
    await Promise.all([sendWaiting(server), sendWaiting(server)])
    expect(taken.map(({ to }) => [to].flat()[0]?.text).toSorted()).toEqual(
      [...new Set(taken.map(({ to }) => [to].flat()[0]?.text))].toSorted(),
    )
    expect(taken).toHaveLength(20)
  })
})

describe('reminders', () => {
  /** Booked long ago, at a wall-clock time in London. */
  async function appointmentAt(start: string, reminder_minutes: number[]) {
    const type = await addType(db)
    await updateRows(db, 'appointment_type', type.id, { reminder_minutes })
    const patient = await addPerson(db, { email: 'ada@example.test' })
    const row = await addAppointment(db, {
      patient_id: patient.id,
      appointment_type_id: type.id,
      starts_at: new Date(start),
      created: new Date('2027-01-01T00:00:00Z'),
    })
    await db.deleteFrom('message').execute()
    return row
  }
  const plannedAt = async (now: string) => {
    setNow(server, now)
    return await planReminders(server.services)
  }

  test('three days before by the clock of the clinic, across the change of the clocks', async () => {
    // 10:00 in London, in summer time; the clocks went forward the day before.
    await appointmentAt('2027-03-29T09:00:00Z', [4320])
    expect(await plannedAt('2027-03-26T09:59:00Z')).toBe(0)
    expect(await plannedAt('2027-03-26T10:00:00Z')).toBe(1)
    expect(await plannedAt('2027-03-26T10:01:00Z')).toBe(0)
    await sendWaiting(server)
    expect(subjects()).toEqual([expect.stringMatching(/^Reminder: .+29 March 2027 at 10am$/)])
  })

  test('never at night: the evening before instead', async () => {
    await appointmentAt('2027-02-10T09:00:00Z', [120])
    expect(await plannedAt('2027-02-09T18:59:59Z')).toBe(0)
    expect(await plannedAt('2027-02-09T19:00:37Z')).toBe(1)
  })

  test('each is sent, whenever the appointment is and at whatever second the job looks', async () => {
    const leads = [45, 120, 725, 2_880]
    const first = Date.parse('2027-02-10T00:00:00Z')
    const type = await addType(db)
    await updateRows(db, 'appointment_type', type.id, { reminder_minutes: leads })
    for (let minutes = 0; minutes < 1_440; minutes += 30) {
      await addAppointment(db, {
        patient_id: (await addPerson(db, {})).id,
        appointment_type_id: type.id,
        starts_at: new Date(first + minutes * 60_000),
        created: new Date('2027-01-01T00:00:00Z'),
      })
    }
    await db.deleteFrom('message').execute()
    let written = 0
    for (let minutes = -3_000; minutes < 1_440; minutes += 10) {
      written += await plannedAt(new Date(first + minutes * 60_000 + 37_000).toISOString())
    }
    await updateRows(db, 'appointment_type', type.id, { reminder_minutes: [] })
    expect(written).toBe(leads.length * 48)
  })

  test('a try that comes at night waits for the morning, and one that is urgent does not', async () => {
    await appointmentAt('2027-03-10T12:00:00Z', [960])
    expect(await plannedAt('2027-03-09T19:40:00Z')).toBe(1)
    const sendAt = async (now: string) => {
      setNow(server, now)
      await sendMessages(server.services, new AbortController().signal)
      return subjects().length
    }
    for (const night of ['20:00:00', '22:26:00', '23:59:59']) {
      expect(await sendAt(`2027-03-09T${night}Z`)).toBe(0)
    }
    expect(await sendAt('2027-03-10T07:59:59Z')).toBe(0)
    const patient = await addPerson(db, { email: 'bob@example.test' })
    await addAppointment(db, {
      patient_id: patient.id,
      starts_at: new Date('2027-03-20T09:00:00Z'),
    })
    expect(await sendAt('2027-03-10T07:59:59Z')).toBe(1)
    expect(await sendAt('2027-03-10T08:00:00Z')).toBe(2)
  })

  test('not for a time from which it was moved, nor one that was cancelled', async () => {
    const moved = await appointmentAt('2027-02-10T12:00:00Z', [120])
    const cancelled = await appointmentAt('2027-02-10T12:00:00Z', [120])
    expect(await plannedAt('2027-02-10T10:00:00Z')).toBe(2)
    await updateRows(db, 'appointment', moved.id, { starts_at: new Date('2027-02-11T12:00:00Z') })
    await updateRows(db, 'appointment', cancelled.id, {
      status: 'cancelled',
      cancelled_on: new Date(),
    })
    await sendWaiting(server)
    expect(subjects().filter((subject) => subject?.startsWith('Reminder'))).toEqual([])
  })

  test('each once, though two processes plan it, and not where it was booked later than that', async () => {
    await appointmentAt('2027-02-10T12:00:00Z', [120])
    const late = await appointmentAt('2027-02-10T12:00:00Z', [180])
    await updateRows(db, 'appointment', late.id, { created: new Date('2027-02-10T09:30:00Z') })
    setNow(server, '2027-02-10T10:00:00Z')
    const written = await Promise.all([
      planReminders(server.services),
      planReminders(server.services),
    ])
    expect(written.toSorted()).toEqual([0, 1])
  })
})

test('the watch asks for the job when something is due', async () => {
  const asked = vi.spyOn(server.services.jobs, 'send').mockResolvedValue()
  const { startWorkWatch } = await import('#server/work.ts')
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const stop = startWorkWatch(server.services)
  try {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(asked).not.toHaveBeenCalled()
    await bookOnline(server, day, '09:00')
    await vi.advanceTimersByTimeAsync(3_000)
    await eventually(() => expect(asked).toHaveBeenCalledWith('messages.send'))
  } finally {
    stop()
    vi.useRealTimers()
    asked.mockRestore()
  }
})
