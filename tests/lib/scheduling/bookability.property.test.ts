import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  explainViolations,
  firstTimes,
  groupByDay,
  listSlots,
  openingsAt,
} from '#lib/scheduling/bookability.ts'
import type { HeldCompetency } from '#lib/scheduling/competence.ts'
import {
  type AvailabilityRule,
  expandDates,
  expandOccurrences,
} from '#lib/scheduling/recurrence.ts'
import type { BookingRules, StaffedOccurrence } from '#lib/scheduling/rule-violations.ts'
import { runs } from '../../amount.ts'
import {
  type Clock,
  canTake,
  listByWalking,
  type OraclePeriod,
  occursOn,
  shiftDate,
  walkClock,
  workingMinutes,
} from './minute-oracle.ts'

const MINUTE = 60_000

/** Days on which the clock changes, by hand from the calendar, and some on which nothing happens. */
const PIVOTS: Record<string, string[]> = {
  'Europe/London': [
    ...['2024-03-31', '2024-10-27', '2025-03-30', '2025-10-26', '2026-03-29', '2026-10-25'],
    ...['2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29', '2024-02-29', '2026-12-31'],
  ],
  'Australia/Lord_Howe': [
    ...['2024-04-07', '2024-10-06', '2025-04-06', '2025-10-05', '2026-04-05', '2026-10-04'],
    ...['2027-04-04', '2027-10-03', '2028-04-02', '2028-10-01', '2028-02-29'],
  ],
  'America/St_Johns': [
    ...['2024-03-10', '2024-11-03', '2025-03-09', '2025-11-02', '2026-03-08', '2026-11-01'],
    ...['2027-03-14', '2027-11-07', '2028-03-12', '2028-11-05', '2025-02-28'],
  ],
  'Asia/Kolkata': ['2024-02-29', '2026-06-30', '2027-12-31'],
}

/** The walk is slow: each stretch of days around a pivot is walked once. */
const REACH = 6
const clocks = new Map<string, Clock>()
function clockAround(pivot: string, zone: string): Clock {
  const key = `${zone} ${pivot}`
  const clock = clocks.get(key) ?? walkClock(shiftDate(pivot, -REACH), 2 * REACH + 2, zone)
  clocks.set(key, clock)
  return clock
}

const where = fc
  .constantFrom(...Object.keys(PIVOTS))
  .chain((zone) =>
    fc.record({ zone: fc.constant(zone), pivot: fc.constantFrom(...(PIVOTS[zone] ?? [])) }),
  )

const clockTime = fc
  .record({
    hour: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 23 })),
    minute: fc.constantFrom(0, 0, 5, 15, 30, 30, 45, 2, 59),
  })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

/** Dates are days from the pivot. */
const ruleShape = fc.record({
  startDay: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: -9, max: 2 }) },
    { weight: 1, arbitrary: fc.integer({ min: -740, max: 3 }) },
  ),
  startTime: clockTime,
  endTime: clockTime,
  recurring: fc.constantFrom(true, true, true, false),
  untilDay: fc.option(fc.integer({ min: -3, max: 20 }), { freq: 2 }),
  repeatEvery: fc.constantFrom(1, 1, 1, 2, 3),
  freq: fc.constantFrom<AvailabilityRule['freq'][]>(3, 3, 3, 3, 2, 2, 1, 0),
  weekdays: fc.oneof(
    fc.constant<number[]>([]),
    fc.constant<number[]>([]),
    fc.constant<number[]>([0, 1, 2, 3, 4]),
    fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
  ),
  months: fc.oneof(
    { weight: 6, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 8 }) },
  ),
})
type RuleShape = typeof ruleShape extends fc.Arbitrary<infer Shape> ? Shape : never

function ruleFrom({ startDay, untilDay, ...shape }: RuleShape, pivot: string): AvailabilityRule {
  return {
    ...shape,
    exceptBankHolidays: false,
    exceptHolidayDates: true,
    exceptions: [],
    startDate: shiftDate(pivot, startDay),
    recurringUntil: untilDay === null ? null : shiftDate(pivot, untilDay),
  }
}

const availability = fc.record({
  shape: ruleShape,
  staffId: fc.integer({ min: 1, max: 3 }),
  siteId: fc.integer({ min: 1, max: 2 }),
  /** Minutes from the start of each occurrence; some on marks, some not, some touching. */
  busy: fc.array(
    fc.record({
      after: fc.oneof(
        fc.integer({ min: -30, max: 900 }),
        fc.integer({ min: -2, max: 60 }).map((marks) => marks * 5),
      ),
      length: fc.oneof(fc.constantFrom(0, 5, 10, 30, 60), fc.integer({ min: 0, max: 180 })),
    }),
    { maxLength: 8 },
  ),
})

const competency = fc.record({
  staffId: fc.integer({ min: 1, max: 3 }),
  competencyId: fc.integer({ min: 1, max: 2 }),
  issuedDay: fc.integer({ min: -20, max: 2 }),
  expiresDay: fc.option(fc.integer({ min: -4, max: 8 }), { freq: 2 }),
})

const situation = fc.record({
  where,
  availabilities: fc.array(availability, { minLength: 1, maxLength: 5 }),
  /** Colleagues with the same hours, so that one slot often has several clinicians. */
  sameHours: fc.boolean(),
  duration: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(5, 10, 15, 20, 30, 60) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 240 }) },
  ),
  nowMinute: fc.oneof(
    { weight: 4, arbitrary: fc.constant(-6 * 1440) },
    { weight: 3, arbitrary: fc.integer({ min: -7 * 1440, max: 5 * 1440 }) },
  ),
  nowMillisecond: fc.constantFrom(0, 0, 1, 30_000, 59_999),
  noticeMinutes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 })),
  horizonDays: fc.oneof(
    { weight: 2, arbitrary: fc.constant(180) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 12 }) },
  ),
  required: fc.constantFrom<number[][]>([], [], [1], [1], [1, 2]),
  competencies: fc.array(competency, { maxLength: 12 }),
  windowDay: fc.integer({ min: -5, max: 0 }),
  windowDays: fc.constantFrom(7, 7, 7, 3, 1),
  probes: fc.array(fc.nat({ max: 12 * 1440 }), { minLength: 40, maxLength: 40 }),
  firstCount: fc.integer({ min: 1, max: 6 }),
})
type Situation = typeof situation extends fc.Arbitrary<infer Each> ? Each : never

/** The same situation twice: as the implementation takes it, and as the oracle walks it. */
function stage(given: Situation) {
  const { zone, pivot } = given.where
  const clock = clockAround(pivot, zone)
  const instantAt = (minute: number) => clock.firstInstant + minute * MINUTE
  const reach = Array.from({ length: 2 * REACH - 1 }, (_, day) => shiftDate(pivot, day + 1 - REACH))

  const occurrences: StaffedOccurrence[] = []
  const periods: OraclePeriod[] = []
  const expectedHours: string[] = []
  const hours: string[] = []
  given.availabilities.forEach(({ shape, staffId, siteId, busy }, index, all) => {
    const rule = ruleFrom((given.sameHours && all[0]?.shape) || shape, pivot)
    for (const date of reach.filter((each) => occursOn(rule, each))) {
      const working = workingMinutes(clock, rule, date)
      if (!working) continue
      expectedHours.push(`${index} ${date} ${instantAt(working.from)} ${instantAt(working.to)}`)
      const taken = busy.map(({ after, length }) => ({
        from: working.from + after,
        to: working.from + after + length,
      }))
      const isBusy = (minute: number) => taken.some(({ from, to }) => from <= minute && minute < to)
      periods.push({ staffId, siteId, ...working, isBusy })
    }
    for (const { date, start, end } of expandOccurrences(rule, zone)) {
      if (!reach.includes(date)) continue
      hours.push(`${index} ${date} ${start} ${end}`)
      occurrences.push({
        occurrenceId: occurrences.length,
        availabilityId: index,
        staffId,
        roomId: index,
        siteId,
        start,
        end,
        busy: busy.map(({ after, length }) => ({
          start: start + after * MINUTE,
          end: start + (after + length) * MINUTE,
        })),
      })
    }
  })

  const now = Date.parse(`${pivot}T00:00Z`) + given.nowMinute * MINUTE + given.nowMillisecond
  const held = given.competencies.map(({ staffId, competencyId, issuedDay, expiresDay }) => ({
    staffId,
    competencyId,
    issuedAt: shiftDate(pivot, issuedDay),
    expiresAt: expiresDay === null ? null : shiftDate(pivot, expiresDay),
  }))
  const competencies = new Map<number, HeldCompetency[]>()
  for (const { staffId, ...record } of held) {
    competencies.set(staffId, [...(competencies.get(staffId) ?? []), record])
  }
  const { duration, noticeMinutes, horizonDays, required } = given
  const limits = { duration, now, noticeMinutes, horizonDays, required }
  const rules: BookingRules = { ...limits, zone, competencies }
  const minuteOfDay = (date: string) => clock.minuteShowing.get(`${date}T00:00`) ?? 0
  const firstDate = shiftDate(pivot, given.windowDay)
  const window = {
    from: minuteOfDay(firstDate),
    to: minuteOfDay(shiftDate(firstDate, given.windowDays)),
  }
  return {
    clock,
    instantAt,
    occurrences,
    periods,
    hours,
    expectedHours,
    rules,
    window,
    firstDate,
    oracleRules: { ...limits, held },
  }
}

describe('agreement with a walk through every minute', () => {
  it('expands rules to the dates found by counting on the calendar', () => {
    fc.assert(
      fc.property(where, ruleShape, ({ pivot }, shape) => {
        const rule = ruleFrom(shape, pivot)
        const expected: string[] = []
        for (let day = 0; day <= 732; day += 1) {
          const date = shiftDate(rule.startDate, day)
          if (occursOn(rule, date)) expected.push(date)
        }
        expect(expandDates(rule)).toEqual(expected)
      }),
      { numRuns: runs(50, 300) },
    )
  })

  it('lists exactly what a person could book, counts it right and puts it under its day', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { clock, instantAt, oracleRules, periods, occurrences, rules, window, ...rest } =
          stage(given)
        expect(rest.hours).toEqual(rest.expectedHours)

        const walked = listByWalking(clock, oracleRules, periods, window)
        const slots = listSlots(occurrences, rules, {
          start: instantAt(window.from),
          end: instantAt(window.to),
        })
        expect(slots).toEqual(
          walked.map(({ minute, siteId, remaining }) => ({
            start: instantAt(minute),
            end: instantAt(minute + given.duration),
            siteId,
            remaining,
          })),
        )
        for (const slot of slots) {
          const here = openingsAt(occurrences, rules, slot.start).filter(
            ({ siteId }) => siteId === slot.siteId,
          )
          expect(new Set(here.map(({ staffId }) => staffId)).size).toBe(slot.remaining)
        }

        const byStart = occurrences.toSorted((a, b) => a.start - b.start)
        const listed = { start: instantAt(window.from), end: instantAt(window.to) }
        const ofSites = Map.groupBy(slots, ({ siteId }) => siteId)
        const firstOfSites = [...ofSites].map(([siteId, each]) => [
          siteId,
          each.slice(0, given.firstCount).map(({ start, end }) => ({ start, end })),
        ])
        expect(firstTimes(byStart, rules, listed, given.firstCount)).toEqual(
          new Map(firstOfSites as [number, { start: number; end: number }[]][]),
        )

        const days = groupByDay(slots, rest.firstDate, given.windowDays, given.where.zone)
        const dated = days.flatMap(({ date, slots: each }) =>
          each.map(({ start }) => [date, start]),
        )
        expect(dated).toEqual(
          walked.map(({ minute }) => [clock.shows[minute]?.slice(0, 10), instantAt(minute)]),
        )
      }),
      { numRuns: runs(35, 210) },
    )
  })

  it('takes at any time exactly those who are free then, and else says why not', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { clock, instantAt, oracleRules, periods, occurrences, rules } = stage(given)
        // Beside random minutes, the marks around every edge, where mistakes live.
        const edges = periods.flatMap(({ from, to }) => [from, to, to - given.duration])
        const around = edges.flatMap((minute) => [-5, -1, 0, 1, 5].map((step) => minute + step))
        const marks = given.probes.map((minute) => minute - (minute % 5))
        for (const minute of [...around, ...marks, ...given.probes]) {
          const expected = periods.flatMap((period, index) =>
            canTake(clock, oracleRules, period, minute) ? [index] : [],
          )
          const start = instantAt(minute)
          const found = openingsAt(occurrences, rules, start)
          expect(found.map(({ occurrenceId }) => occurrenceId)).toEqual(expected)
          const bookable = explainViolations(occurrences, rules, start).length === 0
          expect(bookable).toBe(expected.length > 0)
        }
      }),
      { numRuns: runs(20, 120) },
    )
  })
})
