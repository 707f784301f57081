import { afterAll, expect, test } from 'vitest'
import { addGuest, addGuests, openMorning } from './clinic-factory.ts'
import { type Answer, send, tally } from './send.ts'
import type { TestServer } from './test-server.ts'
import { startTwoInstances } from './two-instances.ts'

/* Two instances on one database: what one knows, the other honours. */

const instances = await startTwoInstances([8, 8])
const { database, one, other } = instances
afterAll(() => instances.stop())

type Clinic = Awaited<ReturnType<typeof openMorning>>
const wanted = (clinic: Clinic) => ({
  appointment_type_id: clinic.type.id,
  start: clinic.start.toISOString(),
  site_id: clinic.site.id,
})
const book = (at: TestServer, clinic: Clinic, headers: Record<string, string>): Promise<Answer> =>
  send(at, 'POST', '/api/public/appointments/', { body: wanted(clinic), headers })

test('a hold made at one is hidden, refused and taken at the other', async () => {
  const clinic = await openMorning(database.db)
  const [holder, stranger] = await addGuests(database.db, 2)
  const { body } = await send(one, 'POST', '/api/public/slot-holds/', { body: wanted(clinic) })
  const week = await other.api.call('GET public/weekly-availability/', {
    query: { appointment_type_slug: clinic.type.slug, week: clinic.day },
  })
  expect(week.days.flatMap(({ slots }) => slots)).toHaveLength(11)
  const refused = await book(other, clinic, { 'Guest-User-Access-Token': stranger?.token ?? '' })
  expect(refused.outcome).toBe('409 slot_taken')
  const taken = await book(other, clinic, {
    'Guest-User-Access-Token': holder?.token ?? '',
    'Slot-Hold-Token': String(body['token']),
  })
  expect(taken.status).toBe(201)
})

test('a crowd at both doors gets one appointment', async () => {
  const clinic = await openMorning(database.db)
  const guests = await addGuests(database.db, 100)
  const answers = await Promise.all(
    guests.map(({ token }, index) =>
      book(index % 2 ? one : other, clinic, { 'Guest-User-Access-Token': token }),
    ),
  )
  expect(tally(answers)).toEqual({ 201: 1, '409 slot_taken': 99 })
})

test('one key sent to both is one appointment and one answer', async () => {
  const clinic = await openMorning(database.db)
  const guest = await addGuest(database.db)
  const headers = { 'Guest-User-Access-Token': guest.token, 'Idempotency-Key': 'sent-to-both' }
  const answers = await Promise.all([one, other].map((at) => book(at, clinic, headers)))
  expect(tally(answers)).toEqual({ 201: 2 })
  expect(answers[0]?.body).toEqual(answers[1]?.body)
})
