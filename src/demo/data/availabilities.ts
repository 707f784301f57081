import { z } from 'zod'
import { isHoliday } from '#lib/dates/bank-holidays.ts'
import { addDays, mondayBefore } from '#lib/dates/format-date-time.ts'
import type { HeldCompetency } from '#lib/scheduling/competence.ts'
import {
  type AvailabilityRule,
  expandDates,
  expandOccurrences,
  ruleToRRuleString,
} from '#lib/scheduling/recurrence.ts'
import { plainRule } from '#lib/scheduling/rule-codec.ts'
import type { Executor } from '#server/database/connection.ts'
import type { InsertedType } from './catalogue.ts'
import type { InsertedClinician } from './clinicians.ts'
import { lookUp } from './look-up.ts'
import rota from './rota.json' with { type: 'json' }
import type { InsertedRoom } from './sites.ts'

const DAYS_BEFORE = 91
const DAYS_AHEAD = 365
const DAILY = 3
const WEEKLY = 2

export type WorkingPeriod = {
  availabilityId: number
  staffId: number
  roomId: number
  siteId: number
  date: string
  start: number
  end: number
  types: InsertedType[]
  competencies: HeldCompetency[]
}

export type Places = {
  rooms: ReadonlyMap<string, InsertedRoom>
  types: ReadonlyMap<string, InsertedType>
  clinicians: ReadonlyMap<string, InsertedClinician>
}

/**
 * Inserts the rota as availabilities with their occurrences, from 91 days ago to a year ahead.
 * Nobody works on a bank holiday: a rule that would fall on one ends before it and another starts
 * after it.
 * @returns the occurrences, by start.
 */
export async function insertAvailabilities(
  executor: Executor,
  { rooms, types, clinicians }: Places,
  { today, timeZone, created }: { today: string; timeZone: string; created: Date },
): Promise<WorkingPeriod[]> {
  const planned = ROTA.flatMap((line) => {
    const room = lookUp(rooms, line.room)
    const { staffId, competencies } = lookUp(clinicians, line.clinician)
    return toRules(line, today).map((rule) => ({
      rule,
      staffId,
      competencies,
      room,
      types: line.types.map((slug) => lookUp(types, slug)),
    }))
  })
  const rows = await executor
    .insertInto('availability')
    .values(
      planned.map(({ rule, staffId, room }) => ({
        staff_id: staffId,
        room_id: room.id,
        ...z.encode(plainRule, rule),
        rrule: ruleToRRuleString(rule),
        created,
        modified: created,
      })),
    )
    .returning(['id', 'staff_id', 'start_date', 'start_time'])
    .execute()
  const idByStart = new Map(
    rows.map((row) => [`${row.staff_id} ${row.start_date} ${row.start_time.slice(0, 5)}`, row.id]),
  )
  const periods = planned.flatMap(({ rule, staffId, competencies, room, types }) => {
    const availabilityId = lookUp(idByStart, `${staffId} ${rule.startDate} ${rule.startTime}`)
    return expandOccurrences(rule, timeZone).map((occurrence) => ({
      ...occurrence,
      availabilityId,
      staffId,
      roomId: room.id,
      siteId: room.siteId,
      types,
      competencies,
    }))
  })
  await executor
    .insertInto('availability_appointment_type')
    .values(
      planned.flatMap(({ rule, staffId, types }) =>
        types.map(({ id }) => ({
          availability_id: lookUp(idByStart, `${staffId} ${rule.startDate} ${rule.startTime}`),
          appointment_type_id: id,
        })),
      ),
    )
    .execute()
  await executor
    .insertInto('availability_occurrence')
    .values(
      periods.map(({ availabilityId, staffId, roomId, date, start, end }) => ({
        availability_id: availabilityId,
        staff_id: staffId,
        room_id: roomId,
        date,
        starts_at: new Date(start),
        ends_at: new Date(end),
      })),
    )
    .execute()
  return periods.toSorted((a, b) => a.start - b.start || a.staffId - b.staffId)
}

/**
 * Makes one rule for each stretch between two bank holidays on which the line would have worked.
 */
function toRules(line: RotaLine, today: string): AvailabilityRule[] {
  const once = line.onceFrom !== undefined
  const first = once
    ? addDays(today, line.onceFrom ?? 0)
    : mondayBefore(addDays(today, -DAYS_BEFORE))
  const last = addDays(today, DAYS_AHEAD)
  const rule: AvailabilityRule = {
    startDate: first,
    startTime: line.from,
    endTime: line.to,
    recurring: true,
    recurringUntil: last,
    repeatEvery: line.everyWeeks ?? 1,
    freq: line.daily ? DAILY : WEEKLY,
    weekdays: [...line.weekdays],
    months: [],
    exceptBankHolidays: false,
    exceptHolidayDates: true,
    exceptions: [],
  }
  const dates = expandDates(rule)
  if (once) {
    const [startDate = first] = dates.filter((date) => !isHoliday(date))
    return [{ ...rule, startDate, recurring: false, recurringUntil: null, weekdays: [] }]
  }
  const rules: AvailabilityRule[] = []
  let stretch: string[] = []
  const endStretch = (until: string) => {
    const [startDate] = stretch
    if (startDate) rules.push({ ...rule, startDate, recurringUntil: until })
    stretch = []
  }
  for (const date of dates) {
    if (isHoliday(date)) endStretch(addDays(date, -1))
    else stretch.push(date)
  }
  endStretch(last)
  return rules
}

/** One line of the rota: who works where, when, and on what. Times are the clinic's. */
const rotaLine = z.strictObject({
  clinician: z.string(),
  room: z.string(),
  /** 0 is Monday. */
  weekdays: z.array(z.int().min(0).max(6)),
  from: z.string(),
  to: z.string(),
  types: z.array(z.string()),
  /** 1 every week, 2 every other. */
  everyWeeks: z.int().optional(),
  /** Written as a daily rule on these weekdays, as the form for a new availability suggests. */
  daily: z.literal(true).optional(),
  /** The first such day from then on, in days from today, and no other. */
  onceFrom: z.int().optional(),
})
type RotaLine = z.infer<typeof rotaLine>

/**
 * Inside the hours of each branch; nobody and no room twice at a time. Nobody works at a branch
 * without an address: whoever booked there would not know where to go.
 */
export const ROTA = z.array(rotaLine).parse(rota)
