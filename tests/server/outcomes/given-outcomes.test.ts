import { beforeEach, expect, test } from 'vitest'
import { makeRecord } from '../admin/resource-samples.ts'
import {
  addReception,
  appointmentPath,
  bookOnline,
  type ClinicDay,
  openClinicDay,
} from '../booking/clinic-day.ts'
import { insertRow, newestChange } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer, setNow } from '../test-server.ts'

/* What came of an appointment: of what its type offers, in the version of that moment, for good. */

let day: ClinicDay
let booked: Answer
let advice: Answer['body']
const server = await runTestServer()
const { db } = server.database
const reception = await addReception(server, ['clinic.view_appointmentoutcome'])
const admin = await addSignedIn(server, { person: { is_superuser: true } })
beforeEach(async () => {
  day = await openClinicDay(server)
  booked = await bookOnline(server, day, '09:00')
  setNow(server, day.at('09:20'))
  advice = await offered('Given advice')
})

let sequence = 0
/** An outcome that the day's type offers. */
async function offered(name: string, given = {}): Promise<Answer['body']> {
  sequence += 1
  const made = await makeRecord(server, 'appointmentoutcomes', {
    name: `${name} ${sequence}`,
    ...given,
  })
  await insertRow(db, 'appointment_type_outcome', {
    appointment_type_id: Number(booked.body['appointment_type_id']),
    appointment_outcome_id: made.id,
  })
  return made
}
const toId = (outcome: Answer['body']) => Number(outcome['id'])

const complete = (outcomeIds: readonly number[], version = 1) =>
  reception.ask('PUT', appointmentPath(booked, 'complete_appointment/'), {
    version,
    outcome_ids: outcomeIds,
  })
const read = () => reception.ask('GET', appointmentPath(booked))
const edit = (outcome: Answer['body'], changed: object) =>
  admin.ask('PUT', `/api/admin/appointmentoutcomes/${toId(outcome)}/`, {
    name: outcome['name'],
    template_code: '',
    template_path: '',
    archived: false,
    keep_version: false,
    revision: outcome['revision'],
    ...changed,
  })
const given = (outcome: Answer['body'], more = {}) => ({
  id: outcome['id'],
  name: outcome['name'],
  url: outcome['url'],
  version: 1,
  subversion: 0,
  has_letter: false,
  ...more,
})

test('whoever completes it chooses from what its type offers, and it says so from then on', async () => {
  const referred = await offered('A referral')
  const archived = await offered('Not used any more', { archived: true })
  const { body } = await read()
  expect(body['offered_outcomes']).toEqual([referred, advice].map(({ id, name }) => ({ id, name })))
  expect(toId(archived)).not.toBe(toId(advice))
  const answer = await complete([toId(advice), toId(referred), toId(advice)])
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body['outcomes']).toEqual([given(referred), given(advice)])
  expect((await read()).body['outcomes']).toEqual([given(referred), given(advice)])
  const change = await newestChange(db, 'appointment.completed', Number(booked.body['id']))
  expect(change).toMatchObject({
    outcome_ids: [toId(advice), toId(referred), toId(advice)],
    status: { to: 'completed' },
  })
})

test('the patient reads them by name, without what only staff see', async () => {
  await complete([toId(advice)])
  const token = String(booked.body['access_token'])
  const answer = await send(server, 'GET', `/api/public/appointments/${booked.body['id']}/`, {
    headers: { 'Guest-User-Access-Token': token },
  })
  const { url: _, ...shown } = given(advice)
  expect(answer.body['outcomes']).toEqual([shown])
  expect(answer.body).not.toHaveProperty('offered_outcomes')
})

test('an appointment keeps the version that it was given, however it is edited or archived later', async () => {
  await complete([toId(advice)])
  const corrected = await edit(advice, { name: 'Gave advice', keep_version: true })
  expect(corrected.body).toMatchObject({ version: 1, subversion: 1 })
  const another = await edit(corrected.body, { template_code: 'Dear patient', archived: true })
  expect(another.body).toMatchObject({ version: 2, subversion: 0 })
  expect((await read()).body).toMatchObject({ outcomes: [given(advice)], offered_outcomes: [] })
  const again = await edit(another.body, { archived: false })
  expect(again.body).toMatchObject({ version: 3, template_code: '', archived: false })
  expect((await read()).body['outcomes']).toEqual([given(advice)])
})

test.each([
  ['is archived', () => offered('Referred', { archived: true })],
  ['another type offers', () => makeRecord(server, 'appointmentoutcomes')],
])('one that %s is refused at its field, and nothing is completed', async (_, outcome) => {
  const refused = await outcome()
  const answer = await complete([toId(advice), toId(refused)])
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({
    outcome_ids: [expect.stringContaining(`Not offered: ${refused['name']}`)],
  })
  expect((await read()).body).toMatchObject({ status: 'booked', outcomes: [], version: 1 })
})

test('one that is not there is refused at its field', async () => {
  const answer = await complete([2_147_483_647])
  expect(Object.keys(answer.body)).toEqual(['outcome_ids'])
})

test('completing and editing at once leaves the appointment with a version that there was', async () => {
  const [completed, edited] = await Promise.all([
    complete([toId(advice)]),
    edit(advice, { name: 'Edited meanwhile' }),
  ])
  expect([completed.status, edited.status]).toEqual([200, 200])
  const [outcome] = completed.body['outcomes'] as { name: string; version: number }[]
  expect([
    { version: 1, name: advice['name'] },
    { version: 2, name: 'Edited meanwhile' },
  ]).toContainEqual({ version: outcome?.version, name: outcome?.name })
})
