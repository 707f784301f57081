import { beforeEach, describe, expect, test } from 'vitest'
import type { OperationKey } from '#lib/contract/contract.ts'
import { webhookEvents, webhookPayload } from '#lib/contract/webhook-events.ts'
import { bookOnline, openClinicDay } from '../booking/clinic-day.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { call, makeSample } from '../http/operation-samples.ts'
import { rowsWhere, updateRows } from '../rows.ts'
import { lockWaits } from '../test-database.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'
import { addWebhook, runReceiver, sendDeliveries } from './receiver.ts'

/* What other systems are told, and that it names nobody (docs/decisions/0085). */

const server = await runTestServer({ environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: '1' } })
const { db } = server.database
const { received, url } = await runReceiver()

const everything = { address: url, events: [...webhookEvents] }
beforeEach(async () => {
  await db.deleteFrom('webhook').execute()
})

const written = async () =>
  (await rowsWhere(db, 'webhook_delivery')).toSorted((one, other) => one.id - other.id)
const events = async () => (await written()).map(({ event }) => event)

const tomorrow = () => new Date(Date.now() + 86_400_000)

const causes: [OperationKey, (typeof webhookEvents)[number]][] = [
  ['POST public/appointments/', 'appointment.booked'],
  ['POST private/appointments/', 'appointment.booked'],
  ['POST admin/appointments/', 'appointment.booked'],
  ['PUT admin/appointments/{id}/', 'appointment.rescheduled'],
  ['DELETE admin/appointments/{id}/', 'appointment.cancelled'],
  ['PATCH admin/appointments/{id}/mark_as_did_not_attend/', 'appointment.did_not_attend'],
  ['PUT admin/appointments/{id}/complete_appointment/', 'appointment.completed'],
  ['PUT admin/appointments/{id}/reinstate_appointment/', 'appointment.booked'],
  ['POST admin/vaccinationhistories/', 'vaccination.recorded'],
  ['PUT admin/vaccinationhistories/{id}/', 'vaccination.corrected'],
  ['PUT admin/vaccinationhistories/bulk-update/', 'vaccination.corrected'],
  ['DELETE admin/vaccinationhistories/{id}/', 'vaccination.entered_in_error'],
]

test('every event has a cause below', () => {
  expect(new Set(causes.map(([, event]) => event))).toEqual(new Set(webhookEvents))
})

describe.each(causes)('%s', (key, event) => {
  test(`tells of ${event} by what its schema has, and of nobody`, async () => {
    const sample = await makeSample(server, key)
    await addWebhook(db, everything)
    received.length = 0
    const answer = await call(server, key, sample)
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(await events()).toEqual([event])
    await sendDeliveries(server)
    expect(received).toHaveLength(1)
    for (const { body } of received) {
      // The schema is strict: a field that it does not know would be refused.
      expect(() => webhookPayload(event).parse(JSON.parse(body))).not.toThrow()
      const people = await rowsWhere(db, 'person')
      const words = people.flatMap((person) => [
        person.first_name,
        person.last_name,
        person.email,
        person.mobile,
        person.uuid,
      ])
      for (const word of words.filter((text) => text.length > 2)) expect(body).not.toContain(word)
      expect(body).not.toMatch(/patient|name|birth|dob|email|notes/i)
    }
  })
})

test('what is told is how it was then, in the order of its versions', async () => {
  await addWebhook(db, everything)
  const day = await openClinicDay(server)
  const { body } = await bookOnline(server, day, '09:00')
  const id = Number(body['id'])
  await updateRows(db, 'appointment', id, { starts_at: day.at('10:00') })
  await updateRows(db, 'appointment', id, { status: 'cancelled', cancelled_on: new Date() })
  const common = {
    appointment_id: id,
    duration: 15,
    appointment_type_id: day.usual.id,
    site_id: day.site.id,
    staff_id: day.first.staff.id,
  }
  expect((await written()).map(({ event, data }) => [event, data])).toEqual([
    ['appointment.booked', { ...common, version: 1, status: 'booked', start: day.at('09:00') }],
    [
      'appointment.rescheduled',
      { ...common, version: 2, status: 'booked', start: day.at('10:00') },
    ],
    [
      'appointment.cancelled',
      { ...common, version: 3, status: 'cancelled', start: day.at('10:00') },
    ],
  ])
})

describe('nothing is written', () => {
  const book = () => addAppointment(db, { starts_at: tomorrow() })

  test('without a webhook', async () => {
    await book()
    expect(await events()).toEqual([])
  })

  test('for one that is switched off, has no secret, or wants other events', async () => {
    await addWebhook(db, { ...everything, is_active: false })
    await addWebhook(db, { ...everything, events: ['vaccination.recorded'] })
    const { id } = await addWebhook(db, everything)
    await db.deleteFrom('webhook_secret').where('webhook_id', '=', id).execute()
    await book()
    expect(await events()).toEqual([])
  })

  test('of holds, of notes, and of a merge of two patients', async () => {
    const appointment = await book()
    const product = await addVaccineProduct(db)
    const vaccination = await addVaccination(db, {
      patient_id: Number(appointment.patient_id),
      staff_id: appointment.staff_id,
      appointment_id: appointment.id,
      vaccine_product_id: product.id,
    })
    await addWebhook(db, everything)
    await addAppointment(db, {
      starts_at: tomorrow(),
      status: 'held',
      hold_token_hash: Buffer.from('token'),
      hold_expires_at: tomorrow(),
    })
    await updateRows(db, 'appointment', appointment.id, { notes: 'A rash that itches' })
    const other = await addPerson(db)
    await updateRows(db, 'appointment', appointment.id, { patient_id: other.id })
    expect(await rowsWhere(db, 'vaccination_history', vaccination.id)).toMatchObject([
      { patient_id: other.id },
    ])
    expect(await events()).toEqual([])
  })

  test('where the booking is taken back', async () => {
    await addWebhook(db, everything)
    const taken = db.transaction().execute(async (tx) => {
      await addAppointment(tx as never, { starts_at: tomorrow() })
      throw new Error('taken back')
    })
    await expect(taken).rejects.toThrow('taken back')
    expect(await events()).toEqual([])
  })
})

test('a booking does not fail because its webhook is deleted meanwhile', async () => {
  const { id } = await addWebhook(db, everything)
  let booked: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('webhook').where('id', '=', id).execute()
    booked = addAppointment(server.services.db, { starts_at: tomorrow() })
    await expect.poll(() => lockWaits(db)).toBe(1)
  })
  await expect(booked).resolves.toMatchObject({ status: 'booked' })
  expect(await events()).toEqual([])
})
