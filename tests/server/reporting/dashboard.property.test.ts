import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { addDays, plainDateAt } from '#lib/dates/format-date-time.ts'
import { numbersByDay, sumNumbers } from '#server/reporting/clinician-dashboard.ts'
import { toDays } from '#server/reporting/report-scope.ts'
import { runs } from '../../amount.ts'
import {
  addAppointment,
  addClinician,
  addOpening,
  addPerson,
  addSite,
  addType,
} from '../clinic-factory.ts'
import { createTestDatabase } from '../test-database.ts'

/*
 * The same numbers counted minute by minute, each by the clinic's date that a clock shows: slow, and
 * nothing that could be got wrong.
 */

const MINUTE = 60_000
/** Half an hour of wall clock is skipped or told twice there, at two in the morning. */
const ZONE = 'Australia/Lord_Howe'
/** Some days around the change of 5 April 2026, and of 4 October. */
const WEEKS = ['2026-04-02T00:00:00Z', '2026-10-01T00:00:00Z'].map((start) => Date.parse(start))
const MINUTES_IN_WEEK = 7 * 24 * 60
const STATUSES = ['booked', 'completed', 'did_not_attend', 'cancelled'] as const

type Span = { start: number; minutes: number }
type Made = Span & { status: (typeof STATUSES)[number] }

const database = await createTestDatabase(2)
const typeId = (await addType(database.db)).id
afterAll(() => database.drop())

/** Spans that do not overlap, as the constraints ask for: gap, length, gap, length, … */
const spans = (longest: number) =>
  fc
    .array(
      fc.record({
        gap: fc.integer({ min: 0, max: 600 }),
        minutes: fc.integer({ min: 5, max: longest }),
        status: fc.constantFrom(...STATUSES),
      }),
      { maxLength: 12 },
    )
    .map((parts) => {
      let at = 0
      return parts.flatMap(({ gap, minutes, status }) => {
        const start = at + gap
        at = start + minutes
        return at < MINUTES_IN_WEEK ? [{ start, minutes, status }] : []
      })
    })

const clinic = fc.record({
  week: fc.constantFrom(...WEEKS),
  appointments: spans(1440),
  openings: spans(1440),
  from: fc.integer({ min: -1, max: 6 }),
  length: fc.integer({ min: 1, max: 5 }),
})

test('the numbers are those of counting minute by minute', async () => {
  await fc.assert(
    fc.asyncProperty(clinic, async ({ week, appointments, openings, from, length }) => {
      const staff = await addClinician(database.db)
      await fill(staff.id, week, appointments, openings)
      const first = addDays(plainDateAt(week, ZONE), from)
      const days = toDays({ from: first, to: addDays(first, length - 1) }, ZONE)
      const byDay = await numbersByDay(database.db, days, { id: staff.id, full_name: '' })
      expect(byDay).toEqual(
        Array.from({ length }, (_, day) =>
          counted(addDays(first, day), week, appointments, openings),
        ),
      )
      const kept = byDay.reduce(
        (sum, day) => sum + day.booked + day.completed + day.did_not_attend,
        0,
      )
      expect(sumNumbers(days, byDay).appointments).toBe(kept)
    }),
    { numRuns: runs(5) },
  )
})

async function fill(staffId: number, week: number, appointments: Made[], openings: Span[]) {
  const { db } = database
  const { site, room } = await addSite(db)
  const patient = await addPerson(db)
  const at = (minute: number) => new Date(week + minute * MINUTE)
  for (const { start, minutes, status } of appointments) {
    await addAppointment(db, {
      starts_at: at(start),
      duration: minutes,
      status,
      staff_id: staffId,
      site_id: site.id,
      room_id: room.id,
      patient_id: patient.id,
      appointment_type_id: typeId,
    })
  }
  for (const { start, minutes } of openings) {
    await addOpening(db, { staff: staffId, room, types: [typeId] }, [
      at(start),
      at(start + minutes),
    ])
  }
}

function counted(date: string, week: number, appointments: Made[], openings: Span[]) {
  const isOn = (minute: number) => plainDateAt(week + minute * MINUTE, ZONE) === date
  const minutesOn = (given: Span[]) =>
    given
      .flatMap(({ start, minutes }) => Array.from({ length: minutes }, (_, index) => start + index))
      .filter(isOn).length
  const startingAs = (wanted: Made['status']) =>
    appointments.filter(({ start, status }) => status === wanted && isOn(start)).length
  return {
    date,
    booked: startingAs('booked'),
    completed: startingAs('completed'),
    did_not_attend: startingAs('did_not_attend'),
    cancelled: startingAs('cancelled'),
    minutes_booked: minutesOn(appointments.filter(({ status }) => status !== 'cancelled')),
    minutes_available: minutesOn(openings),
  }
}
