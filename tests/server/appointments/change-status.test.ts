import { beforeEach, expect, test } from 'vitest'
import {
  addReception,
  appointmentPath,
  bookOnline,
  type ClinicDay,
  openClinicDay,
  RECEPTION,
} from '../booking/clinic-day.ts'
import { newestAuditLine, oneRow } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer, setNow } from '../test-server.ts'

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
const act = (
  method: string,
  rest: string,
  body: Record<string, unknown>,
  by: SignedInPerson = reception,
) => by.ask(method, appointmentPath(booked, rest), body)
const complete = (body: Record<string, unknown> = { version: 1 }, by = reception) =>
  act('PUT', 'complete_appointment/', body, by)
const absent = (version = 1) => act('PATCH', 'mark_as_did_not_attend/', { version })
const cancel = (body: Record<string, unknown> = {}) =>
  act('DELETE', '', { cancellation_notes: 'The clinician is ill', ...body })

const said = ({ outcome, body }: Answer) => [outcome, body['detail']]

test('completing says when and by which clinician', async () => {
  itIs('09:20')
  const clinician = await addSignedIn(server, {
    personId: day.first.staff.person_id,
    permissions: RECEPTION,
  })
  const answer = await complete({ version: 1, completed_on: day.at('09:15') }, clinician)
  expect(answer.body).toMatchObject({
    status: 'completed',
    completed: true,
    completed_on: day.at('09:15'),
    completed_by: day.first.staff.person_id,
    completed_by_name: expect.stringMatching(/^Person Number/),
    changeable_until: null,
  })
})

test('completing takes the time that it is; somebody needs no staff record for it', async () => {
  itIs('09:20')
  const answer = await complete()
  const { full_name } = await oneRow(db, 'person', reception.id)
  const said = {
    completed_on: day.at('09:20'),
    completed_by: reception.id,
    completed_by_name: full_name,
  }
  expect(answer.body).toMatchObject(said)
  expect((await send(server, 'GET', appointmentPath(booked), reception)).body).toMatchObject(said)
  const line = await newestAuditLine(db, ['actor_id', 'change'], {
    subject_id: Number(booked.body['id']),
    action: 'appointment.completed',
  })
  expect(line).toEqual({
    actor_id: reception.id,
    change: { status: { from: 'booked', to: 'completed' } },
  })
})

test.each([
  ['before it started', '08:59'],
  ['in the future', '09:21'],
])('completing with a time %s is refused by its field', async (_, time) => {
  itIs('09:20')
  const answer = await complete({ version: 1, completed_on: day.at(time) })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body)).toEqual(['completed_on'])
})

test('cancelling keeps the notes and who it was, and frees the time at once', async () => {
  const answer = await cancel()
  expect(answer.body).toMatchObject({
    status: 'cancelled',
    cancellation_notes: 'The clinician is ill',
    cancelled_by_name: expect.stringMatching(/^Person Number/),
  })
  expect((await bookOnline(server, day, '09:00')).status).toBe(201)
  expect((await cancel()).body).toEqual(answer.body)
})

test('before it started, it is said when it starts', async () => {
  const start = expect.stringMatching(/^This appointment starts at .+ on .+\. It cannot be /)
  expect(said(await complete())).toEqual(['409 conflict', start])
  expect(said(await absent())).toEqual(['409 conflict', start])
})

const again = { complete: () => complete({ version: 2 }), absent: () => absent(2), cancel }
test.each([
  ['cancel', 'complete', 'This appointment was cancelled, so you cannot complete it.'],
  ['cancel', 'absent', 'This appointment was cancelled, so you cannot mark it as did not attend.'],
  ['complete', 'cancel', 'This appointment has taken place, so you cannot cancel it.'],
  [
    'complete',
    'absent',
    'This appointment has taken place, so you cannot mark it as did not attend.',
  ],
  ['complete', 'complete', 'This appointment is already completed.'],
  ['absent', 'cancel', 'The patient did not attend this appointment, so you cannot cancel it.'],
] as const)('after %s, %s is refused with the reason', async (first, second, why) => {
  itIs('09:20')
  await { complete, absent, cancel }[first]()
  expect(said(await again[second]())).toEqual(['409 conflict', why])
})

test('who comes too late is told by whom it was changed, and when', async () => {
  itIs('08:50')
  const cancelled = await cancel({ version: 1 })
  expect(cancelled.body['version']).toBe(2)
  const rival = await addReception(server)
  const late = async (by: SignedInPerson) =>
    said(await act('PATCH', 'mark_as_did_not_attend/', { version: 1 }, by))
  const when = 'cancelled this appointment at '
  const [code, told] = await late(rival)
  expect([code, (await late(reception))[1]]).toEqual([
    '409 stale',
    expect.stringContaining(`You ${when}`),
  ])
  expect(told).toMatch(new RegExp(`^(?!You|The patient).+ ${when}.+\\.$`))
})
