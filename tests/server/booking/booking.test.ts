import { describe, expect, test } from 'vitest'
import { guestDetails, openMorning, toSlot } from '../clinic-factory.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()
const { db } = server.database

const createGuest = () => server.api.call('POST public/users/', { body: guestDetails() })

describe('a guest books', () => {
  test('from the list to the appointment', async () => {
    const clinic = await openMorning(db)
    const week = await server.api.call('GET public/weekly-availability/', {
      query: { appointment_type_slug: clinic.type.slug, week: clinic.day },
    })
    expect(week.next_available).toBe(clinic.day)
    const slots = week.days.find((day) => day.date === clinic.day)?.slots ?? []
    expect(slots).toHaveLength(12)
    const slot = slots[0]
    expect(slot).toMatchObject({ start: clinic.start.toISOString(), remaining: 1 })

    const body = toSlot(clinic)
    const hold = await server.api.call('POST public/slot-holds/', { body })
    const guest = await createGuest()
    const headers = {
      'Guest-User-Access-Token': guest.guest_access_token,
      'Slot-Hold-Token': hold.token,
      'Idempotency-Key': 'key-number-1',
    }
    const appointment = await server.api.call('POST public/appointments/', {
      body: { ...body, hold_id: hold.id },
      headers,
    })
    expect(appointment).toMatchObject({ status: 'booked', patient_id: guest.id, duration: 15 })
    const again = await server.api.call('POST public/appointments/', {
      body: { ...body, hold_id: hold.id },
      headers,
    })
    expect(again).toEqual(appointment)
    const { access_token: token, ...shown } = appointment
    for (const opened of [headers, { 'Guest-User-Access-Token': token }]) {
      const read = await server.api.call('GET public/appointments/{id}/', {
        params: { id: appointment.id },
        headers: opened,
      })
      expect(read).toEqual(shown)
    }
    const cancelled = await server.api.call('DELETE public/appointments/{id}/', {
      params: { id: appointment.id },
      body: { cancellation_notes: 'Feeling better' },
      headers,
    })
    expect(cancelled.status).toBe('cancelled')
    const other = await createGuest()
    const rebooked = await server.api.call('POST public/appointments/', {
      body,
      headers: { 'Guest-User-Access-Token': other.guest_access_token },
    })
    expect(rebooked.status).toBe('booked')
  })

  test('the link of one booking opens that booking alone', async () => {
    const clinic = await openMorning(db, 1, 30)
    const guest = await createGuest()
    const guestHeaders = { 'Guest-User-Access-Token': guest.guest_access_token }
    const bookAfter = (minutes: number) =>
      server.api.call('POST public/appointments/', {
        body: toSlot(clinic, minutes),
        headers: guestHeaders,
      })
    const first = await bookAfter(0)
    const second = await bookAfter(60)
    const link = { 'Guest-User-Access-Token': first.access_token }
    const refused = async (call: Promise<unknown>) =>
      await call.then(
        () => 'allowed',
        (error: { code: string }) => error.code,
      )
    const params = { id: second.id }
    const body = { cancellation_notes: '' }
    expect([
      await refused(server.api.call('GET public/appointments/{id}/', { params, headers: link })),
      await refused(
        server.api.call('DELETE public/appointments/{id}/', { params, body, headers: link }),
      ),
      await refused(server.api.call('GET public/check-guest-user/', { headers: link })),
      await refused(
        server.api.call('PUT public/users/{id}/', {
          params: { id: guest.id },
          body: { first_name: 'Eve' },
          headers: link,
        }),
      ),
    ]).toEqual(['not_found', 'not_found', 'not_signed_in', 'not_signed_in'])
    const cancelled = await server.api.call('DELETE public/appointments/{id}/', {
      params: { id: first.id },
      body,
      headers: link,
    })
    expect(cancelled.status).toBe('cancelled')
  })

  test('who reads an appointment is on the audit trail', async () => {
    const actions = await db.selectFrom('audit_event').select('action').distinct().execute()
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['appointment.booked', 'appointment.read', 'appointment.cancelled']),
    )
  })
})
