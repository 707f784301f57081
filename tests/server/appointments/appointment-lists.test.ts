import { beforeEach, expect, test } from 'vitest'
import {
  addReception,
  appointmentPath,
  bookOnline,
  type ClinicDay,
  openClinicDay,
} from '../booking/clinic-day.ts'
import { parseCsv } from '../resources/parse-csv.ts'
import { newestAuditLine, updateRows } from '../rows.ts'
import { type Answer, listedIds, send } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/* What the generic tests of the administration area cannot know of the lists of appointments. */

let reception: SignedInPerson
let day: ClinicDay
let first: Answer
let second: Answer
const server = await runTestServer()
const { db } = server.database
beforeEach(async () => {
  reception = await addReception(server, ['clinic.user_admin'])
  day = await openClinicDay(server)
  first = await bookOnline(server, day, '09:00')
  second = await bookOnline(server, day, '10:00')
  for (const [answer, first_name] of [[first, 'Ann-Marie'] as const, [second, '=Bob'] as const]) {
    await updateRows(db, 'person', Number(answer.body['patient_id']), {
      first_name,
      last_name: 'Lindqvist',
    })
  }
})

const ask = (path: string, query: Record<string, string>, by = reception) =>
  send(server, 'GET', `/api/admin/${path}/?${new URLSearchParams(query)}`, by)
const here = () => ({ site_id: String(day.site.id) })
const toIds = ({ body }: Answer) => listedIds(body)
const toLines = ({ text }: Answer) => {
  const [head = [], ...lines] = parseCsv(text)
  return lines.map((line) => Object.fromEntries(head.map((name, place) => [name, line[place]])))
}
const cancel = (answer: Answer, headers: Record<string, string>) =>
  send(server, 'DELETE', appointmentPath(answer), {
    headers,
    body: { cancellation_notes: 'Moved away' },
  })
const lastLine = async () =>
  await newestAuditLine(db, ['action', 'actor_id', 'change', 'patient_ids'], {
    actor_id: reception.id,
  })

test('an appointment is found by words of its patient’s name or the start of its reference', async () => {
  const reference = String(second.body['reference'])
  for (const [search, found] of [
    ['lindq ann', [first]],
    ['lindqvist', [first, second]],
    [reference, [second]],
    [reference.slice(0, 7).toLowerCase(), [second]],
    ['lindqvist nobody', []],
    ['%', []],
  ] as const) {
    const ids = toIds(await ask('appointments', { ...here(), search }))
    expect(ids, search).toEqual(found.map(({ body }) => body['id']))
  }
})

test.each(['patient_name', 'staff_name', 'type_name', 'site_name', 'status', 'created'])(
  'by %s, page after page has what one list of them all has',
  async (field) => {
    await cancel(second, reception.headers)
    for (const path of ['appointments', 'cancelled-appointments']) {
      for (const ordering of [field, `-${field}`]) {
        // What a filter has left is sorted as a whole.
        const whole = await ask(path, { ordering, from: '2000-01-01', page_size: '500' })
        const paged: number[] = []
        for (let page = 1; paged.length < toIds(whole).length; page += 1) {
          const ids = toIds(await ask(path, { ordering, page: String(page), page_size: '3' }))
          expect(ids, `${path} by ${ordering}, page ${page}`).not.toEqual([])
          paged.push(...ids)
        }
        expect(paged, `${path} by ${ordering}`).toEqual(toIds(whole))
      }
    }
  },
)

test('those of one name are in the order of time', async () => {
  for (const [ordering, ids] of [
    ['site_name', [first, second]],
    ['-site_name', [first, second]],
    ['patient_name', [second, first]],
    ['-patient_name', [first, second]],
  ] as const) {
    const listed = toIds(await ask('appointments', { ordering, search: 'lindqvist' }))
    const wanted = ids.map(({ body }) => body['id'])
    expect(
      listed.filter((id) => wanted.includes(id)),
      ordering,
    ).toEqual(wanted)
  }
})

test('who cancelled is told, and can be asked for', async () => {
  await cancel(first, reception.headers)
  await updateRows(db, 'appointment', Number(second.body['id']), {
    status: 'cancelled',
    cancelled_on: new Date(),
    cancelled_by: Number(second.body['patient_id']),
  })
  for (const [by, answer] of [['staff', first] as const, ['patient', second] as const]) {
    const found = await ask('cancelled-appointments', { ...here(), cancelled_by: by })
    expect(toIds(found)).toEqual([answer.body['id']])
    expect(found.body['results']).toMatchObject([{ cancelled_by: by }])
  }
  const wrong = await ask('appointments', { cancelled_by: 'staff' })
  expect(wrong.body).toEqual({ cancelled_by: ['This field is not known.'] })
})

test('the file has what the list shows, and the trail the filters but no name', async () => {
  const query = { ...here(), search: 'bob', status: 'booked', from: day.day, to: day.day }
  const file = await ask('appointments/export', query)
  expect(toLines(file)).toEqual([
    expect.objectContaining({
      Reference: second.body['reference'],
      Date: day.day,
      'Start (UTC)': day.at('10:00'),
      Minutes: '15',
      Status: 'Booked',
      Patient: "'=Bob Lindqvist",
    }),
  ])
  expect(await lastLine()).toMatchObject({
    action: 'record.exported',
    change: {
      lines: 1,
      searched: true,
      status: 'booked',
      site_id: day.site.id,
      from: day.day,
      to: day.day,
    },
  })
  await cancel(first, reception.headers)
  expect(toLines(await ask('cancelled-appointments/export', here()))).toEqual([
    expect.objectContaining({ Patient: 'Ann-Marie Lindqvist', Reason: 'Moved away' }),
  ])
})

test('who may not see others’ appointments lists and takes away their own', async () => {
  await bookOnline(server, day, '10:00', { availabilityId: day.second.availability.id })
  const own = await addSignedIn(server, {
    personId: day.first.staff.person_id,
    permissions: ['clinic.view_appointment', 'clinic.user_admin'],
  })
  expect(toIds(await ask('appointments', here(), own))).toHaveLength(2)
  expect(toLines(await ask('appointments/export', here(), own))).toHaveLength(2)
})

test('the trail says whose names a page showed', async () => {
  await ask('appointments', { ...here(), status: 'booked' })
  const { change, patient_ids } = await lastLine()
  expect(change).toEqual({
    list: 'appointments',
    page: 1,
    site_id: day.site.id,
    status: 'booked',
  })
  expect(patient_ids?.toSorted()).toEqual(
    [first, second].map(({ body }) => Number(body['patient_id'])).toSorted(),
  )
})
