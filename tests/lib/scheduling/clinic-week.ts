import { mondayBefore } from '#lib/dates/format-date-time.ts'
import { groupByDay, listSlots } from '#lib/scheduling/bookability.ts'
import { dayBoundaries, toClinicDate } from '#lib/scheduling/clinic-time.ts'
import {
  type AvailabilityRule,
  describeRule,
  expandDates,
  expandOccurrences,
  ruleToRRuleString,
} from '#lib/scheduling/recurrence.ts'

/*
 * Run by zone-independence.test.ts in a process of its own: night shifts around a clock change, in
 * clinics of several zones, as JSON.
 */

const rule: AvailabilityRule = {
  startDate: '2026-01-31',
  startTime: '22:00',
  endTime: '07:00',
  recurring: true,
  recurringUntil: null,
  repeatEvery: 1,
  freq: 3,
  weekdays: [],
  months: [3, 4, 10, 11],
  exceptBankHolidays: false,
  exceptHolidayDates: true,
  exceptions: [],
}
const monthly: AvailabilityRule = { ...rule, freq: 1, months: [] }

function weekIn(zone: string) {
  const occurrences = expandOccurrences(rule, zone)
  const monday = mondayBefore('2026-10-25')
  const boundaries = dayBoundaries(monday, 7, zone)
  const window = { start: boundaries.at(0) ?? 0, end: boundaries.at(-1) ?? 0 }
  const openings = occurrences.map(({ start, end }, index) => ({
    occurrenceId: index,
    availabilityId: 1,
    staffId: 1,
    roomId: 1,
    siteId: 1,
    start,
    end,
    busy: [{ start: start + 3_600_000, end: start + 5_400_000 }],
  }))
  const slots = listSlots(
    openings,
    {
      duration: 25,
      zone,
      now: window.start,
      noticeMinutes: 90,
      horizonDays: 6,
      required: [1],
      competencies: new Map([
        [1, [{ competencyId: 1, issuedAt: '2026-10-20', expiresAt: '2026-10-25' }]],
      ]),
    },
    window,
  )
  return { occurrences, boundaries, days: groupByDay(slots, monday, 7, zone) }
}

const london = expandOccurrences(rule, 'Europe/London')
const week = {
  zones: ['Europe/London', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/St_Johns'].map(weekIn),
  dates: [...expandDates(rule), ...expandDates(monthly)],
  text: [ruleToRRuleString(rule), describeRule(rule), describeRule(monthly)],
  readBack: london.map(({ start }) => toClinicDate(start, 'Europe/London')),
  hours: Object.fromEntries(
    london.map(({ date, start, end }) => [date, (end - start) / 3_600_000]),
  ),
}

process.stdout.write(
  JSON.stringify({ serverOffset: new Date('2026-11-21T12:00Z').getTimezoneOffset(), week }),
)
