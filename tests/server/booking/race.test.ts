import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestDetails, openMorning } from '../clinic-factory.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

const CROWD = 1_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('a thousand people for one slot at once', () => {
  test.each([
    ['one clinician', 1],
    ['three clinicians', 3],
  ])(
    '%s: as many bookings as clinicians, everybody else is refused cleanly',
    async (_, clinicians) => {
      const { db } = server.database
      const clinic = await openMorning(db, clinicians)
      const guests = await crowd()
      const statuses = await Promise.all(
        guests.map((token) =>
          fetch(`${server.url}/api/public/appointments/`, {
            method: 'POST',
            headers: {
              'Content-Type': 'application/json',
              'Guest-User-Access-Token': token,
            },
            body: JSON.stringify({
              appointment_type_id: clinic.type.id,
              start: clinic.start.toISOString(),
              site_id: clinic.site.id,
            }),
          }).then(async (response) => `${response.status} ${codeOf(await response.json())}`),
        ),
      )
      const counts = Object.fromEntries(
        [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]),
      )
      expect(counts).toEqual({ '201 none': clinicians, '409 slot_taken': CROWD - clinicians })
      const booked = await db
        .selectFrom('appointment')
        .select('staff_id')
        .where('appointment_type_id', '=', clinic.type.id)
        .execute()
      expect(new Set(booked.map((row) => row.staff_id)).size).toBe(clinicians)
      expect(booked).toHaveLength(clinicians)
    },
  )
})

const codeOf = (body: unknown) => (body as { code?: string }).code ?? 'none'

async function crowd(): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < CROWD) {
    const guests = await Promise.all(
      Array.from({ length: 50 }, () =>
        server.api.call('POST public/users/', { body: guestDetails() }),
      ),
    )
    tokens.push(...guests.map((guest) => guest.guest_access_token))
  }
  return tokens
}
