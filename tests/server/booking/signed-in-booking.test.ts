import { describe, expect, test } from 'vitest'
import { openMorning, toSlot } from '../clinic-factory.ts'
import { auditLines, rowsWhere } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database

type Clinic = Awaited<ReturnType<typeof openMorning>>

const book = (
  clinic: Clinic,
  person: SignedInPerson,
  headers: Record<string, string> = {},
  more: object = {},
) =>
  send(server, 'POST', '/api/private/appointments/', {
    body: { ...toSlot(clinic), ...more },
    headers: { ...person.headers, ...headers },
  })

describe('somebody who is signed in', () => {
  test('books for themselves, and finds and cancels it without a link', async () => {
    const clinic = await openMorning(db)
    const person = await addSignedIn(server, { person: { address1: '8 Quayside' } })
    const booked = await book(clinic, person)
    expect(booked.status).toBe(201)
    expect(booked.body).toMatchObject({ patient_id: person.id, patient_address: '8 Quayside' })
    expect(booked.body).not.toHaveProperty('access_token')
    const path = `/api/private/appointments/${booked.body['id']}/`
    const list = await send(server, 'GET', '/api/private/appointments/', person)
    expect(list.body).toMatchObject({ count: 1, results: [{ id: booked.body['id'] }] })
    const cancelled = await person.ask('DELETE', path, {})
    expect(cancelled.body).toMatchObject({ status: 'cancelled' })
    const trail = await auditLines(db, ['action', 'actor_id', 'actor_role'], {
      patient_id: person.id,
    })
    expect(trail).toEqual([
      { action: 'appointment.booked', actor_id: person.id, actor_role: 'patient' },
      { action: 'appointment.cancelled', actor_id: person.id, actor_role: 'patient' },
    ])
    expect(
      await rowsWhere(db, 'appointment_access', {
        appointment_id: Number(booked.body['id']),
      }),
    ).toEqual([])
  })

  test('does not book what somebody else confirmed before they signed in', async () => {
    const clinic = await openMorning(db)
    const [ada, ben] = [await addSignedIn(server), await addSignedIn(server)]
    const meant = (person: SignedInPerson) => book(clinic, ben, {}, { patient_id: person.id })
    const refused = await meant(ada)
    expect(refused).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await meant(ben)).toMatchObject({ status: 201, body: { patient_id: ben.id } })
  })

  test('gets the same appointment when the request is sent again', async () => {
    const clinic = await openMorning(db)
    const person = await addSignedIn(server)
    const key = { 'Idempotency-Key': 'a-key-of-their-own' }
    const [first, again] = [await book(clinic, person, key), await book(clinic, person, key)]
    expect(again.body).toEqual(first.body)
    // Another person's key of the same name is another key.
    const other = await addSignedIn(server)
    expect((await book(clinic, other, key)).outcome).toBe('409 slot_taken')
  })

  test('books the time they held as a visitor, before they signed in', async () => {
    const clinic = await openMorning(db)
    const { body: hold } = await send(server, 'POST', '/api/public/slot-holds/', {
      body: toSlot(clinic),
    })
    const person = await addSignedIn(server)
    const booked = await book(clinic, person, { 'Slot-Hold-Token': String(hold['token']) })
    expect(booked.status).toBe(201)
  })
})
