import { beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import {
  addReception,
  appointmentPath,
  bookOnline,
  type ClinicDay,
  openClinicDay,
} from '../booking/clinic-day.ts'
import { insertRow, newestAuditLine, oneRow } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import type { SignedInPerson } from '../signed-in.ts'
import { runTestServer, setNow } from '../test-server.ts'

const MAY_CORRECT: Permission = 'clinic.change_outcome'

let day: ClinicDay
let booked: Answer
const server = await runTestServer()
const { db } = server.database
const reception = await addReception(server)
beforeEach(async () => {
  day = await openClinicDay(server)
  booked = await bookOnline(server, day, '09:00')
})

const itIs = (time: string) => setNow(server, day.at(time))
const act = (method: string, rest: string, body: object, by = reception) =>
  by.ask(method, appointmentPath(booked, rest), body)
const read = () => send(server, 'GET', appointmentPath(booked), reception)
const cancel = () => act('DELETE', '', { cancellation_notes: 'Rang', version: 1 })
const absent = () => act('PATCH', 'mark_as_did_not_attend/', { version: 1 })
const complete = (outcome_ids: number[] = []) =>
  act('PUT', 'complete_appointment/', { version: 1, outcome_ids })
const reinstate = (body: object = {}, by = reception) =>
  act('PUT', 'reinstate_appointment/', { version: 2, ...body }, by)

const said = ({ outcome, body }: Answer) => [outcome, body['detail']]
const readName = async ({ id }: SignedInPerson) => (await oneRow(db, 'person', id)).full_name
const trail = () =>
  newestAuditLine(db, ['action', 'actor_id', 'change'], {
    subject_type: 'appointment',
    subject_id: Number(booked.body['id']),
  })

/** As if it had been done that long ago. */
const minutesAgo = async (minutes: number, action: string) => {
  await insertRow(db, 'audit_event', {
    at: new Date(Date.now() - minutes * 60_000),
    actor_id: reception.id,
    actor_role: 'staff',
    action,
    subject_type: 'appointment',
    subject_id: Number(booked.body['id']),
    source: '',
  })
}

describe('one’s own change, undone at once,', () => {
  test.each([
    ['cancelled', cancel],
    ['did_not_attend', absent],
    ['completed', complete],
  ] as const)('is booked again: %s', async (status, change) => {
    itIs('09:20')
    const changed = (await change()).body
    expect(changed).toMatchObject({
      status,
      status_change: { by_name: await readName(reception), undo_until: expect.any(String) },
    })
    expect(changed['may']).toEqual({
      complete: status === 'did_not_attend',
      mark_as_did_not_attend: false,
      reschedule: false,
      change_type: false,
      change_duration: false,
      cancel: false,
      write_notes: true,
      undo: true,
      correct: false,
    })
    const answer = await reinstate()
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      id: booked.body['id'],
      status: 'booked',
      may: { reschedule: true, cancel: true, undo: false, correct: false },
      start: day.at('09:00'),
      completed: false,
      completed_on: null,
      completed_by: null,
      cancelled_on: null,
      cancellation_notes: '',
      status_change: {
        by_name: await readName(reception),
        reinstated: true,
        undo_until: null,
      },
    })
    expect(await trail()).toEqual({
      action: 'appointment.reinstated',
      actor_id: reception.id,
      change: {
        status: { from: status, to: 'booked' },
        ...(status === 'cancelled' && { cancellation_notes: 'Rang' }),
      },
    })
  })

  test('takes its outcomes back, and the trail keeps them', async () => {
    itIs('09:20')
    const outcome = await insertRow(db, 'appointment_outcome', {
      name: `Advice ${booked.body['id']}`,
    })
    await insertRow(db, 'appointment_type_outcome', {
      appointment_type_id: day.usual.id,
      appointment_outcome_id: outcome.id,
    })
    expect((await complete([outcome.id])).body['outcomes']).toHaveLength(1)
    expect((await reinstate()).body['outcomes']).toEqual([])
    expect((await trail()).change).toEqual({
      status: { from: 'completed', to: 'booked' },
      outcome_ids: [outcome.id],
    })
  })

  test('can be followed by what was meant', async () => {
    itIs('09:20')
    await complete()
    await reinstate()
    const answer = await act('PATCH', 'mark_as_did_not_attend/', { version: 3 })
    expect(answer.body).toMatchObject({ status: 'did_not_attend' })
  })
})

describe('a cancellation is undone only while the time is free:', () => {
  test('somebody has booked it since', async () => {
    await cancel()
    await bookOnline(server, day, '09:00')
    const answer = await reinstate()
    expect(answer.outcome).toBe('409 slot_taken')
    expect(answer.body['detail']).toMatch(
      /^The clinician already has an appointment for Ada Guest\S+ from 9am to 9:15am\.$/,
    )
    expect((await read()).body).toMatchObject({
      status: 'cancelled',
      cancellation_notes: 'Rang',
      version: 2,
    })
  })

  test('the hours are gone', async () => {
    await cancel()
    await db
      .deleteFrom('availability_occurrence')
      .where('availability_id', '=', day.first.availability.id)
      .execute()
    expect((await reinstate()).outcome).toBe('409 slot_taken')
  })

  test('of many who want it at once, one gets it', async () => {
    await cancel()
    const answers = await Promise.all([
      reinstate(),
      bookOnline(server, day, '09:00'),
      bookOnline(server, day, '09:00'),
      bookOnline(server, day, '09:00'),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 300 || status === 409)).toBe(true)
  })
})

describe('a later correction', () => {
  test('takes the permission', async () => {
    itIs('09:20')
    await absent()
    const rival = await addReception(server)
    const refused = ['403 not_allowed', expect.stringContaining('for 10 minutes')]
    expect(said(await reinstate({ reason: 'Came after all' }, rival))).toEqual(refused)
    await minutesAgo(11, 'appointment.did_not_attend')
    expect((await read()).body['status_change']).toMatchObject({ undo_until: null })
    expect(said(await reinstate({ reason: 'Came after all' }))).toEqual(refused)
  })

  test('takes a reason, which the trail keeps', async () => {
    itIs('09:20')
    await absent()
    const lead = await addReception(server, [MAY_CORRECT])
    const without = await reinstate({ reason: ' ' }, lead)
    expect([without.status, Object.keys(without.body)]).toEqual([400, ['reason']])
    const answer = await reinstate({ reason: 'Came after all' }, lead)
    expect(answer.body, answer.text).toMatchObject({ status: 'booked' })
    expect((await trail()).change).toEqual({
      status: { from: 'did_not_attend', to: 'booked' },
      reason: 'Came after all',
    })
  })

  test('of a cancellation is possible on a day that is over', async () => {
    await cancel()
    server.services.now = () => Date.parse(day.at('09:00')) + 3 * 86_400_000
    const lead = await addReception(server, [MAY_CORRECT])
    const answer = await reinstate({ reason: 'Came after all' }, lead)
    expect(answer.body, answer.text).toMatchObject({ status: 'booked' })
  })

  test('is not made of what is booked, or was changed since', async () => {
    expect(said(await reinstate({ version: 1 }))).toEqual([
      '409 conflict',
      'This appointment is already booked.',
    ])
    await cancel()
    expect((await reinstate({ version: 1 })).outcome).toBe('409 stale')
  })
})

test('every status says who gave it, and when', async () => {
  const change = async () => (await read()).body['status_change']
  expect(await change()).toEqual({
    at: expect.any(String),
    by_name: booked.body['patient_name'] ?? expect.stringMatching(/^Ada Guest/),
    reinstated: false,
    undo_until: null,
  })
  itIs('09:20')
  await absent()
  expect(await change()).toMatchObject({
    at: expect.any(String),
    by_name: await readName(reception),
  })
})
