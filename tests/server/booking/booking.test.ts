import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestDetails, openMorning } from '../clinic-factory.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const createGuest = () => server.api.call('POST public/users/', { body: guestDetails() })

describe('a guest books', () => {
  test('from the list to the appointment', async () => {
    const clinic = await openMorning(server.database.db)
    const week = await server.api.call('GET public/weekly-availability/', {
      query: { appointment_type_slug: clinic.type.slug, week: clinic.day },
    })
    expect(week.next_available).toBe(clinic.day)
    const slots = week.days.find((day) => day.date === clinic.day)?.slots ?? []
    expect(slots).toHaveLength(12)
    const slot = slots[0]
    expect(slot).toMatchObject({ start: clinic.start.toISOString(), remaining: 1 })

    const body = {
      appointment_type_id: clinic.type.id,
      start: clinic.start.toISOString(),
      site_id: clinic.site.id,
    }
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
    const read = await server.api.call('GET public/appointments/{id}/', {
      params: { id: appointment.id },
      headers,
    })
    expect(read).toEqual(appointment)
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
})
