import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../amount.ts'
import {
  type Clinic,
  expectedSlots,
  freeStaff,
  openClinic,
  readEntries,
  type Type,
  toStart,
} from '../booking/clinic-model.ts'
import { addGuest } from '../clinic-factory.ts'
import { send } from '../send.ts'
import { runTestServer } from '../test-server.ts'
import { addPlanner, ask } from './planner-calls.ts'

/*
 * After any bookings: the planner lists the times that a model finds which walks one occurrence after
 * another, with those who can take them. What it lists can be booked; whoever it leaves out at a
 * time cannot be booked then, nor anybody on a date that it leaves out, and check-availability says
 * so.
 */

const MARKS = 24

const server = await runTestServer()
const headers = (await addPlanner(server, ['clinic.add_appointment'])).headers

type Wanted = { type: Type; start: string; staffId?: number }

/** Books at the desk for a new patient, with one clinician where one is given. */
async function book(clinic: Clinic, { type, start, staffId }: Wanted): Promise<string> {
  const patient = await addGuest(clinic.db)
  const answer = await send(server, 'POST', '/api/admin/appointments/', {
    body: {
      appointment_type_id: type.id,
      start,
      site_id: clinic.siteId,
      patient_id: patient.id,
      ...(staffId !== undefined && { staff_id: staffId }),
    },
    headers,
  })
  return answer.outcome
}

/** Whether check-availability says yes; a no comes with its reasons. */
async function isAvailable(clinic: Clinic, { type, start, staffId }: Wanted): Promise<boolean> {
  const query = new URLSearchParams({
    appointment_type_id: String(type.id),
    start,
    site_id: String(clinic.siteId),
    ...(staffId !== undefined && { staff_id: String(staffId) }),
  })
  const { body } = await send(server, 'GET', `/api/admin/check-availability/?${query}`, { headers })
  const { available, reasons } = body as { available: boolean; reasons: unknown[] }
  expect(reasons.length > 0).toBe(!available)
  return available
}

async function readPlan(clinic: Clinic, type: Type) {
  const { plan } = await ask(server, headers, {
    appointment_type_id: type.id,
    from: clinic.day,
    date: clinic.day,
  })
  return plan
}

async function checkListed(clinic: Clinic): Promise<void> {
  const entries = await readEntries(clinic)
  for (const type of clinic.types) {
    const plan = await readPlan(clinic, type)
    const expected = expectedSlots(clinic, entries, type)
    expect(plan.dates).toEqual(
      expected[0] ? [{ date: clinic.day, places: expected.length, first: expected[0].start }] : [],
    )
    expect(
      plan.times.map(({ start, clinicians }) => ({
        start,
        staff: clinicians.map(({ staff_id }) => staff_id).sort(),
      })),
    ).toEqual(
      expected.map(({ start }) => ({
        start,
        staff: [...freeStaff(clinic, entries, type, Date.parse(start))].sort(),
      })),
    )
  }
}

const mark = fc.nat({ max: MARKS - 1 })
const type = fc.nat({ max: 1 })
const pick = fc.nat()
const booking = fc.record({ type, mark })

test('what the planner lists can be booked, and nobody else can be', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(booking, { maxLength: 14 }),
      fc.array(fc.record({ type, pick }), { minLength: 1, maxLength: 3 }),
      async (earlier, tries) => {
        const clinic = await openClinic(server.database.db)
        const everybody = new Set(clinic.occurrences.map(({ staff }) => staff))
        for (const { type, mark } of earlier) {
          const start = new Date(toStart(clinic, mark)).toISOString()
          await book(clinic, { type: clinic.types[type] as Type, start })
        }
        await checkListed(clinic)
        for (const { type: index, pick } of tries) {
          const type = clinic.types[index] as Type
          const { times, dates } = await readPlan(clinic, type)
          const time = times[pick % (times.length || 1)]
          if (!time) {
            expect(dates).toEqual([])
            const start = new Date(toStart(clinic, pick % MARKS)).toISOString()
            expect(await isAvailable(clinic, { type, start })).toBe(false)
            expect(await book(clinic, { type, start })).not.toBe('201')
            continue
          }
          const { start } = time
          const listed = time.clinicians.map(({ staff_id }) => staff_id)
          for (const staffId of everybody) {
            const isListed = listed.includes(staffId)
            expect(await isAvailable(clinic, { type, start, staffId })).toBe(isListed)
            if (!isListed) expect(await book(clinic, { type, start, staffId })).not.toBe('201')
          }
          const staffId = listed[pick % listed.length] ?? 0
          expect(await book(clinic, { type, start, staffId })).toBe('201')
        }
        await checkListed(clinic)
      },
    ),
    { numRuns: runs(3), endOnFailure: true },
  )
})
